"""Tells what became of one address that somebody asks about, and which known ones look like it."""

import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from bench.facts.inventory import Candidate
from bench.facts.truth import Excluded, Route, Truth
from bench.verdict.atlas import Atlas, atlas_of
from bench.verdict.diagnose import Miss
from bench.verdict.judge import Verdict
from bench.verdict.match import Found
from bench.verdict.robots import read_robots

NEAR = 5
MOST_COMPARED = 20_000


class Fate(StrEnum):
    """What an address is on a site."""

    FOUND = "found"
    MISSED = "missed"
    FORBIDDEN = "forbidden"
    EXCLUDED = "excluded"
    ROOT = "root"
    BEYOND = "beyond"
    MET = "met"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """One address: its fate, what stands for it, and near ones where it is unknown."""

    url: str
    fate: Fate
    miss: Miss | None = None
    found: Found | None = None
    route: Route | None = None
    excluded: Excluded | None = None
    encounters: tuple[Candidate, ...] = ()
    rule: str | None = None
    near: tuple[str, ...] = ()


def whereabouts(
    verdict: Verdict, url: str, *, candidates: Iterable[Candidate] = ()
) -> Whereabouts:
    """Look an address up in a judged site, and among all that the crawler met there."""
    atlas = atlas_of(verdict.truth or Truth(root=url))
    key = atlas.identity.keys(url).spelling
    met = tuple(each for each in candidates if atlas.identity.keys(each.url).spelling == key)
    at = _placed(verdict, atlas, url)
    if met and at.fate is Fate.UNKNOWN:
        return Whereabouts(url=url, fate=Fate.MET, encounters=met)
    return replace(at, encounters=met)


def _placed(verdict: Verdict, atlas: Atlas, url: str) -> Whereabouts:
    if verdict.truth is None:
        return Whereabouts(url=url, fate=Fate.UNKNOWN)
    place = atlas.locate(url)
    match place.at if place else None:
        case Route() as route:
            return _route(verdict, url, route)
        case Excluded() as excluded:
            return Whereabouts(url=url, fate=Fate.EXCLUDED, excluded=excluded)
        case "root":
            return Whereabouts(url=url, fate=Fate.ROOT)
        case _:
            return _stranger(verdict, atlas, url)


def _route(verdict: Verdict, url: str, route: Route) -> Whereabouts:
    for miss in verdict.misses:
        if miss.url == route.url:
            return Whereabouts(url=url, fate=Fate.MISSED, route=route, miss=miss)
    for found in verdict.match.found:
        if found.route.url == route.url:
            return Whereabouts(url=url, fate=Fate.FOUND, route=route, found=found)
    rule = read_robots(verdict.checks.robots).decide(route.url).rule
    return Whereabouts(url=url, fate=Fate.FORBIDDEN, route=route, rule=rule)


def _stranger(verdict: Verdict, atlas: Atlas, url: str) -> Whereabouts:
    """Tell a listed address that the oracle never saw from one that nobody knows."""
    key = atlas.identity.keys(url).spelling
    beyond = any(atlas.identity.keys(each).spelling == key for each in verdict.match.beyond)
    if beyond:
        return Whereabouts(url=url, fate=Fate.BEYOND)
    return Whereabouts(url=url, fate=Fate.UNKNOWN, near=_near(verdict, url))


def _near(verdict: Verdict, url: str) -> tuple[str, ...]:
    """Give misses that hold the text, else the addresses that look like it."""
    holding = [miss.url for miss in verdict.misses if url in miss.url]
    if holding:
        return tuple(holding[:NEAR])
    known = list(dict.fromkeys(_known(verdict)))[:MOST_COMPARED]
    return tuple(difflib.get_close_matches(url, known, n=NEAR, cutoff=0.7))


def _known(verdict: Verdict) -> Iterator[str]:
    yield from (miss.url for miss in verdict.misses)
    yield from (found.route.url for found in verdict.match.found)
    yield from (route.url for route in verdict.match.forbidden)
    yield from verdict.match.beyond
