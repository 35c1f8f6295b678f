"""Knows, for one site, which address stands for what: a route, an excluded address, the root."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from bench.facts.truth import Excluded, Route, Truth
from bench.verdict.identity import Identity, Tier, bare, identity_of

MAX_HOPS = 20
# The tiers of an address's own text, as its keys come: to walk an enumeration anew is slow.
_OWN = (Tier.EXACT, Tier.SPELLING, Tier.VARIANT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What an address stands for, and how surely."""

    at: Route | Excluded | Literal["root"]
    tier: Tier


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Atlas:
    """One site's truth, looked up by address; `routes` are its classes, each counted once."""

    identity: Identity
    routes: tuple[Route, ...]
    own: Mapping[Tier, Mapping[str, Route]]
    aliases: Mapping[str, Place]
    excluded: Mapping[str, Excluded]
    roots: frozenset[str]
    hops: Mapping[str, str]
    places: dict[str, Place | None] = field(default_factory=dict, repr=False)

    def locate(self, address: str) -> Place | None:
        """Tell what the address, or what it was seen to redirect to, stands for."""
        if address not in self.places:
            self.places[address] = self._locate(address)
        return self.places[address]

    def _locate(self, address: str) -> Place | None:
        for at, hop in enumerate(self._trail(address)):
            if place := self._here(hop):
                return place if at == 0 else replace(place, tier=Tier.REDIRECT)
        return None

    def route(self, address: str) -> Route | None:
        """Give the route that the address stands for, if it is one."""
        place = self.locate(address)
        return place.at if place and isinstance(place.at, Route) else None

    def with_hops(self, hops: Iterable[tuple[str, str]]) -> "Atlas":
        """Add redirects that somebody else saw; what the oracle saw comes first."""
        return replace(self, hops={**_hops(self.identity, hops), **self.hops}, places={})

    def _here(self, address: str) -> Place | None:
        keys = self.identity.keys(address)
        for tier, key in zip(_OWN, keys, strict=True):
            if route := self.own[tier].get(key):
                return Place(at=route, tier=tier)
        if alias := self.aliases.get(keys.spelling):
            return alias
        if excluded := self.excluded.get(keys.spelling):
            return Place(at=excluded, tier=Tier.SPELLING)
        if bare(keys.spelling) in self.roots:
            return Place(at="root", tier=Tier.SPELLING)
        return None

    def _trail(self, address: str) -> Iterator[str]:
        seen: set[str] = set()
        while len(seen) < MAX_HOPS:
            yield address
            key = self.identity.keys(address).spelling
            if key in seen or key not in self.hops:
                return
            seen.add(key)
            address = self.hops[key]


def atlas_of(truth: Truth) -> Atlas:
    """Draw the atlas of one truth."""
    identity = identity_of(
        [*_seen_as_one(truth), *((hop.from_, hop.to) for hop in truth.redirects)],
        views=(route.url for route in truth.routes),
    )
    routes = _classes(truth.routes, identity)
    roots = [identity.keys(root).spelling for root in (truth.root, truth.landed) if root]
    return Atlas(
        identity=identity,
        routes=routes,
        own=_own(routes, identity),
        aliases=_aliases(routes, identity),
        excluded={
            identity.keys(address).spelling: excluded
            for excluded in reversed(truth.excluded)
            for address in (excluded.url, *(sighting.url for sighting in excluded.sightings))
            # A dead view of the root page has the root's own spelling: its fragment is no key.
            if identity.keys(address).spelling not in roots
        },
        roots=frozenset(map(bare, roots)),
        hops=_hops(identity, ((hop.from_, hop.to) for hop in truth.redirects)),
    )


def _seen_as_one(truth: Truth) -> Iterator[tuple[str, str]]:
    """Yield the pairs that the browser took for one: the root and where it landed, aliases."""
    if truth.landed:
        yield truth.root, truth.landed
    for route in truth.routes:
        for alias in route.aliases:
            yield alias, route.url


def _classes(routes: Iterable[Route], identity: Identity) -> tuple[Route, ...]:
    """Merge routes that are one to the bench: a route is counted once."""
    classes: dict[str, Route] = {}
    for route in routes:
        key = identity.keys(route.url).variant
        classes[key] = _merged(classes[key], route) if key in classes else route
    return tuple(classes.values())


def _merged(one: Route, other: Route) -> Route:
    return replace(
        one,
        level=min(one.level, other.level),
        aliases=tuple(dict.fromkeys((*one.aliases, other.url, *other.aliases))),
        sightings=(*one.sightings, *other.sightings),
    )


def _own(routes: Iterable[Route], identity: Identity) -> dict[Tier, dict[str, Route]]:
    own: dict[Tier, dict[str, Route]] = {tier: {} for tier in _OWN}
    for route in routes:
        for tier, key in zip(_OWN, identity.keys(route.url), strict=True):
            own[tier].setdefault(key, route)
    return own


def _aliases(routes: Iterable[Route], identity: Identity) -> dict[str, Place]:
    """Index the other addresses of each route; one that is another page led there."""
    aliases: dict[str, Place] = {}
    for route in routes:
        others = {*route.aliases, *(sighting.url for sighting in route.sightings)} - {route.url}
        here = bare(identity.keys(route.url).spelling) if others else ""
        for alias in sorted(others):
            key = identity.keys(alias).spelling
            tier = Tier.VARIANT if bare(key) == here else Tier.REDIRECT
            aliases.setdefault(key, Place(at=route, tier=tier))
    return aliases


def _hops(identity: Identity, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    hops: dict[str, str] = {}
    for source, to in pairs:
        key = identity.keys(source).spelling
        if key != identity.keys(to).spelling:
            hops.setdefault(key, to)
    return hops
