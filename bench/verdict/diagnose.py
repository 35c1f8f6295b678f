"""Gives every miss exactly one cause, all its blockers, and the miss that it goes back to."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from bench.facts.inventory import Candidate
from bench.facts.truth import Route
from bench.verdict.causes import TABLE, Cause
from bench.verdict.scene import Case, Scene, case_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocker:
    """One thing that stands in the way of a route, with its evidence."""

    cause: Cause
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """One missed route: its cause, all its blockers, and where the chain of causes begins."""

    route: Route
    cause: Cause
    evidence: str
    blockers: tuple[Blocker, ...]
    encounters: tuple[Candidate, ...] = ()
    ancestor: str | None = None
    root_cause: Cause = Cause.UNEXPLAINED


def diagnose(scene: Scene) -> tuple[Miss, ...]:
    """Explain every miss of a site, in the truth's order."""
    misses = {route.url: _explained(case_of(scene, route)) for route in scene.match.missed}
    return tuple(replace(miss, root_cause=_root(miss, misses)) for miss in misses.values())


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
    parents = [citing.route.url for citing in case.citing if citing.route]
    return Miss(
        route=case.route,
        cause=first.cause,
        evidence=first.evidence,
        blockers=blockers or (nothing,),
        encounters=case.encounters,
        ancestor=parents[0] if parents and first.cause is Cause.ANCESTOR else None,
    )


def _root(miss: Miss, misses: Mapping[str, Miss]) -> Cause:
    """Follow ancestors to the miss that began it; a page that is no miss was forbidden."""
    seen = set()
    while miss.cause is Cause.ANCESTOR and miss.route.url not in seen:
        seen.add(miss.route.url)
        parent = misses.get(miss.ancestor or "")
        if parent is None:
            return Cause.REFUSED_ROBOTS
        miss = parent
    return miss.cause
