"""Bytes of a page to text as a browser decodes it, and to a tree parsed once."""

from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A parsed page: where it ended, what it was decoded with, its text and tree."""

    url: str
    charset: str
    text: str = field(repr=False)
    tree: LexborHTMLParser = field(repr=False, compare=False)


def decode(data: bytes, content_type: str | None = None) -> tuple[str, str]:
    """Decode a page's bytes; return the text and the codec's name."""
    raise NotImplementedError


def read(data: bytes, url: str, *, content_type: str | None = None) -> Document:
    """Decode and parse a page that was answered from `url` (the final address)."""
    raise NotImplementedError


def is_html(content_type: str | None) -> bool:
    """Tell whether a Content-Type names a document."""
    raise NotImplementedError
