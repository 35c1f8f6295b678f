"""Gives every miss exactly one cause, all its blockers, and the miss that it goes back to."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bench.facts.inventory import Candidate
from bench.facts.truth import Route
from bench.verdict.causes import TABLE, Cause
from bench.verdict.scene import Case, Scene, case_of
from bench.verdict.ways import Way, own_blockers, ways


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocker:
    """One thing that stands in the way of a route, with its evidence."""

    cause: Cause
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One page on the way up from a miss: why it was not had."""

    url: str
    cause: Cause
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """One missed route: its cause, all its blockers, and where the chain of causes begins.

    `own` are the causes at the address itself, `ways` how the crawler could have come to it;
    `chain` are the missed pages above it, the nearest first, the last one's cause the root cause.
    """

    route: Route
    cause: Cause
    evidence: str
    blockers: tuple[Blocker, ...]
    encounters: tuple[Candidate, ...] = ()
    own: frozenset[Cause] = frozenset()
    ways: tuple[Way, ...] | None = None
    above: tuple[str, ...] = ()
    chain: tuple[Link, ...] = ()
    root_cause: Cause = Cause.UNEXPLAINED

    @property
    def url(self) -> str:
        """The route's address."""
        return self.route.url

    @property
    def ancestor(self) -> str | None:
        """The nearest missed page that the miss goes back to."""
        return self.chain[0].url if self.chain else None


def diagnose(scene: Scene) -> tuple[Miss, ...]:
    """Explain every miss of a site, in the truth's order."""
    misses = {route.url: _explained(case_of(scene, route)) for route in scene.match.missed}
    parents = _parents(misses)
    return tuple(_rooted(miss, misses, parents) for miss in misses.values())


def by_cause(misses: Iterable[Miss]) -> dict[str, int]:
    """Count misses by cause, in the table's order."""
    counts = Counter(miss.cause for miss in misses)
    return {cause.value: counts[cause] for cause in Cause if counts[cause]}


def main_cause(misses: Iterable[Miss]) -> Cause | None:
    """Give the cause that most misses go back to; the earlier row of equals."""
    counts = Counter(miss.root_cause for miss in misses)
    return max((cause for cause in Cause if counts[cause]), key=counts.__getitem__, default=None)


def _explained(case: Case) -> Miss:
    blockers = tuple(
        Blocker(cause=cause, evidence=evidence)
        for cause, explain in TABLE
        if (evidence := explain(case)) is not None
    )
    nothing = Blocker(cause=Cause.UNEXPLAINED, evidence="no row of the table explains this miss")
    first = blockers[0] if blockers else nothing
    above = (citing.route.url for citing in case.citing if citing.route and citing.lost)
    return Miss(
        route=case.route,
        cause=first.cause,
        evidence=first.evidence,
        blockers=blockers or (nothing,),
        encounters=case.encounters,
        own=own_blockers(case, (each.cause for each in blockers or (nothing,))),
        ways=ways(case),
        above=tuple(dict.fromkeys(above)) if first.cause is Cause.ANCESTOR else (),
    )


def _parents(misses: Mapping[str, Miss]) -> Mapping[str, str]:
    """Give each miss below another the page above it that lies nearest to a cause."""
    below: dict[str, list[str]] = {}
    for miss in misses.values():
        for page in miss.above:
            below.setdefault(page, []).append(miss.url)
    # A missed page comes before a forbidden one: only the crawler's own faults can be mended.
    roots = [miss.url for miss in misses.values() if miss.cause is not Cause.ANCESTOR]
    waiting = deque((*roots, *(page for page in below if page not in misses)))
    parents: dict[str, str] = {}
    while waiting:
        page = waiting.popleft()
        for url in below.get(page, ()):
            if url not in parents:
                parents[url] = page
                waiting.append(url)
    return parents


def _rooted(miss: Miss, misses: Mapping[str, Miss], parents: Mapping[str, str]) -> Miss:
    chain = []
    page = parents.get(miss.url)
    while page is not None:
        above = misses.get(page)
        chain.append(_forbidden(page) if above is None else _link(above))
        page = parents.get(page)
    return replace(miss, chain=tuple(chain), root_cause=chain[-1].cause if chain else miss.cause)


def _link(miss: Miss) -> Link:
    return Link(url=miss.url, cause=miss.cause, evidence=miss.evidence)


def _forbidden(page: str) -> Link:
    return Link(url=page, cause=Cause.REFUSED_ROBOTS, evidence="robots.txt forbids the page")
