"""Sightings from what a page showed and what actions brought: each address once, by least need."""

from collections.abc import Iterable, Iterator

from oracle.deed import Deed
from oracle.report import Link
from oracle.sighting import Phase, Sighting


def gather(
    page: str,
    level: int,
    *,
    shown: Iterable[Link],
    served: frozenset[str] | None,
    deeds: Iterable[Deed],
    views: frozenset[str],
) -> tuple[Sighting, ...]:
    """The sightings of one page, least level first, then by what it took, then by address.

    `served` holds the addresses in served HTML; None where no script ran, so that all that the
    page showed stood there. `views` are the addresses whose fragment the browser saw change the
    view; every other fragment that is no route by its form is dropped, and with it links to a
    place in the page itself.
    """
    if served is not None:
        served = frozenset(named(url, views) for url in served)
    best: dict[str, Sighting] = {}
    for sighting in _all(page, level, shown=shown, served=served, deeds=deeds, views=views):
        if sighting.url == page:
            continue  # a place in the page itself
        known = best.get(sighting.url)
        if known is None or _cost(sighting) < _cost(known):
            best[sighting.url] = sighting
    return tuple(sorted(best.values(), key=lambda one: (*_cost(one), one.url)))


def _cost(sighting: Sighting) -> tuple[int, int]:
    return sighting.level, sighting.phase.rank


def _all(
    page: str,
    level: int,
    *,
    shown: Iterable[Link],
    served: frozenset[str] | None,
    deeds: Iterable[Deed],
    views: frozenset[str],
) -> Iterator[Sighting]:
    def of_link(link: Link, below: int, phase: Phase, action: str | None = None) -> Sighting:
        return Sighting(
            url=named(link.url, views),
            page=page,
            level=below,
            phase=phase,
            label=link.label,
            action=action,
            locator=link.locator,
        )

    def is_served(link: Link) -> bool:
        return served is None or named(link.url, views) in served

    for link in shown:
        yield of_link(link, level + 1, Phase.HTML if is_served(link) else Phase.SCRIPT)
    for deed in deeds:
        below = level + 2 if deed.beyond else level + 1
        for link in deed.links:
            # What stood in the served bytes needs no action, whenever it came to be seen.
            if is_served(link) and not deed.beyond:
                yield of_link(link, below, Phase.HTML)
            else:
                yield of_link(link, below, Phase.REVEAL, deed.action)
        for held in deed.held:
            yield Sighting(
                url=named(held.url, views),
                page=page,
                level=level + 1,
                phase=Phase.NAVIGATION,
                label=deed.label,
                action=deed.action,
                locator=deed.locator,
            )


def named(url: str, views: frozenset[str]) -> str:
    """The address without its fragment, unless that is part of the route."""
    head, mark, fragment = url.partition("#")
    return url if url in views or (mark and fragment[:1] in ("/", "!")) else head
