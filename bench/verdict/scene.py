"""Puts together what is known around a site's misses: encounters, pages read, served bytes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from bench.facts.inventory import Candidate, Inventory, State
from bench.facts.truth import Phase, Route, Sighting, Truth
from bench.facts.witness import Witness
from bench.verdict.atlas import Atlas
from bench.verdict.citing import Citing, Read, Served, compared, is_place, served_of
from bench.verdict.identity import bare
from bench.verdict.likeness import COMPARED, Compared, shapes_of
from bench.verdict.match import Match, fetched_alive
from bench.verdict.regressions import Regression
from bench.verdict.tokens import shape_of

ROOT = "root"

Candidates = tuple[Candidate, ...]
T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, eq=False)  # no slots: what is indexed is kept
class Scene:
    """One site as a diagnosis needs it; nothing is indexed before a miss asks."""

    truth: Truth
    atlas: Atlas
    match: Match
    inventory: Inventory
    witness: Witness | None
    regressions: Mapping[Regression, tuple[str, ...]]
    failure: str | None = None
    pages: dict[str, Compared] = field(default_factory=dict)

    def compared(self, key: str, there: Candidates) -> Compared:
        """Compare a page as the two sides were served it, once."""
        if key not in self.pages:
            cited, served = self.cited.get(key, ()), self.served.get(key)
            self.pages[key] = compared(served, there, cited=cited, known=self.shapes_known)
        return self.pages[key]

    def key(self, address: str) -> str:
        """Give the spelling that an address is looked up by."""
        return self.atlas.identity.keys(address).spelling

    @cached_property
    def missed(self) -> frozenset[str]:
        """The addresses of the misses."""
        return frozenset(route.url for route in self.match.missed)

    @cached_property
    def forbidden(self) -> frozenset[str]:
        """The addresses of the routes that robots.txt forbids."""
        return frozenset(route.url for route in self.match.forbidden)

    @cached_property
    def encounters(self) -> Mapping[str, Candidates]:
        """The candidates that stand for each route, and for the root."""
        return grouped((self._named(each.url), each) for each in self.inventory.candidates)

    @cached_property
    def by_bare(self) -> Mapping[str, Candidates]:
        """The candidates by their address without scheme and www."""
        found = self.inventory.candidates
        return grouped((bare(self.key(each.url)), each) for each in found)

    @cached_property
    def known(self) -> frozenset[str]:
        """The spelling of everything that the crawler met."""
        return frozenset(self.key(each.url) for each in self.inventory.candidates)

    @cached_property
    def shapes_known(self) -> frozenset[str]:
        """The same without tokens."""
        return shapes_of(self.known)

    @cached_property
    def cited(self) -> Mapping[str, tuple[str, ...]]:
        """What the crawler first met on each page, in its links and frames."""
        told = (
            (self.key(each.citation.source), self.key(each.url))
            for each in self.inventory.candidates
            if each.citation and each.citation.source and each.citation.via in COMPARED
        )
        return grouped(told)

    @cached_property
    def served(self) -> Mapping[str, Served]:
        """The pages whose bytes were kept."""
        pages = self.witness.pages if self.witness else ()
        identity = self.atlas.identity
        return {self.key(page.final_url): served_of(page, identity) for page in pages}

    @cached_property
    def shapes(self) -> Mapping[str, Candidates]:
        """What is listed beyond the truth and holds a token, by its address without it."""
        beyond = frozenset(self.match.beyond)
        found = (each for each in self.inventory.candidates if each.url in beyond)
        told = ((shape_of(each.url), each) for each in found)
        return grouped((shape, each) for shape, each in told if shape)

    def _named(self, address: str) -> str:
        place = self.atlas.locate(address)
        at = place.at if place else None
        return at.url if isinstance(at, Route) else ROOT if at == ROOT else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One miss: the route, what the crawler did with its addresses, who shows it, its twin."""

    scene: Scene
    route: Route
    encounters: Candidates
    citing: tuple[Citing, ...]
    twin: Candidate | None = None

    @property
    def unmet(self) -> bool:
        """Whether the crawler never had the address, nor the same with another token."""
        return not self.encounters and self.twin is None


def case_of(scene: Scene, route: Route) -> Case:
    """Gather one miss."""
    known = dict.fromkeys(
        candidate
        for candidates in (
            scene.encounters.get(route.url, ()),
            *(scene.by_bare.get(bare(scene.key(address)), ()) for address in _forms(route)),
        )
        for candidate in candidates
    )
    sightings = route.sightings or tuple(_from_witness(scene, route))
    citing = tuple(_citing(scene, sighting) for sighting in sightings)
    return Case(
        scene=scene,
        route=route,
        encounters=tuple(known),
        citing=citing,
        twin=None if known else _twin(scene, route, citing),
    )


def _citing(scene: Scene, sighting: Sighting) -> Citing:
    key = scene.key(sighting.page)
    served = scene.served.get(key)
    place = scene.atlas.locate(sighting.page)
    route = place.at if place and isinstance(place.at, Route) else None
    root = place is not None and place.at == ROOT
    name = route.url if route else ROOT if root else None
    there = scene.encounters.get(name, ()) if name else _at(scene, key)
    return Citing(
        sighting=sighting,
        read=_read(scene, route, there, root=root),
        route=route,
        served=served,
        in_bytes=not is_place(sighting.url)
        and (
            sighting.phase is Phase.HTML or bool(served and scene.key(sighting.url) in served.keys)
        ),
        compared=scene.compared(key, there),
        seen_alike=served is not None
        and served.written_alike(scene.key(sighting.url), scene.known),
    )


def _read(scene: Scene, route: Route | None, there: Iterable[Candidate], *, root: bool) -> Read:
    if route and route.url in scene.forbidden:
        return Read.FORBIDDEN
    if route and route.url in scene.missed:
        return Read.MISSED
    if scene.inventory.bare and (root or route):
        return Read.ASSUMED
    there = tuple(there)
    if any(fetched_alive(candidate) for candidate in there):
        return Read.READ
    left = [candidate for candidate in there if candidate.state is State.PENDING]
    if left:
        return Read.DEEP if any(each.pending == "depth" for each in left) else Read.PENDING
    return Read.FAILED if there or root or route else Read.OUTSIDE


def _twin(scene: Scene, route: Route, citing: Iterable[Citing]) -> Candidate | None:
    """Find what the crawler met in the route's place: the same address with another token.

    It must come from a page that shows the route, where a crawler says so, and stand in no
    bytes that the browser was served there: else it is another page, and no twin.
    """
    shape = shape_of(route.url)
    others = scene.shapes.get(shape, ()) if shape else ()
    citing = tuple(citing)
    pages = {scene.key(each.sighting.page) for each in citing}
    held = {key for each in citing if each.served for key in each.served.keys}
    for other in others:
        source = other.citation.source if other.citation else None
        here = source is None or not pages or scene.key(source) in pages
        if here and scene.key(other.url) not in held:
            return other
    return None


def _from_witness(scene: Scene, route: Route) -> Iterator[Sighting]:
    """Stand in for sightings that a truth does not give: the served pages that link to it."""
    wanted = scene.key(route.url)
    for served in scene.served.values():
        if wanted in served.keys:
            page = served.page.url
            yield Sighting(url=route.url, page=page, level=route.level, phase=Phase.HTML)


def _at(scene: Scene, key: str) -> Candidates:
    found = scene.by_bare.get(bare(key), ())
    return tuple(candidate for candidate in found if scene.key(candidate.url) == key)


def _forms(route: Route) -> Iterable[str]:
    return dict.fromkeys((route.url, *(sighting.url for sighting in route.sightings)))


def grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    """Gather what stands under each name, in the order of the pairs."""
    grouped: dict[str, list[T]] = {}
    for name, value in pairs:
        grouped.setdefault(name, []).append(value)
    return {name: tuple(values) for name, values in grouped.items()}
