"""An inventory made again from a crawl's events alone, by the frontier's own changes."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import cattrs

from crawler.address.citation import Citation, Via
from crawler.address.refusal import Reason, Refused
from crawler.address.scope import Scope
from crawler.answer import rows
from crawler.answer.inventory import digest, head
from crawler.sitemap.public import public_pages
from crawler.sitemap.record import SitemapRecord
from crawler.state.candidate import Candidate, candidate, why_pending
from crawler.state.frontier import Frontier
from crawler.state.record import Record
from crawler.stop import Stop
from crawler.wire.observation import Observation

Row = dict[str, Any]
_NOT_OF_ROBOTS = frozenset({"n", "event", "found", "rules_for_us", "text"})


@dataclass(slots=True)
class Rebuilt:
    """The state of a crawl as far as its events tell; `end` is empty until it is finished."""

    frontier: Frontier
    settings: Row
    root: str = ""
    landed: str | None = None
    scope: Scope | None = None
    robots: dict[str, Row] = field(default_factory=dict)
    sitemaps: list[SitemapRecord] = field(default_factory=list)
    silent: set[str] = field(default_factory=set)
    links_over: int = 0
    end: Row = field(default_factory=dict)

    def apply(self, event: Row) -> None:
        """Let one event happen."""
        match event["event"]:
            case "discovery":
                kept = {name: event[name] for name in event if name not in _NOT_OF_ROBOTS}
                self.robots[event["url"]] = kept
            case "landed":
                self.landed, self.scope = event["landed"], _scope(event["scope"])
            case "sitemap":
                self.sitemaps.append(cattrs.structure(event, SitemapRecord))
            case "page":
                self.links_over += event["links_over"]
            case "host-given-up":
                self.silent.add(event["host"])
            case "finished":
                self.end = event
            case _:
                _change(self.frontier, event)

    def records(self) -> Iterator[Row]:
        """Yield the records of the inventory, sealed by its digest if the crawl has ended."""
        found = list(self._unsealed())
        if self.end:
            found[-1]["digest"] = digest(found)
        yield from found

    def _unsealed(self) -> Iterator[Row]:
        stop = Stop(self.end.get("stop", Stop.SECONDS))
        candidates = tuple(self._candidate(record, stop) for record in self.frontier)
        yield head(self.root, self.landed, self.settings)
        yield from self.robots.values()
        yield from map(rows.sitemap, self.sitemaps)
        yield from map(rows.candidate, candidates)
        yield {
            "record": "end",
            **rows.end(stop, candidates, public_pages(self.frontier, self.sitemaps)),
            "links_over": self.links_over,
            **{name: self.end.get(name) for name in ("why_empty", "digest", "started", "seconds")},
        }

    def _candidate(self, record: Record, stop: Stop) -> Candidate:
        depth = self.settings["budget"]["depth"]
        pending = why_pending(record, stop, depth=depth, silent=self.silent.__contains__)
        return candidate(record, self.scope, pending=pending)


def rebuild(lines: Iterable[str]) -> Rebuilt:
    """Make the state of a crawl from the lines of its stream; a cut last line counts for none.

    Raises:
        ValueError: it does not begin with what is in scope.
    """
    told = _whole(lines)
    first = next(told, None)
    if first is None or first.get("event") != "scope":
        message = "a stream of events begins with the scope"
        raise ValueError(message)
    settings = first["settings"]
    frontier = Frontier(
        max_depth=settings["budget"]["depth"],
        max_records=settings["budget"]["candidates"],
        max_spellings=settings["limits"]["spellings"],
    )
    state = Rebuilt(frontier, settings, first["root"])
    for event in told:
        state.apply(event)
    return state


def _whole(lines: Iterable[str]) -> Iterator[Row]:
    for line in lines:
        if line.endswith("\n"):
            yield json.loads(line)


def _scope(drawn: Row | None) -> Scope | None:
    if drawn is None:
        return None
    return Scope(
        root=drawn["root"],
        ports={host: frozenset(ports) for host, ports in drawn["hosts"].items()},
        paths=tuple(drawn["paths"]),
        literal_host=not drawn["www_folded"],
    )


def _change(frontier: Frontier, event: Row) -> None:
    """Let one change happen to the frontier; what is no change of it is none here."""
    record = frontier.find(event.get("url", ""))
    match event["event"], record:
        case "found", _:
            cited = cattrs.structure(event["citation"], Citation)
            frontier.add(event["url"], cited, _refusal(event), lastmod=event["lastmod"])
        case "cited", Record():
            via = Via(event["via"])
            frontier.again(record, via, event["depth"], lastmod=event["lastmod"])
        case "admitted", Record():
            frontier.admit(record, cattrs.structure(event["citation"], Citation))
        case "refused", Record():
            refusal = _refusal(event)
            if refusal is not None:
                frontier.refuse(record, refusal)
        case "settled", Record():
            seen = cattrs.structure(event["observation"], Observation)
            frontier.settle(record, seen, failed=event["failed"])
        case _:
            pass


def _refusal(event: Row) -> Refused | None:
    if event["reason"] is None:
        return None
    return Refused(reason=Reason(event["reason"]), rule=event["rule"])
