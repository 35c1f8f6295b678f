"""A document and its headers to citations: a table, one module a medium."""

from collections.abc import Iterable
from dataclasses import dataclass

from crawler.document import Document
from crawler.extract.link import Link

__all__ = ["Extraction", "Link", "Refresh", "extract"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh:
    """A meta or header refresh that moves the page on after `seconds`."""

    url: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that a document says about addresses and about itself."""

    links: tuple[Link, ...]
    base: str
    refresh: Refresh | None = None
    canonical: str | None = None
    noindex: bool = False
    nofollow: bool = False
    login_form: bool = False
    title: str | None = None
    frameset: bool = False


def extract(
    document: Document, headers: Iterable[tuple[str, str]] = (), *, token: str | None = None
) -> Extraction:
    """Read a document's addresses; `headers` are name and value pairs, repeated ones kept.

    `token` is our robots token: `<meta name=TOKEN>` and `X-Robots-Tag: TOKEN: …` count like
    those for everyone.
    """
    raise NotImplementedError
