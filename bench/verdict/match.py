"""Lays what a crawler lists beside the truth: found, missed, forbidden, and what lies beyond."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bench.facts.inventory import Candidate, Inventory, State
from bench.facts.truth import Excluded, Route, Truth
from bench.verdict.atlas import Atlas, atlas_of
from bench.verdict.identity import Tier
from bench.verdict.robots import Robots

_RANK = {tier: rank for rank, tier in enumerate(Tier)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A route, and the listed address that stands for it most surely; the first of equals."""

    route: Route
    candidate: Candidate
    tier: Tier
    verified: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The permitted truth parted into found and missed, and whatever else is listed."""

    found: tuple[Found, ...] = ()
    missed: tuple[Route, ...] = ()
    forbidden: tuple[Route, ...] = ()
    forbidden_found: tuple[Found, ...] = ()
    unrecorded: tuple[Route, ...] = ()
    excluded: tuple[tuple[str, Excluded], ...] = ()
    beyond: tuple[str, ...] = ()

    @property
    def permitted(self) -> int:
        """The number of routes that recall is counted over."""
        return len(self.found) + len(self.missed)

    @property
    def recall(self) -> float | None:
        """The share of the permitted routes that was found; None where there are none."""
        return len(self.found) / self.permitted if self.permitted else None


def match(atlas: Atlas, inventory: Inventory, robots: Robots) -> Match:
    """Match each listed address to at most one route; each route keeps its best tier."""
    best: dict[str, Found] = {}
    excluded: dict[str, Excluded] = {}
    beyond: dict[str, None] = {}
    for candidate in inventory.candidates:
        place = atlas.locate(candidate.url) if candidate.listed else None
        if place and isinstance(place.at, Route):
            _keep(best, place.at, candidate, place.tier)
        elif place and isinstance(place.at, Excluded):
            excluded[candidate.url] = place.at
        elif candidate.listed and place is None:
            beyond[candidate.url] = None
    permitted = [route for route in atlas.routes if permits(robots, route)]
    allowed = {route.url for route in permitted}
    forbidden = [route for route in atlas.routes if route.url not in allowed]
    return Match(
        found=tuple(best[route.url] for route in permitted if route.url in best),
        missed=tuple(route for route in permitted if route.url not in best),
        forbidden=tuple(forbidden),
        forbidden_found=tuple(best[route.url] for route in forbidden if route.url in best),
        excluded=tuple(excluded.items()),
        beyond=tuple(beyond),
    )


def permits(robots: Robots, route: Route) -> bool:
    """Tell whether robots.txt leaves any way to the route: its own address and one sighted."""
    if not robots.origins:
        return True
    sighted = {sighting.url for sighting in route.sightings} or {route.url}
    return robots.decide(route.url).allowed and any(
        robots.decide(address).allowed for address in sighted
    )


def beyond_truth(truth: Truth, inventory: Inventory) -> tuple[str, ...]:
    """Give the listed addresses that are neither route, nor excluded, nor the root."""
    atlas = atlas_of(truth).with_hops(hops_of(inventory))
    listed = dict.fromkeys(inventory.listed)
    return tuple(address for address in listed if atlas.locate(address) is None)


def hops_of(inventory: Inventory) -> Iterator[tuple[str, str]]:
    """Yield the redirects that the crawler itself observed, and those it is told of."""
    yield from inventory.hops
    for candidate in inventory.candidates:
        seen = candidate.observation
        if seen is None:
            continue
        for hop in seen.redirects:
            if hop.location:
                yield hop.url, hop.location
        if seen.final_url:
            yield candidate.url, seen.final_url


def _keep(best: dict[str, Found], route: Route, candidate: Candidate, tier: Tier) -> None:
    held = best.get(route.url)
    verified = fetched_alive(candidate) or (held is not None and held.verified)
    if held is None or _RANK[tier] < _RANK[held.tier]:
        best[route.url] = Found(route=route, candidate=candidate, tier=tier, verified=verified)
    elif verified is not held.verified:
        best[route.url] = replace(held, verified=verified)


def fetched_alive(candidate: Candidate) -> bool:
    """Tell whether the crawler itself saw the address answer well."""
    seen = candidate.observation
    return candidate.state is State.FETCHED and seen is not None and seen.status in range(200, 300)
