"""How deep served HTML nests while a parser reads it: where it stops being bearable.

A parser looks through all open elements at many a tag, makes anew what formatting was left open,
and compares attributes and options with one another, so hostile markup of a megabyte can cost it
hours. This walks from tag to tag and cuts a page where too much is open.
"""

import re
from functools import lru_cache

from oracle.liveness.walk import Walk

FEW_TAGS = 4000
FEW_BYTES = 64 << 10
"""What costs a parser little whatever it is: such a page is not walked through."""

MOST_ATTRIBUTES = 512

_ATTRIBUTE = (
    rb"[\t\n\f\r /]*+[^\t\n\f\r />][^\t\n\f\r />=]*+"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r >]*+))?+"
)
_TAG = re.compile(
    rb"<(?:!--(?:-?>|.*?(?:--!?>|\Z))|[!?][^>]*+|/[^a-zA-Z>][^>]*+"
    rb"|(?P<end>/?)(?P<name>[a-zA-Z][^\t\n\f\r />]*+)"
    rb"(?P<more>(?:%b){0,%d}+)(?P<lavish>%b)?+)" % (_ATTRIBUTE, MOST_ATTRIBUTES, _ATTRIBUTE),
    re.DOTALL,
)


@lru_cache(maxsize=4)  # one body is read for its words, its links and its refresh
def bearable(body: bytes) -> int:
    """How many bytes of a page can be parsed in time that grows with them."""
    if body.count(b"<") <= FEW_TAGS and len(body) <= FEW_BYTES:
        return len(body)
    return read(body, Walk())


def read(body: bytes, walk: Walk) -> int:
    """Walk through the tags of a page, as far as they are bearable; how many bytes that is."""
    at = 0
    while (tag := _TAG.search(body, at)) is not None:
        at = tag.end()
        if tag["name"] is None:
            continue
        if tag["lavish"]:
            return tag.start()
        name = tag["name"].lower()
        if tag["end"]:
            walk.close(name)
        elif raw := walk.open(name, tag[0]):
            at = _end_of_text(body, raw, at)
        if walk.unbearable:
            return tag.start()
    return len(body)


def _end_of_text(body: bytes, name: bytes, at: int) -> int:
    """Where the end tag stands of an element whose text is no markup."""
    end = re.compile(rb"</%b(?=[\t\n\f\r />])" % name, re.IGNORECASE).search(body, at)
    return len(body) if end is None else end.start()
