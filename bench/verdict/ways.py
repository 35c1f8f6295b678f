"""Tells by which ways the crawler could have come to a missed route, and what stands in each."""

from collections.abc import Iterable
from dataclasses import dataclass

from bench.facts.truth import Phase
from bench.verdict.causes import Cause
from bench.verdict.citing import Citing, Read
from bench.verdict.scene import Case

# Causes that lie with a page that shows the route, and not with the route's own address.
OF_PAGES = frozenset(
    {
        Cause.DEPTH,
        Cause.ANCESTOR,
        Cause.UNREAD,
        Cause.NOT_EXTRACTED,
        Cause.SCRIPT_TEXT,
        Cause.RENDERING,
        Cause.ACTION,
        Cause.NAVIGATION,
        Cause.PAGE_DIFFERED,
    }
)
_BY_PHASE = {
    Phase.SCRIPT: Cause.RENDERING,
    Phase.REVEAL: Cause.ACTION,
    Phase.NAVIGATION: Cause.NAVIGATION,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One page that shows a route: a missed one is named, and what else stands in between."""

    page: str | None
    behind: frozenset[Cause]


def own_blockers(case: Case, causes: Iterable[Cause]) -> frozenset[Cause]:
    """Give the blockers that lie with the route's own address."""
    return frozenset(causes) - (OF_PAGES if case.unmet else frozenset())


def ways(case: Case) -> tuple[Way, ...] | None:
    """Give every way to a route; None where it has its address, or nobody knows a way."""
    if not case.unmet or not case.citing:
        return None
    failed = case.scene.failure is not None
    passable = (each for each in case.citing if each.read is not Read.FORBIDDEN)
    return tuple(dict.fromkeys(_way(citing, failed=failed) for citing in passable))


def _way(citing: Citing, *, failed: bool) -> Way:
    missed = citing.route.url if citing.route and citing.read is Read.MISSED else None
    on_page = _on_page(citing)
    # Of a crawl that failed as a whole, no page can be held against it.
    left = not (citing.readable or missed or failed)
    limit = Cause.DEPTH if citing.read is Read.DEEP else Cause.UNREAD
    behind = {limit} if left else set()
    return Way(page=missed, behind=frozenset(behind | on_page))


def _on_page(citing: Citing) -> set[Cause]:
    """Give what stands between the page's bytes and the address."""
    if citing.in_bytes:
        if not citing.readable:
            return set()
        return {Cause.PAGE_DIFFERED if citing.other else Cause.NOT_EXTRACTED}
    if citing.as_place:
        return {Cause.RENDERING}
    if citing.mention():
        return {Cause.SCRIPT_TEXT}
    return {_BY_PHASE[citing.sighting.phase]}
