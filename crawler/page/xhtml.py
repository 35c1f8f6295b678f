"""Markup that was served as XML, rewritten so that an HTML parser reads what XML would."""

import re

_TYPE = "application/xhtml+xml"
_NAMESPACE = re.compile(rb"xmlns:([\w.-]+)\s*=\s*[\"']http://www\.w3\.org/1999/xhtml[\"']")
_VOID = frozenset(
    b"area base br col embed frame hr img input link meta param source track wbr".split()
)
_CDATA = re.compile(rb"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_EMPTY = re.compile(
    rb"<([a-zA-Z][^\s/><]{0,63}+)((?:[^<>\"'/]++|\"[^\"<]*+\"|'[^'<]*+'|/(?!>))*+)/>"
)


def is_xhtml(content_type: str | None) -> bool:
    """Tell whether a page was served as XML."""
    return (content_type or "").partition(";")[0].strip().lower() == _TYPE


def as_html(markup: bytes) -> bytes:
    """Close empty elements, free HTML's elements of a prefix, and escape what is text."""
    for prefix in dict.fromkeys(_NAMESPACE.findall(markup)[:4]):
        markup = re.sub(rb"<(/?)%b:" % re.escape(prefix), rb"<\1", markup)
    return _EMPTY.sub(_closed, _CDATA.sub(_escaped, markup))


def _closed(found: "re.Match[bytes]") -> bytes:
    name, attributes = found.groups()
    if name.lower() in _VOID:
        return found[0]
    return b"<%b%b></%b>" % (name, attributes, name)


def _escaped(found: "re.Match[bytes]") -> bytes:
    return found[1].replace(b"&", b"&amp;").replace(b"<", b"&lt;")
