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

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from crawler.sitemap import lines
from crawler.sitemap.decoding import decoded
from crawler.sitemap.gunzip import Unpacked
from crawler.sitemap.harvest import Problem
from crawler.sitemap.items import Entry
from crawler.sitemap.pieces import gathered

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
_BLANKS = "\ufeff \t\r\n\x00"
_HEAD = 8 * 1024


class _Before(NamedTuple):
    """What stands before the first character: how many lines, and more than a mark."""

    lines: int
    strange: bool


def read(data: bytes, *, limits: Limits = _DEFAULT_LIMITS) -> SitemapReading:
    """Read a sitemap's body, transport encoding undone; further gzip layers are undone here."""
    body = Unpacked(data, limit=limits.bytes)
    before, pieces = _begun(decoded(body))
    head, pieces = gathered(pieces, _HEAD, "")
    if not head:
        return _no_sitemap(body, body.fault or "empty")
    reading = (
        _xml(head, pieces, before, body, limits)
        if head.startswith("<")
        else _list(head, pieces, body, limits)
    )
    if body.fault and reading.error is None:
        return replace(reading, complete=False, error=Problem(reason=body.fault))
    return replace(reading, complete=reading.complete and body.fault is None)


def _begun(pieces: Iterator[str]) -> tuple[_Before, Iterator[str]]:
    """Skip what stands before the first character, and say what it was."""
    ends, strange = 0, False
    for piece in pieces:
        begun = piece.lstrip(_BLANKS)
        blanks = piece[: len(piece) - len(begun)]
        ends, strange = ends + blanks.count("\n"), strange or bool(blanks.strip("\ufeff"))
        if begun:
            return _Before(ends, strange), chain([begun], pieces)
    return _Before(ends, strange), iter(())


def _xml(
    head: str, pieces: Iterator[str], before: _Before, body: Unpacked, limits: Limits
) -> SitemapReading:
    # lxml takes a while to load, and most sites have no sitemap.
    from crawler.sitemap import xml as sitemap_xml  # noqa: PLC0415

    found = sitemap_xml.read(pieces, roots=_KINDS, max_entries=limits.entries)
    error = found.error and _shifted(found.error, before.lines)
    if before.strange and head.startswith("<?xml"):
        error = error or Problem(reason="blanks before the XML declaration", line=1, column=1)
    kind = _KINDS.get(found.root)
    if kind is None:
        return _no_sitemap(body, _instead(head, found.root), None if found.root else error)
    if not (found.listed or found.indexed):
        return _no_sitemap(body, f"<{found.root}> without an address", error)
    return SitemapReading(
        kind=kind,
        entries=tuple(found.listed),
        nested=tuple(found.indexed),
        complete=found.complete,
        error=error if body.fault is None else None,  # cut, it cannot be well-formed
        bytes=body.size,
    )


def _instead(head: str, root: str) -> str:
    if root.lower() == "html" or head[:14].lower() == "<!doctype html":
        return "HTML is no sitemap"
    return f"<{root}> is no sitemap" if root else "no XML"


def _list(head: str, pieces: Iterator[str], body: Unpacked, limits: Limits) -> SitemapReading:
    if not lines.is_list(head):
        what = "JSON" if head[:1] in "{[" else "text"
        return _no_sitemap(body, f"{what} that lists no addresses")
    listed = lines.read(pieces, max_entries=limits.entries, is_cut=lambda: body.fault is not None)
    if not listed.locs:
        return _no_sitemap(body, body.fault or "text that lists no addresses")
    cut = Problem(reason=f"cut at {limits.entries} entries")
    return SitemapReading(
        kind=SitemapKind.TEXT,
        entries=tuple(Entry(loc=loc) for loc in listed.locs),
        complete=listed.complete,
        error=None if listed.complete else cut,
        bytes=body.size,
    )


def _no_sitemap(body: Unpacked, reason: str, error: Problem | None = None) -> SitemapReading:
    problem = Problem(reason=reason)
    if error:
        problem = replace(error, reason=f"{reason}; {error.reason}")
    return SitemapReading(
        kind=None,
        complete=body.fault is None and error is None,
        error=problem,
        bytes=body.size,
    )


def _shifted(problem: Problem, by: int) -> Problem:
    line = None if problem.line is None else problem.line + by
    return replace(problem, line=line)
