"""Bytes of a sitemap or feed to entries, nested maps, and errors with their place.

What counts, whatever name and media type it was served under, up to three layers of gzip undone:

urlset   a root `urlset` in any namespace or none, with at least one `url` that has a `loc` of its
         own (`image:loc` and the like are no pages); `xhtml:link` alternates are pages beside it
index    a root `sitemapindex` with at least one `sitemap` that has a `loc`
rss      a root `rss` or `RDF` with at least one `item` that has a link or a permalink
atom     a root `feed` with at least one `entry` that links to an alternate of itself
text     a first line that is a web address; of the other lines, those that are one

An empty `urlset`, HTML, JSON, other text and a storage service's `<Error>` count as none, and the
error says which it was. Dates are kept as they were written, and cost no address. Beyond 50,000
entries or 50 MiB a reading stops, and says so.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from crawler.sitemap import xml as sitemap_xml
from crawler.sitemap.gunzip import Inflated, gunzip, is_gzip
from crawler.sitemap.items import Entry
from crawler.sitemap.xml import Problem

__all__ = ["Entry", "Limits", "Problem", "SitemapKind", "SitemapReading", "read"]


class SitemapKind(StrEnum):
    """The formats that count as a sitemap."""

    URLSET = "urlset"
    INDEX = "index"
    TEXT = "text"
    RSS = "rss"
    ATOM = "atom"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one reading, the protocol's figures; `bytes` counts after decompression."""

    bytes: int = 50 * 1024 * 1024
    entries: int = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapReading:
    """All that a sitemap said; `kind` None: it is none, and `error` says what it is instead.

    `complete` is false when a bound or a fault ended the reading early.
    """

    kind: SitemapKind | None
    entries: tuple[Entry, ...] = ()
    nested: tuple[Entry, ...] = ()
    complete: bool = True
    error: Problem | None = None
    bytes: int = 0


_DEFAULT_LIMITS = Limits()
_KINDS = {
    "urlset": SitemapKind.URLSET,
    "sitemapindex": SitemapKind.INDEX,
    "rss": SitemapKind.RSS,
    "RDF": SitemapKind.RSS,
    "feed": SitemapKind.ATOM,
}
_WEB_ADDRESS = re.compile(r"https?:[/\\]{2}\S+", re.IGNORECASE)


def read(data: bytes, *, limits: Limits = _DEFAULT_LIMITS) -> SitemapReading:
    """Read a sitemap's body, transport encoding undone; further gzip layers are undone here."""
    body = gunzip(data, limit=limits.bytes) if is_gzip(data) else _plain_body(data, limits.bytes)
    text, blanks = _text(body.data)
    if not text:
        return _no_sitemap(body, body.error or "empty")
    reading = (
        _xml(text, blanks, body, limits) if text.startswith("<") else _list(text, body, limits)
    )
    if body.error and reading.error is None:
        return replace(reading, complete=False, error=Problem(reason=body.error))
    return replace(reading, complete=reading.complete and body.complete)


def _plain_body(data: bytes, limit: int) -> Inflated:
    if len(data) <= limit:
        return Inflated(data=data)
    return Inflated(data=data[:limit], complete=False, error=f"cut at {limit} bytes")


def _text(data: bytes) -> tuple[str, str]:
    """Decode; what stands before the first character, blanks and marks, is returned apart."""
    text = sitemap_xml.decode(data)
    start = len(text) - len(text.lstrip("\ufeff \t\r\n\x00"))
    return text[start:], text[:start]


def _xml(text: str, blanks: str, body: Inflated, limits: Limits) -> SitemapReading:
    found = sitemap_xml.read(text, max_entries=limits.entries)
    error = found.error and _shifted(found.error, blanks.count("\n"))
    if blanks.strip("\ufeff") and text.startswith("<?xml"):
        error = error or Problem(reason="blanks before the XML declaration", line=1, column=1)
    kind = _KINDS.get(found.root)
    if kind is None:
        return _no_sitemap(body, _instead(text, found.root))
    if not (found.listed or found.indexed):
        return _no_sitemap(body, f"<{found.root}> without an address", error)
    if not body.complete:
        error = None  # it was cut, and so it cannot be well-formed
    elif not found.complete:
        error = error or Problem(reason=f"cut at {limits.entries} entries")
    return SitemapReading(
        kind=kind,
        entries=tuple(found.listed),
        nested=tuple(found.indexed),
        complete=found.complete,
        error=error,
        bytes=len(body.data),
    )


def _instead(text: str, root: str) -> str:
    if root.lower() == "html" or text[:14].lower() == "<!doctype html":
        return "HTML is no sitemap"
    return f"<{root}> is no sitemap" if root else "no XML"


def _list(text: str, body: Inflated, limits: Limits) -> SitemapReading:
    lines = [line.strip() for line in text.splitlines()]
    if not _WEB_ADDRESS.fullmatch(lines[0]):
        what = "JSON" if lines[0][:1] in "{[" else "text"
        return _no_sitemap(body, f"{what} that lists no addresses")
    if not body.complete:
        lines = lines[:-1] or lines
    locs = [line for line in lines if _WEB_ADDRESS.fullmatch(line)]
    complete = len(locs) <= limits.entries
    return SitemapReading(
        kind=SitemapKind.TEXT,
        entries=tuple(Entry(loc=loc) for loc in locs[: limits.entries]),
        complete=complete,
        error=None if complete else Problem(reason=f"cut at {limits.entries} entries"),
        bytes=len(body.data),
    )


def _no_sitemap(body: Inflated, reason: str, error: Problem | None = None) -> SitemapReading:
    problem = Problem(reason=reason)
    if error:
        problem = replace(error, reason=f"{reason}; {error.reason}")
    return SitemapReading(
        kind=None,
        complete=body.complete and error is None,
        error=problem,
        bytes=len(body.data),
    )


def _shifted(problem: Problem, lines: int) -> Problem:
    line = None if problem.line is None else problem.line + lines
    return replace(problem, line=line)
