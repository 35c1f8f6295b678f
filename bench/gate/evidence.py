"""What two days of one site have in common: bytes, status, settings, what was to be opened."""

from bench.facts.inventory import Observation, State
from bench.facts.truth import Route
from bench.gate.side import Side

GONE = frozenset({404, 410})


def same_body(one: Observation | None, other: Observation | None) -> bool | None:
    """Whether the crawler was served the same page on both days; None when unknown."""
    if one is None or other is None or one.sha256 is None or other.sha256 is None:
        return None
    return one.sha256 == other.sha256


def same_page(before: Side, after: Side, url: str) -> bool | None:
    """Whether an address gave the same bytes on both days, to the crawler or to the browser."""
    crawled = same_body(before.observed(url), after.observed(url))
    if crawled:
        return True
    one, other = before.body_sha256(url), after.body_sha256(url)
    if after.frozen or one is None or other is None:
        return crawled
    return one == other


def serves_both(side: Side, url: str) -> bool | None:
    """Whether browser and crawler were served one page on one day; None when unknown."""
    seen, served = side.observed(url), side.body_sha256(url)
    if seen is None or seen.sha256 is None or served is None:
        return None
    return seen.sha256.rpartition(":")[2] == served


def read(side: Side, url: str) -> bool:
    """Whether the crawler fetched a page well."""
    return any(
        candidate.state is State.FETCHED
        and candidate.observation is not None
        and candidate.observation.status == 200
        for candidate in side.met(url)
    )


def status(side: Side, url: str) -> int | None:
    """Give what the crawler was answered."""
    seen = side.observed(url)
    return seen.status if seen else None


def due(side: Side, page: str) -> bool:
    """Whether the oracle was to open a page: the root, and what is on level 1."""
    place = side.atlas.locate(page)
    if place is None:
        return False
    return place.at == "root" or (isinstance(place.at, Route) and place.at.level == 1)


def same_oracle(before: Side, after: Side) -> bool:
    """Whether both truths were asked for alike."""
    one, other = before.truth, after.truth
    return (one.oracle, one.settings) == (other.oracle, other.settings)


def same_crawl(before: Side, after: Side) -> bool:
    """Whether the crawler gave the same answer on both days, to the byte."""
    one, other = before.inventory.digest, after.inventory.digest
    return one is not None and one == other


def pages_of(side: Side, url: str) -> tuple[str, ...]:
    """Give the pages that the oracle saw a route on."""
    place = side.at(url)
    sightings = place.sightings if place is not None else ()
    return tuple(dict.fromkeys(sighting.page for sighting in sightings))
