"""What is known of one sitemap: who named it, and what reading it came to."""

from dataclasses import dataclass
from enum import StrEnum

from crawler.sitemap.reading import Problem, SitemapKind


class Source(StrEnum):
    """Who named a sitemap."""

    APPROVED = "approved"
    ROBOTS = "robots"
    CONVENTIONAL = "conventional"
    INDEX = "index"


# Whoever is asked for a site may say where its sitemaps are kept, also on another host.
VOUCHED = frozenset({Source.APPROVED, Source.ROBOTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """A sitemap to be read; `level` counts the indexes above it, `lastmod` is the index's word.

    `written` is its address under another scheme than the site's, as whoever named it wrote it.
    """

    url: str
    source: Source
    level: int = 0
    lastmod: str | None = None
    written: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapRecord:
    """What one sitemap came to; `urls` counts the entries, nested sitemaps included."""

    url: str
    source: Source
    level: int = 0
    lastmod: str | None = None
    status: int | None = None
    final_url: str | None = None
    kind: SitemapKind | None = None
    complete: bool = False
    urls: int = 0
    bytes: int = 0
    error: Problem | None = None
    seconds: float = 0.0
    at: str = ""

    @property
    def ok(self) -> bool:
        """Tell whether it was a sitemap and could be read."""
        return self.kind is not None
