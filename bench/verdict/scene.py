"""Puts together what is known around a site's misses: encounters, pages read, served bytes."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bench.facts.inventory import Candidate, Inventory, State, Stop
from bench.facts.truth import Phase, Route, Sighting, Truth
from bench.facts.witness import Witness
from bench.verdict.atlas import Atlas
from bench.verdict.identity import Identity, bare
from bench.verdict.match import Match, fetched_alive
from bench.verdict.regressions import Regression
from bench.verdict.static import StaticPage, static_page

_TOKEN = re.compile(r"(?<=[/=])(?=[\w-]*\d)[\w-]{8,}(?=$|[/&?#])")


class Read(StrEnum):
    """What the crawler had of a page that shows a route."""

    READ = "read"
    ASSUMED = "listed by a crawler that does not say what it fetched"
    PENDING = "left pending"
    FAILED = "could not be fetched"
    MISSED = "itself missed"
    FORBIDDEN = "forbidden by robots.txt"
    OUTSIDE = "no part of the truth"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citing:
    """One page that shows a route, how, and what the crawler had of it."""

    sighting: Sighting
    read: Read
    route: Route | None
    bytes: StaticPage | None
    in_bytes: bool
    same_bytes: bool | None

    @property
    def readable(self) -> bool:
        """Whether the crawler had, or must be taken to have had, the page."""
        return self.read in {Read.READ, Read.ASSUMED}

    def mention(self) -> str | None:
        """Show where the served bytes hold the address."""
        return self.bytes.mention(self.sighting.url) if self.bytes else None


@dataclass(frozen=True, kw_only=True, eq=False)  # no slots: what is parsed is kept
class Served:
    """One page's served bytes, read only when a miss needs them."""

    page: StaticPage
    digest: str | None
    identity: Identity

    @cached_property
    def keys(self) -> frozenset[str]:
        """The spelling of every address that the bytes link to."""
        return frozenset(self.identity.keys(link).spelling for link in self.page.links)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Scene:
    """One site as a diagnosis needs it."""

    truth: Truth
    atlas: Atlas
    match: Match
    missed: frozenset[str]
    forbidden: frozenset[str]
    inventory: Inventory
    failure: str | None
    regressions: Mapping[Regression, tuple[str, ...]]
    encounters: Mapping[str, tuple[Candidate, ...]]
    by_bare: Mapping[str, tuple[Candidate, ...]]
    served: Mapping[str, Served]
    shapes: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One miss: the route, what the crawler did with its addresses, who shows it."""

    scene: Scene
    route: Route
    encounters: tuple[Candidate, ...]
    citing: tuple[Citing, ...]


def scene_of(  # noqa: PLR0913 - the one place where all of a site comes together
    truth: Truth,
    atlas: Atlas,
    *,
    match: Match,
    inventory: Inventory,
    witness: Witness | None,
    regressions: Mapping[Regression, tuple[str, ...]],
    failure: str | None = None,
) -> Scene:
    """Index one site."""
    encounters: dict[str, list[Candidate]] = {}
    by_bare: dict[str, list[Candidate]] = {}
    for candidate in inventory.candidates:
        place = atlas.locate(candidate.url)
        at = place.at if place else None
        name = at.url if isinstance(at, Route) else "root" if at == "root" else ""
        encounters.setdefault(name, []).append(candidate)
        by_bare.setdefault(_bare(atlas, candidate.url), []).append(candidate)
    return Scene(
        truth=truth,
        atlas=atlas,
        match=match,
        missed=frozenset(route.url for route in match.missed),
        forbidden=frozenset(route.url for route in match.forbidden),
        inventory=inventory,
        failure=failure,
        regressions=regressions,
        encounters={name: tuple(found) for name, found in encounters.items()},
        by_bare={name: tuple(found) for name, found in by_bare.items()},
        served={
            _key(atlas, page.final_url): Served(
                page=static_page(page), digest=_digest(page.sha256), identity=atlas.identity
            )
            for page in (witness.pages if witness else ())
        },
        shapes={shape: address for address in match.beyond if (shape := shape_of(address))},
    )


def case_of(scene: Scene, route: Route) -> Case:
    """Gather one miss."""
    known = dict.fromkeys(
        candidate
        for candidates in (
            scene.encounters.get(route.url, ()),
            *(scene.by_bare.get(_bare(scene.atlas, address), ()) for address in _forms(route)),
        )
        for candidate in candidates
    )
    sightings = route.sightings or tuple(_from_witness(scene, route))
    return Case(
        scene=scene,
        route=route,
        encounters=tuple(known),
        citing=tuple(_citing(scene, sighting) for sighting in sightings),
    )


def shape_of(address: str) -> str | None:
    """Mask what looks like a token made for one request; None where nothing does."""
    shape = _TOKEN.sub("*", address)
    return shape if shape != address else None


def _citing(scene: Scene, sighting: Sighting) -> Citing:
    key = _key(scene.atlas, sighting.page)
    served = scene.served.get(key)
    place = scene.atlas.locate(sighting.page)
    route = place.at if place and isinstance(place.at, Route) else None
    name = route.url if route else "root" if place and place.at == "root" else None
    candidates = scene.encounters.get(name, ()) if name else _at(scene, sighting.page)
    theirs = {
        _digest(candidate.observation.sha256)
        for candidate in candidates
        if candidate.observation and candidate.observation.sha256
    }
    ours = served.digest if served else None
    return Citing(
        sighting=sighting,
        read=_read(scene, route, candidates, root=name == "root"),
        route=route,
        bytes=served.page if served else None,
        in_bytes=sighting.phase is Phase.HTML
        or bool(served and _key(scene.atlas, sighting.url) in served.keys),
        same_bytes=ours in theirs if ours and theirs else None,
    )


def _read(
    scene: Scene, route: Route | None, candidates: Iterable[Candidate], *, root: bool
) -> Read:
    if route and route.url in scene.forbidden:
        return Read.FORBIDDEN
    if route and route.url in scene.missed:
        return Read.MISSED
    if scene.inventory.bare and (root or route):
        return Read.ASSUMED
    states = {candidate.state for candidate in candidates}
    if any(fetched_alive(candidate) for candidate in candidates):
        return Read.READ
    if State.PENDING in states:
        return Read.PENDING
    return Read.FAILED if states or root or route else Read.OUTSIDE


def _from_witness(scene: Scene, route: Route) -> Iterator[Sighting]:
    """Stand in for sightings that a truth does not give: the served pages that link to it."""
    wanted = _key(scene.atlas, route.url)
    for served in scene.served.values():
        if wanted in served.keys:
            page = served.page.url
            yield Sighting(url=route.url, page=page, level=route.level, phase=Phase.HTML)


def _at(scene: Scene, address: str) -> tuple[Candidate, ...]:
    wanted = _key(scene.atlas, address)
    found = scene.by_bare.get(bare(wanted), ())
    return tuple(candidate for candidate in found if _key(scene.atlas, candidate.url) == wanted)


def _forms(route: Route) -> Iterable[str]:
    return dict.fromkeys((route.url, *(sighting.url for sighting in route.sightings)))


def _bare(atlas: Atlas, address: str) -> str:
    return bare(_key(atlas, address))


def _key(atlas: Atlas, address: str) -> str:
    return atlas.identity.keys(address).spelling


def _digest(text: str | None) -> str | None:
    return text.removeprefix("sha256:").lower() if text else None


def failure_of(inventory: Inventory | None, error: str | None) -> str | None:
    """Say why a crawl came to nothing; a root that was refused by scope is no failed crawl."""
    if error or inventory is None:
        return error or "no inventory was written"
    if inventory.stop is not Stop.SEED_FAILED:
        return None
    seeds = [
        each for each in inventory.candidates if each.citation and each.citation.via == "seed"
    ]
    for seed in seeds:
        seen = seed.observation
        if seed.state is State.REFUSED or (
            seen and seen.error and seen.error.reason == "refused-hop"
        ):
            return None
        if seen:
            what = seen.error.reason if seen.error else f"status {seen.status}"
            return f"the root could not be fetched: {what}"
    return inventory.why_empty or "the root could not be fetched"
