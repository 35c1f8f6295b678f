"""What a crawl found, whole and frozen, and its lines as they are written to a file."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from crawler import __version__
from crawler.answer import rows
from crawler.robots.policy import Policy
from crawler.sitemap.public import PublicPages
from crawler.sitemap.record import SitemapRecord
from crawler.state.candidate import Candidate, counts
from crawler.stop import Stop

__all__ = ["Candidate", "Inventory", "Stop", "sealed", "write_lines"]

SCHEMA = 1
CRAWLER = f"route-recall-crawler {__version__}"
# What differs between two crawls of the same web, and so is left out of the digest.
PASSING = ("started", "seconds", "at", "attempts", "digest")
# Made once: a crawl writes an address twice, for the digest and for the file.
_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"))
_PLAIN = json.JSONEncoder(separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """The crawler's whole answer; `digest` is the same for the same web, whatever the timing."""

    root: str
    landed: str | None
    settings: Mapping[str, Any]
    robots: tuple[Policy, ...]
    sitemaps: tuple[SitemapRecord, ...]
    candidates: tuple[Candidate, ...]
    public_pages: PublicPages | None
    links_over: int
    stop: Stop
    why_empty: str | None
    started: str
    seconds: float
    digest: str = ""

    @property
    def listed(self) -> Iterator[str]:
        """The addresses that the crawler stands for, in the order found."""
        return (each.url for each in self.candidates if each.listed)

    @property
    def counts(self) -> dict[str, int]:
        """How many candidates there are, in all, listed, by state, and refused by reason."""
        return counts(self.candidates)


def sealed(inventory: Inventory) -> Inventory:
    """Return an inventory with its canonical digest."""
    return replace(inventory, digest=digest(_rows(inventory)))


def digest(records: Iterable[rows.Row]) -> str:
    """Return the canonical digest of an inventory's records."""
    canonical = hashlib.sha256()
    for row in records:
        canonical.update(_CANONICAL.encode(_lasting(row)).encode() + b"\n")
    return f"sha256:{canonical.hexdigest()}"


def write_lines(inventory: Inventory) -> Iterator[str]:
    """Yield the lines of inventory.jsonl, without line ends."""
    for row in _rows(inventory):
        yield _PLAIN.encode(row)


def head(root: str, landed: str | None, settings: Mapping[str, Any]) -> rows.Row:
    """Return the `inventory` record."""
    return {
        "record": "inventory",
        "schema": SCHEMA,
        "crawler": CRAWLER,
        "root": root,
        "landed": landed,
        "settings": dict(settings),
    }


def _lasting(row: rows.Row) -> rows.Row:
    lasting = dict(row)
    for name in PASSING:
        lasting.pop(name, None)
    if seen := lasting.get("observation"):
        lasting["observation"] = _lasting(seen)
    return lasting


def _rows(inventory: Inventory) -> Iterator[rows.Row]:
    yield head(inventory.root, inventory.landed, inventory.settings)
    yield from map(rows.robots, inventory.robots)
    yield from map(rows.sitemap, inventory.sitemaps)
    yield from map(rows.candidate, inventory.candidates)
    yield {
        "record": "end",
        **rows.end(inventory.stop, inventory.candidates, inventory.public_pages),
        "links_over": inventory.links_over,
        "why_empty": inventory.why_empty,
        "digest": inventory.digest,
        "started": inventory.started,
        "seconds": inventory.seconds,
    }
