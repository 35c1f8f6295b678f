"""What a crawl found, whole and frozen, and its lines as they are written to a file."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from crawler import __version__, rows
from crawler.citation import Citation, Via
from crawler.kinds import Kind
from crawler.observation import Failure, Observation
from crawler.public import PublicPages
from crawler.record import Record, State
from crawler.refusal import Refused
from crawler.robots import Policy
from crawler.scope import Scope
from crawler.sitemap_record import SitemapRecord
from crawler.stop import Stop

__all__ = ["Candidate", "Inventory", "Stop", "candidate", "sealed", "write_lines"]

SCHEMA = 1
CRAWLER = f"route-recall-crawler {__version__}"
GONE = frozenset({404, 410})
NOWHERE = frozenset({Failure.REDIRECT_LOOP, Failure.TOO_MANY_REDIRECTS})
# What differs between two crawls of the same web, and so is left out of the digest.
PASSING = frozenset({"started", "seconds", "at", "attempts", "digest"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One address with all that is known of it; `pending` says why it was not fetched."""

    url: str
    key: str
    kind: Kind
    citation: Citation
    channels: frozenset[Via]
    state: State
    refusal: Refused | None
    observation: Observation | None
    lastmod: str | None
    pending: str | None
    listed: bool


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
        return _counts(self.candidates)


def candidate(record: Record, scope: Scope | None, *, pending: str | None) -> Candidate:
    """Freeze a record; `scope` None: the root never landed, and nothing is in site."""
    return Candidate(
        url=record.url,
        key=record.key,
        kind=record.kind,
        citation=record.citation,
        channels=record.channels,
        state=record.state,
        refusal=record.refusal,
        observation=record.observation,
        lastmod=record.lastmod,
        pending=pending,
        listed=scope is not None and _is_listed(record, scope),
    )


def sealed(inventory: Inventory) -> Inventory:
    """Return an inventory with its canonical digest."""
    digest = hashlib.sha256()
    for row in _rows(inventory):
        text = json.dumps(_lasting(row), sort_keys=True, separators=(",", ":"))
        digest.update(text.encode())
        digest.update(b"\n")
    return replace(inventory, digest=f"sha256:{digest.hexdigest()}")


def write_lines(inventory: Inventory) -> Iterator[str]:
    """Yield the lines of inventory.jsonl, without line ends."""
    for row in _rows(inventory):
        yield json.dumps(row, separators=(",", ":"))


def _is_listed(record: Record, scope: Scope) -> bool:
    """Tell whether nothing speaks against an admitted address; a guess needs proof besides."""
    if record.state in {State.REFUSED, State.FOLDED}:
        return False
    seen = record.observation
    if seen is None:
        return not record.guessed
    if seen.soft404 is not None or seen.status in GONE or scope.refusal(seen.final_url):
        return False
    if seen.status is not None and seen.status < 400:
        return seen.document
    return not record.guessed and (seen.error is None or seen.error.reason not in NOWHERE)


def _lasting(row: rows.Row) -> rows.Row:
    lasting = {name: value for name, value in row.items() if name not in PASSING}
    seen = row.get("observation")
    return lasting | {"observation": _lasting(seen)} if seen else lasting


def _rows(inventory: Inventory) -> Iterator[rows.Row]:
    public = inventory.public_pages
    yield {
        "record": "inventory",
        "schema": SCHEMA,
        "crawler": CRAWLER,
        "root": inventory.root,
        "landed": inventory.landed,
        "settings": dict(inventory.settings),
    }
    yield from map(rows.robots, inventory.robots)
    yield from map(rows.sitemap, inventory.sitemaps)
    yield from map(_candidate_row, inventory.candidates)
    yield {
        "record": "end",
        "stop": inventory.stop,
        "comparable": inventory.stop is not Stop.SECONDS,
        "counts": inventory.counts,
        "public_page_count": public and public.advertised,
        "public_page_count_in_scope": public and public.in_scope,
        "why_empty": inventory.why_empty,
        "digest": inventory.digest,
        "started": inventory.started,
        "seconds": inventory.seconds,
    }


def _candidate_row(each: Candidate) -> rows.Row:
    refusal = each.refusal
    return {
        "record": "candidate",
        "url": each.url,
        "key": each.key,
        "kind": each.kind,
        "citation": rows.citation(each.citation),
        "channels": sorted(each.channels),
        "admission": "refused" if refusal else "admitted",
        "reason": refusal.reason if refusal else None,
        "rule": refusal.rule if refusal else None,
        "state": each.state,
        "pending": each.pending,
        "lastmod": each.lastmod,
        "observation": each.observation and rows.observation(each.observation),
        "listed": each.listed,
    }


def _counts(candidates: Iterable[Candidate]) -> dict[str, int]:
    found: Counter[str] = Counter(dict.fromkeys(("candidates", "listed", *map(str, State)), 0))
    for each in candidates:
        found["candidates"] += 1
        found["listed"] += each.listed
        found[str(each.state)] += 1
        if each.refusal is not None:
            found[f"refused-{each.refusal.reason}"] += 1
    return dict(found)
