"""Tells crawler, site and oracle apart: old and new crawl, each on old and new truth."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bench.gate.blame import Blame, Case, Reason, What
from bench.gate.lost import lost
from bench.gate.moved import appeared, gone
from bench.gate.side import Side

SEPARATE = "the baseline's truths are not beside it: commit their folder too, or pin anew"
AGAIN = "run the old crawler on today's site: what it misses too is the site's doing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One route that moved, and who moved it."""

    url: str
    what: What
    blame: Blame
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossed:
    """Recall of each crawl on each truth: old and new crawl on one truth differ by the crawls."""

    old_on_old: float | None
    old_on_new: float | None
    new_on_old: float | None
    new_on_new: float | None


def changes(before: Side, after: Side) -> tuple[Change, ...]:
    """Give every route that moved between two runs, with its blame."""
    told = {What.LOST: lost, What.APPEARED: appeared, What.GONE: gone}
    return tuple(
        _change(url, what, told[what](Case(before=before, after=after, url=url)))
        for url, what in moves(before, after)
    )


def moves(before: Side, after: Side) -> Iterator[tuple[str, What]]:
    """Yield what moved: missed now and known then, new in the permitted truth, no longer in it."""
    then = _permitted(before, after)
    now = _permitted(after, after)
    found_then = {after.key(found.route.url) for found in before.match.found}
    missed = {after.key(route.url) for route in after.match.missed}
    for key, url in now.items():
        if key not in then:
            yield url, What.APPEARED
        elif key in missed and key in found_then:
            yield url, What.LOST
    for key, url in then.items():
        if key not in now:
            yield url, What.GONE


def crossed(before: Side, after: Side) -> Crossed:
    """Judge each crawl on each truth."""
    return Crossed(
        old_on_old=before.match.recall,
        old_on_new=after.judge(before.inventory).recall,
        new_on_old=before.judge(after.inventory).recall,
        new_on_new=after.match.recall,
    )


def unseparated(
    lost_now: Iterable[str], new: Iterable[str], *, kept: bool = False
) -> tuple[Change, ...]:
    """Give what can be said without the old truth: who it may have been, and how to know."""
    how = AGAIN if kept else SEPARATE
    known = f"found in the baseline: not separable; {how}"
    unknown = f"not in the baseline's truth: not separable; {how}"
    either = Reason(blame=Blame.CRAWLER_OR_SITE, evidence=known)
    other = Reason(blame=Blame.SITE_OR_ORACLE, evidence=unknown)
    return (
        *(_change(url, What.LOST, either) for url in lost_now),
        *(_change(url, What.APPEARED, other) for url in new),
    )


def _change(url: str, what: What, reason: Reason) -> Change:
    return Change(url=url, what=what, blame=reason.blame, evidence=reason.evidence)


def _permitted(side: Side, as_on: Side) -> dict[str, str]:
    """Give the permitted routes of a side by the keys of another."""
    routes = (*(found.route for found in side.match.found), *side.match.missed)
    return {as_on.key(_named(as_on, route.url)): route.url for route in routes}


def _named(side: Side, url: str) -> str:
    """Give the address by which a side's truth counts a route of another's."""
    route = side.atlas.route(url)
    return route.url if route is not None else url
