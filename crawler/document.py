"""Bytes of a page to text as a browser decodes it, and to a tree parsed once."""

import hashlib
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser

from crawler import charset

# What no reader sees; a browser that runs scripts shows no `noscript`.
_UNSEEN = ["script", "style", "noscript", "template"]
_WHITE = b" \t\n\r\f"
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A parsed page: where it was answered from, its codec, its text and tree.

    `lowered` is the text in lower case: what it does not name, the tree need not be asked for.
    """

    url: str
    charset: str
    text: str = field(repr=False)
    lowered: str = field(repr=False)
    tree: LexborHTMLParser = field(repr=False, compare=False)


def decode(data: bytes, content_type: str | None = None) -> tuple[str, str]:
    """Decode a page's bytes as a browser does; return the text and the codec's name."""
    name = charset.sniff(data, content_type)
    return charset.decode(data, name), name


def read(data: bytes, url: str, *, content_type: str | None = None) -> Document:
    """Decode and parse a page that was answered from `url` (the final address)."""
    text, name = decode(data, content_type)
    return Document(url=url, charset=name, text=text, lowered=text.lower(), tree=parse(text))


def parse(text: str) -> LexborHTMLParser:
    """Parse text into the tree that a browser builds which runs scripts."""
    return LexborHTMLParser(text.encode("utf-8", "replace"), scripting=True)


def digest_of_text(page: Document) -> str | None:
    """Return the SHA-256 of what a reader sees, white space left out; None: there is no body.

    This takes what is unseen out of the tree: it is the last question that a tree is asked.
    """
    page.tree.strip_tags(_UNSEEN)
    body = page.tree.body
    if body is None:
        return None
    seen = body.text().encode("utf-8", "replace")
    return hashlib.sha256(seen.translate(None, _WHITE)).hexdigest()


def is_html(content_type: str | None) -> bool:
    """Tell whether a Content-Type names a document."""
    return (content_type or "").partition(";")[0].strip().lower() in _HTML_TYPES
