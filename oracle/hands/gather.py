"""Sightings from what a page showed and what actions brought: each address once, by least need."""

from collections.abc import Iterator
from dataclasses import dataclass

from oracle.hands.deed import Deed
from oracle.hands.report import Link
from oracle.routes.sighting import Phase, Sighting


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What one page gave.

    `served` holds the addresses in served HTML; None where no script ran, so that all that the
    page showed stood there. `views` are the addresses whose fragment the browser saw change the
    view; every other fragment that is no route by its form is dropped.
    """

    page: str
    level: int
    shown: tuple[Link, ...] = ()
    served: frozenset[str] | None = None
    deeds: tuple[Deed, ...] = ()
    views: frozenset[str] = frozenset()


def gather(evidence: Evidence) -> tuple[Sighting, ...]:
    """The sightings of one page: least level first, then by what it took, then by address.

    A link to a place in the page itself leads nowhere, and is none.
    """
    best: dict[str, Sighting] = {}
    for sighting in (*_of_loading(evidence), *_of_deeds(evidence)):
        known = best.get(sighting.url)
        if sighting.url != evidence.page and (known is None or _cost(sighting) < _cost(known)):
            best[sighting.url] = sighting
    return tuple(sorted(best.values(), key=lambda one: (*_cost(one), one.url)))


def named(url: str, views: frozenset[str]) -> str:
    """The address without its fragment, unless that is part of the route."""
    head, mark, fragment = url.partition("#")
    return url if url in views or (mark and fragment[:1] in ("/", "!")) else head


def _cost(sighting: Sighting) -> tuple[int, int]:
    return sighting.level, sighting.phase.rank


def _of_loading(evidence: Evidence) -> Iterator[Sighting]:
    served = _served(evidence)
    for link in evidence.shown:
        html = served is None or named(link.url, evidence.views) in served
        phase = Phase.HTML if html else Phase.SCRIPT
        yield _sighting(evidence, link, level=evidence.level + 1, phase=phase)


def _of_deeds(evidence: Evidence) -> Iterator[Sighting]:
    served = _served(evidence)
    for deed in evidence.deeds:
        level = evidence.level + (2 if deed.beyond else 1)
        for link in deed.links:
            # What stood in the served bytes needs no action, whenever it came to be seen.
            html = served is None or named(link.url, evidence.views) in served
            if html and not deed.beyond:
                yield _sighting(evidence, link, level=level, phase=Phase.HTML)
            else:
                yield _sighting(
                    evidence, link, level=level, phase=Phase.REVEAL, action=deed.action
                )
        for held in deed.held:
            target = Link(url=held.url, label=deed.label, locator=deed.locator)
            yield _sighting(
                evidence,
                target,
                level=evidence.level + 1,
                phase=Phase.NAVIGATION,
                action=deed.action,
            )


def _served(evidence: Evidence) -> frozenset[str] | None:
    if evidence.served is None:
        return None
    return frozenset(named(url, evidence.views) for url in evidence.served)


def _sighting(
    evidence: Evidence, link: Link, *, level: int, phase: Phase, action: str | None = None
) -> Sighting:
    return Sighting(
        url=named(link.url, evidence.views),
        page=evidence.page,
        level=level,
        phase=phase,
        label=link.label,
        action=action,
        locator=link.locator,
    )
