"""Bytes of a page to UTF-8 as a browser decodes it, and to a tree parsed once."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from crawler.page import charset
from crawler.page.guard import bearable
from crawler.page.xhtml import as_html, is_xhtml

_WHITE = b" \t\n\r\f"
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A parsed page: where it was answered from, its codec, its text in UTF-8, and its tree.

    `lowered` is the text in lower case: what it does not name, the tree need not be asked for.
    """

    url: str
    charset: str
    data: bytes = field(repr=False)
    lowered: bytes = field(repr=False)
    tree: LexborHTMLParser = field(repr=False, compare=False)

    @property
    def text(self) -> str:
        """The page's markup as text."""
        return self.data.decode()


def decode(data: bytes, content_type: str | None = None) -> tuple[bytes, str]:
    """Return a page's text in UTF-8, decoded as a browser does, and the name of its codec."""
    name = charset.sniff(data, content_type)
    if charset.is_utf8_already(data, name):
        return data.removeprefix(charset.UTF8_MARK), name
    return charset.decode(data, name).encode("utf-8", "replace"), name


def read(data: bytes, url: str, *, content_type: str | None = None) -> Document:
    """Decode and parse a page that was answered from `url` (the final address)."""
    decoded, name = decode(data, content_type)
    if is_xhtml(content_type):
        decoded = as_html(decoded)
    tree = LexborHTMLParser(bearable(decoded), scripting=True)
    return Document(url=url, charset=name, data=decoded, lowered=decoded.lower(), tree=tree)


def parse(text: str) -> LexborHTMLParser:
    """Parse text into the tree that a browser builds which runs scripts."""
    return LexborHTMLParser(bearable(text.encode("utf-8", "replace")), scripting=True)


def digest_of_text(page: Document, unseen: Iterable[LexborNode]) -> str | None:
    """Return the SHA-256 of what a reader sees, white space left out; None: there is no body.

    `unseen`, in document order, is taken out of the tree, which is no longer whole afterwards.
    """
    for node in reversed(list(unseen)):
        node.decompose()
    body = page.tree.body
    if body is None:
        return None
    seen = body.text().encode("utf-8", "replace")
    return hashlib.sha256(seen.translate(None, _WHITE)).hexdigest()


def is_html(content_type: str | None) -> bool:
    """Tell whether a Content-Type names a document."""
    return (content_type or "").partition(";")[0].strip().lower() in _HTML_TYPES
