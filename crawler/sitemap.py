"""Bytes of a sitemap or feed to entries, nested maps, and errors with their place."""

from dataclasses import dataclass
from enum import StrEnum


class SitemapKind(StrEnum):
    """The formats that count as a sitemap."""

    URLSET = "urlset"
    INDEX = "index"
    TEXT = "text"
    RSS = "rss"
    ATOM = "atom"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one reading; `bytes` counts after decompression, the protocol's figures."""

    bytes: int = 50 * 1024 * 1024
    entries: int = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One listed address, as written (blanks stripped); resolve against the sitemap's address."""

    loc: str
    lastmod: str | None = None
    alternates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What was wrong, and where if the parser knows."""

    reason: str
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapReading:
    """All that a sitemap said; `kind` None: it is none, and `error` says what it is instead."""

    kind: SitemapKind | None
    entries: tuple[Entry, ...] = ()
    nested: tuple[Entry, ...] = ()
    complete: bool = True
    error: Problem | None = None
    bytes: int = 0


def read(data: bytes, url: str, *, limits: Limits | None = None) -> SitemapReading:
    """Read a sitemap's body, transport encoding undone; gzip layers are undone here."""
    raise NotImplementedError
