"""Sightings and what became of their addresses, put together to routes and to what was put aside.

Every address ends in exactly one of four: a route, put aside with a reason, the root in some
spelling, or not judged because a limit bit.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from oracle.likeness.tokens import mask
from oracle.liveness.verify import Check
from oracle.routes.classes import Landing, join
from oracle.routes.sighting import Sighting
from oracle.routes.truth import Excluded, Proof, Reason, Route
from oracle.scope import same_site
from oracle.url import document, fragment, loose, opens_app, place

_DRAWN = "another token stands in its place at the next load"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alive:
    """The address led to a live document of the site."""

    landing: Landing
    check: Check


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """The address is no route."""

    reason: Reason
    evidence: str


Fate = Alive | Aside | None
"""None: a limit bit before it could be judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roots:
    """The root's addresses: asked for, on the way, landed; and their other spellings.

    `restless` is the masked address of a root that lands at another token each time.
    """

    landed: str
    known: frozenset[str]
    restless: str | None = None

    def holds(self, address: str) -> bool:
        """Whether the address is the root in some spelling."""
        if address in self.known or mask(address) == self.restless:
            return True
        return any(_is_spelling(address, root) for root in self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """The routes, what was put aside, and the addresses that nobody could judge."""

    routes: tuple[Route, ...]
    excluded: tuple[Excluded, ...]
    unjudged: tuple[str, ...]


def assemble(
    sightings: Iterable[Sighting],
    *,
    fates: Mapping[str, Fate],
    drawn: frozenset[str],
    redirects: Iterable[tuple[str, str]],
    roots: Roots,
) -> Findings:
    """Put together what was seen; `fates` has a landing for the landed root, too."""
    seen: defaultdict[str, list[Sighting]] = defaultdict(list)
    for sighting in sightings:
        if not roots.holds(sighting.url):
            seen[sighting.url].append(sighting)
    fates = {url: fate for url, fate in fates.items() if url not in drawn}
    alive = {url: fate for url, fate in fates.items() if isinstance(fate, Alive)}
    names = join(
        {url: fate.landing for url, fate in alive.items()},
        redirects=redirects,
        landed=roots.landed,
    )
    return Findings(
        routes=_routes(seen, alive, names, roots),
        excluded=tuple(
            sorted((*_asides(seen, fates), *_volatiles(seen, drawn)), key=lambda one: one.url)
        ),
        unjudged=tuple(sorted(url for url in seen.keys() - drawn if fates.get(url) is None)),
    )


def tidy(sightings: Iterable[Sighting]) -> tuple[Sighting, ...]:
    """Each once, in an order that depends on nothing but themselves."""
    return tuple(sorted(set(sightings), key=_rank))


def _routes(
    seen: Mapping[str, list[Sighting]],
    alive: Mapping[str, Alive],
    names: Mapping[str, str],
    roots: Roots,
) -> tuple[Route, ...]:
    members: defaultdict[str, list[str]] = defaultdict(list)
    for url in sorted(seen.keys() & alive.keys()):
        members[names[url]].append(url)
    root = names.get(roots.landed)
    return tuple(
        _route(name, urls, seen, alive, roots)
        for name, urls in sorted(members.items())
        if name != root and not roots.holds(name)
    )


def _route(
    name: str,
    urls: list[str],
    seen: Mapping[str, list[Sighting]],
    alive: Mapping[str, Alive],
    roots: Roots,
) -> Route:
    shown = tidy(sighting for url in urls for sighting in seen[url])
    passed = {
        hop
        for url in urls
        if not fragment(url)  # the hops are its document's
        for pair in alive[url].check.hops
        for hop in pair
    }
    finals = {alive[url].landing.final for url in urls}
    prover = min(urls, key=lambda url: (alive[url].landing.final != name, url != name, url))
    return Route(
        url=name,
        level=min(sighting.level for sighting in shown),
        aliases=tuple(
            sorted(
                one for one in {*urls} | passed | finals if one != name and not roots.holds(one)
            )
        ),
        sightings=shown,
        check=Proof.of(alive[prover].check),
    )


def _asides(seen: Mapping[str, list[Sighting]], fates: Mapping[str, Fate]) -> Iterable[Excluded]:
    for url, shown in seen.items():
        fate = fates.get(url)
        if isinstance(fate, Aside):
            yield _excluded(url, fate, shown)


def _volatiles(seen: Mapping[str, list[Sighting]], drawn: frozenset[str]) -> Iterable[Excluded]:
    """One entry a place, its token masked everywhere, so that it is the same in every run."""
    places: defaultdict[str, list[Sighting]] = defaultdict(list)
    for url in seen.keys() & drawn:
        places[mask(url)].extend(replace(one, url=mask(url)) for one in seen[url])
    for url, shown in places.items():
        yield _excluded(url, Aside(reason=Reason.VOLATILE, evidence=_DRAWN), shown)


def _excluded(url: str, aside: Aside, shown: Iterable[Sighting]) -> Excluded:
    shown = tidy(shown)
    return Excluded(
        url=url,
        level=min(sighting.level for sighting in shown),
        reason=aside.reason,
        evidence=aside.evidence,
        sightings=shown,
    )


def _rank(one: Sighting) -> tuple[object, ...]:
    return (
        one.level,
        one.page,
        one.url,
        one.phase.rank,
        one.label or "",
        one.action or "",
        one.locator or "",
    )


def _is_spelling(address: str, root: str) -> bool:
    return (
        same_site(address, root)
        and opens_app(address, root)
        and place(loose(document(address))) == place(loose(document(root)))
    )
