"""The four detectors: each fault alone, all combinations, and none without a fault."""

from collections.abc import Iterable
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.facts.checks import Checks, Liveness, PrecisionSample, Probe
from bench.facts.inventory import Failure, Inventory, Stop
from bench.facts.truth import Exclusion, Phase, Truth
from bench.verdict.atlas import atlas_of
from bench.verdict.match import match
from bench.verdict.regressions import DETECTORS, Regression, detect, evidence_of
from bench.verdict.robots import Robots
from tests.bench.strategies import (
    bare,
    drawn,
    excluded,
    inventory,
    judged,
    pending,
    redirects,
    refused,
    route,
    seed,
    sighting,
    truth,
)

WWW, LANDED, SCHEME, SOFT = Regression
TO_WWW = "https://www.a.test"

# A small lab of addresses: per site its truth, and what a crawler lists with each fault.
OAKS = truth(
    route(f"{TO_WWW}/trees", sighting(f"{TO_WWW}/trees", f"{TO_WWW}/")),
    route(
        f"{TO_WWW}/visit",
        sighting("https://a.test/visit", f"{TO_WWW}/"),
        aliases=["https://a.test/visit"],
    ),
    route(f"{TO_WWW}/visit/map", sighting(f"{TO_WWW}/visit/map", f"{TO_WWW}/visit")),
    root="http://a.test/",
    landed=f"{TO_WWW}/",
    redirects=redirects(("http://a.test/", f"{TO_WWW}/"), ("/visit", f"{TO_WWW}/visit")),
)
LATHE = truth(
    route(
        "https://new.test/docs/a", sighting("https://new.test/docs/a", "https://new.test/docs/")
    ),
    route(
        "https://new.test/docs/b", sighting("https://new.test/docs/b", "https://new.test/docs/")
    ),
    root="https://docs.old.test/latest/",
    landed="https://new.test/docs/",
    redirects=redirects(("https://docs.old.test/latest/", "https://new.test/docs/")),
)
TIDES = truth(
    route("/moon", sighting("/moon", phase=Phase.SCRIPT)),
    route("/tables", sighting("/tables", phase=Phase.SCRIPT)),
)
SORRY = truth(route("/a"), excluded=(excluded("/gone", Exclusion.SOFT_404),))


def oaks(faults: frozenset[Regression]) -> Inventory:
    if {WWW, LANDED} <= faults:
        return bare("http://a.test/", "https://a.test/visit")
    if WWW in faults:
        return bare("http://a.test/", f"{TO_WWW}/trees")
    return bare("http://a.test/", f"{TO_WWW}/trees", "https://a.test/visit", f"{TO_WWW}/visit/map")


def lathe(faults: frozenset[Regression]) -> Inventory:
    if LANDED in faults:
        return bare("https://docs.old.test/latest/")
    return bare("https://new.test/docs/", "https://new.test/docs/a", "https://new.test/docs/b")


def tides(faults: frozenset[Regression]) -> Inventory:
    scheme = "http" if SCHEME in faults else "https"
    return bare("/", f"{scheme}://a.test/moon", f"{scheme}://a.test/tables")


def sorry(faults: frozenset[Regression]) -> Inventory:
    return bare("/", "/a", *(["/gone"] if SOFT in faults else []))


LAB = ((OAKS, oaks), (LATHE, lathe), (TIDES, tides), (SORRY, sorry))
COMBINATIONS = list(
    chain.from_iterable(combinations(Regression, size) for size in range(len(Regression) + 1))
)


def cost(facts: Truth, told: Inventory, checks: Checks | None = None) -> dict[Regression, int]:
    lost = judged(facts, told, checks=checks).regressions
    return {fault: len(routes) for fault, routes in lost.items()}


@pytest.mark.parametrize("faults", COMBINATIONS, ids="+".join)
def test_exactly_the_matching_detectors_fire(faults: Iterable[Regression]) -> None:
    fired = {fault for facts, crawl in LAB for fault in cost(facts, crawl(frozenset(faults)))}
    assert fired == set(faults)


LOST = [
    ("www: what only bare links show, and what those pages show", OAKS, oaks, {WWW}, {WWW: 2}),
    ("landed root: all of it", LATHE, lathe, {LANDED}, {LANDED: 2}),
    ("scheme: all of it", TIDES, tides, {SCHEME}, {SCHEME: 2}),
    ("soft-404: the false address", SORRY, sorry, {SOFT}, {SOFT: 1}),
]


@pytest.mark.parametrize(
    ("facts", "crawl", "faults", "lost"), [row[1:] for row in LOST], ids=[row[0] for row in LOST]
)
def test_what_a_fault_cost(
    facts: Truth, crawl: object, faults: set[Regression], lost: dict[Regression, int]
) -> None:
    assert callable(crawl)
    assert cost(facts, crawl(frozenset(faults))) == lost


MORE: list[tuple[str, Truth, Inventory, dict[Regression, int]]] = [
    (
        "a crawl that stopped at the bare host's redirect",
        truth(
            route(f"{TO_WWW}/x", sighting(f"{TO_WWW}/x", f"{TO_WWW}/")),
            root="https://a.test/",
            landed=f"{TO_WWW}/",
        ),
        bare("https://a.test/"),
        {WWW: 1},
    ),
    (
        "another path on the same host",
        truth(
            route("/v5/a", sighting("/v5/a", "/v5/")),
            root="https://a.test/latest/",
            landed="https://a.test/v5/",
        ),
        bare("/latest/", "/latest/old"),
        {LANDED: 1},
    ),
    (
        "a root that only moved down loses nothing by its scope",
        truth(route("/docs/a", sighting("/docs/a", "/docs/")), landed="https://a.test/docs/"),
        bare("/"),
        {},
    ),
    (
        "the whole host under the other scheme",
        truth(route("/x")),
        bare("http://a.test/", "http://a.test/y"),
        {SCHEME: 1},
    ),
    (
        "a route that is found, but only by a redirect from the other scheme",
        truth(route("/x"), redirects=redirects(("http://a.test/x", "/x"))),
        bare("/", "http://a.test/x"),
        {SCHEME: 1},
    ),
    (
        "a link that the site itself wrote with http",
        truth(
            route("/x", sighting("http://a.test/x")),
            redirects=redirects(("http://a.test/x", "/x")),
        ),
        bare("/", "http://a.test/x"),
        {},
    ),
    (
        "both schemes listed",
        truth(route("/x")),
        bare("/x", "http://a.test/x"),
        {},
    ),
    ("a script-drawn route is no fault", truth(route("/x"), route("/y")), bare("/y"), {}),
    (
        "dead addresses are another matter",
        truth(route("/a"), excluded=(excluded("/gone", Exclusion.DEAD),)),
        bare("/a", "/gone"),
        {},
    ),
]


@pytest.mark.parametrize(
    ("facts", "told", "lost"), [row[1:] for row in MORE], ids=[row[0] for row in MORE]
)
def test_more_lists(facts: Truth, told: Inventory, lost: dict[Regression, int]) -> None:
    assert cost(facts, told) == lost


def test_soft_404s_that_only_the_sample_shows() -> None:
    probes = (
        Probe(url="https://a.test/no", verdict=Liveness.SOFT_404),
        Probe(url="https://a.test/unlisted", verdict=Liveness.SOFT_404),
        Probe(url="https://a.test/dead", verdict=Liveness.DEAD),
    )
    checks = Checks(precision=PrecisionSample(beyond=2, sample=probes))
    told = bare("/a", "/no", "/dead")
    assert cost(truth(route("/a")), told, checks) == {SOFT: 1}


@pytest.mark.parametrize("facts", [OAKS, LATHE, TIDES, SORRY])
def test_a_crawl_that_failed_is_no_regression(facts: Truth) -> None:
    failed = seed(listed=False, status=None, error=Failure(reason="connect"))
    assert cost(facts, inventory(failed, stop=Stop.SEED_FAILED)) == {}


def test_a_root_that_the_scope_refused_is_no_failed_crawl() -> None:
    failed = seed(listed=False, status=301, error=Failure(reason="refused-hop"))
    assert cost(LATHE, inventory(failed, stop=Stop.SEED_FAILED)) == {LANDED: 2}


def test_reasons_of_the_crawler_change_nothing() -> None:
    told = inventory(seed(), refused("https://new.test/docs/a", "robots"))
    assert cost(LATHE, told) == {LANDED: 2}


PLACES = st.lists(st.sampled_from(["/a", "/b", "/c/d", "/e", "https://www.a.test/a"]), unique=True)


@drawn
@given(PLACES, PLACES, PLACES)
def test_a_glance_tells_what_the_detectors_tell(
    routes: list[str], listed: list[str], soft: list[str]
) -> None:
    """Where all has one origin, and where something has another."""
    put_aside = tuple(excluded(url, Exclusion.SOFT_404) for url in soft if url not in routes)
    facts = truth(*map(route, routes), excluded=put_aside)
    told = inventory(seed(), *map(pending, listed))
    atlas = atlas_of(facts)
    matched = match(atlas, told, Robots())
    evidence = evidence_of(facts, atlas, matched, told.listed, ())
    slowly = {
        fault: tuple(sorted(found)) for fault, find in DETECTORS if (found := find(evidence))
    }
    assert detect(facts, atlas, matched, told.listed) == slowly
