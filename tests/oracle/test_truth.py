import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.record import read_truth
from oracle.likeness.tokens import mask
from oracle.liveness.verify import By, Check, Standing
from oracle.routes.assemble import Alive, Aside, Fate, Findings, Roots, assemble
from oracle.routes.classes import Landing, join
from oracle.routes.passes import agreement
from oracle.routes.sighting import Phase, Sighting
from oracle.routes.truth import Excluded, Reason, Route, Truth, Verdict, Visited

SHOP = "https://shop.test"
ROOTS = Roots(landed=f"{SHOP}/", known=frozenset({f"{SHOP}/", "http://shop.test/"}))
NO_HOPS: frozenset[tuple[str, str]] = frozenset()

JOINED = {
    "one final address": ({"/old": "/new", "/new": "/new"}, {}, [{"/old", "/new"}]),
    "a slash and the same words": (
        {"/a": "/a", "/a/": "/a/"},
        {"/a": "x", "/a/": "x"},
        [{"/a", "/a/"}],
    ),
    "a slash and other words": (
        {"/a": "/a", "/a/": "/a/"},
        {"/a": "x", "/a/": "y"},
        [{"/a"}, {"/a/"}],
    ),
    "a slash and nothing known": ({"/a": "/a", "/a/": "/a/"}, {}, [{"/a"}, {"/a/"}]),
    "the same words elsewhere": (
        {"/a": "/a", "/b": "/b"},
        {"/a": "x", "/b": "x"},
        [{"/a"}, {"/b"}],
    ),
    "tracking and order": (
        {"/a?b=1&c=2": "/a?b=1&c=2", "/a?c=2&b=1&utm_source=n": "/a?c=2&b=1&utm_source=n"},
        {"/a?b=1&c=2": "x", "/a?c=2&b=1&utm_source=n": "x"},
        [{"/a?b=1&c=2", "/a?c=2&b=1&utm_source=n"}],
    ),
    "views behind a hash": ({"/#/a": "/#/a", "/#/b": "/#/b"}, {"/#/a": "x", "/#/b": "x"}, None),
}


@pytest.mark.parametrize(("finals", "said", "expected"), JOINED.values(), ids=JOINED)
def test_addresses_are_joined_conservatively(
    finals: dict[str, str], said: dict[str, str], expected: list[set[str]] | None
) -> None:
    landings = {
        SHOP + url: Landing(final=SHOP + final, said=said.get(url))
        for url, final in finals.items()
    }
    names = join(landings, redirects=(), landed=f"{SHOP}/")
    classes: dict[str, set[str]] = {}
    for url, name in names.items():
        classes.setdefault(name, set()).add(url.removeprefix(SHOP))
    found = sorted(classes.values(), key=min)
    assert found == ([{url} for url in sorted(finals)] if expected is None else expected)


TWINS = [
    (("http://shop.test/x", "https://shop.test/x"), True),
    (("http://shop.test/x", "https://shop.test/y"), False),
    (("https://shop.test/x", "https://www.shop.test/x"), False),
    (("http://other.test/x", "https://shop.test/x"), False),
]


@pytest.mark.parametrize(("hop", "joined"), TWINS)
def test_schemes_are_one_only_where_a_redirect_between_them_was_seen(
    hop: tuple[str, str], *, joined: bool
) -> None:
    landings = {url: Landing(final=url) for url in ("http://shop.test/a", f"{SHOP}/a")}
    names = join(landings, redirects=[hop], landed=f"{SHOP}/")
    assert names[f"{SHOP}/a"] == f"{SHOP}/a"
    assert (names["http://shop.test/a"] == f"{SHOP}/a") is joined


def test_www_is_joined_where_a_redirect_was_seen_and_named_after_the_landed_root() -> None:
    both = {f"https://{host}shop.test/a" for host in ("", "www.")}
    names = join(
        {url: Landing(final=url) for url in both},
        redirects=[("https://shop.test/b", "https://www.shop.test/b")],
        landed="https://www.shop.test/",
    )
    assert set(names.values()) == {"https://www.shop.test/a"}


ROOT_SPELLINGS = [
    ("https://shop.test/", True),
    ("https://www.shop.test/index.html", True),
    ("http://shop.test/?utm_source=x", True),
    ("https://shop.test/#/", True),
    ("https://shop.test/#!", True),
    ("https://shop.test/#/a", False),
    ("https://shop.test/?page=2", False),
    ("https://shop.test/en/", False),
    ("https://blog.shop.test/", False),
]


@pytest.mark.parametrize(("address", "expected"), ROOT_SPELLINGS)
def test_the_root_is_known_in_any_spelling(address: str, *, expected: bool) -> None:
    assert ROOTS.holds(address) is expected


def check(url: str, final: str) -> Check:
    return Check(
        url=url,
        standing=Standing.ALIVE,
        status=200,
        final_url=final,
        by=By.HTTP,
        evidence="",
        hops=() if url == final else ((url, final),),
    )


def alive(url: str, final: str | None = None, said: str | None = None) -> Alive:
    final = final or url
    return Alive(landing=Landing(final=final, said=said), check=check(url, final))


PATHS = ["/", "/index.html", "/a", "/a/", "/b", "/c?x=1", "/#/v", "/t/9f86d081884c7d65"]
urls = st.sampled_from([SHOP + path for path in PATHS])
sightings = st.builds(
    Sighting,
    url=urls,
    page=urls,
    level=st.sampled_from([1, 2]),
    phase=st.sampled_from(Phase),
    label=st.none() | st.just("x"),
)
worlds = st.fixed_dictionaries(
    {
        SHOP + path: st.one_of(
            st.builds(
                alive,
                st.just(SHOP + path),
                st.just(SHOP + path) | urls,
                st.none() | st.sampled_from("xy"),
            ),
            st.builds(Aside, reason=st.sampled_from(Reason), evidence=st.just("because")),
            st.none(),
        )
        for path in PATHS
    }
)
drawn_sets = st.sets(st.just(SHOP + PATHS[-1])).map(frozenset)


def put_together(
    shown: list[Sighting], fates: dict[str, Fate], drawn: frozenset[str] = frozenset()
) -> Findings:
    return assemble(shown, fates=fates, drawn=drawn, redirects=NO_HOPS, roots=ROOTS)


@given(shown=st.lists(sightings, max_size=8), fates=worlds, drawn=drawn_sets)
def test_every_address_ends_in_exactly_one_place(
    shown: list[Sighting], fates: dict[str, Fate], drawn: frozenset[str]
) -> None:
    found = put_together(shown, fates, drawn)
    routes = [one.url for route in found.routes for one in route.sightings]
    asides = [one.url for entry in found.excluded for one in entry.sightings]
    for url in {one.url for one in shown}:
        told = mask(url) if url in drawn else url
        homes = (told in routes, told in asides, url in found.unjudged)
        fate = fates[url]
        lands_home = isinstance(fate, Alive) and sum(homes) == 0
        assert sum(homes) + (ROOTS.holds(url) or lands_home) == 1
    entries: list[Route | Excluded] = [*found.routes, *found.excluded]
    for entry in entries:
        assert entry.level == min(one.level for one in entry.sightings)
    assert len({route.url for route in found.routes}) == len(found.routes)
    assert not any(ROOTS.holds(route.url) for route in found.routes)


@given(shown=st.lists(sightings, max_size=8), more=sightings, fates=worlds)
def test_one_more_sighting_takes_no_route_away(
    shown: list[Sighting], more: Sighting, fates: dict[str, Fate]
) -> None:
    before, after = put_together(shown, fates), put_together([*shown, more], fates)
    levels = {route.url: route.level for route in after.routes}
    for route in before.routes:
        assert levels[route.url] <= route.level


@given(shown=st.lists(sightings, max_size=8), fates=worlds, order=st.randoms())
def test_order_and_repetition_change_nothing(
    shown: list[Sighting], fates: dict[str, Fate], order: Random
) -> None:
    again = [*shown, *shown]
    order.shuffle(again)
    turned = dict(reversed(fates.items()))
    assert put_together(again, turned) == put_together(shown, fates)


def truth(**changes: object) -> Truth:
    sighting = Sighting(url=f"{SHOP}/a", page=f"{SHOP}/", level=1, phase=Phase.HTML)
    found = put_together([sighting], {f"{SHOP}/a": alive(f"{SHOP}/a")})
    one = Truth(
        oracle="o/1",
        root=f"{SHOP}/",
        landed=f"{SHOP}/",
        routes=found.routes,
        visits=(
            Visited(url=f"{SHOP}/", final_url=f"{SHOP}/", level=0, status=200, settled="quiet"),
        ),
        settings={"visits": 200, "seconds": None},
        started="2026-01-01T00:00:00Z",
        seconds=1.0,
    )
    return replace(one, **changes)  # type: ignore[arg-type] # fields of Truth


VISIT = Visited(
    url=f"{SHOP}/", final_url=f"{SHOP}/", level=0, status=200, settled="cap", faults=("slow",)
)


def test_the_digest_leaves_out_what_passes() -> None:
    passing = truth(started="2027-01-01T00:00:00Z", seconds=9.0, visits=(VISIT,))
    assert passing.digest == truth().digest
    assert truth().as_json()["digest"] == truth().digest
    lost = [truth(verdict=Verdict.ERROR, reason=words) for words in ("ERR_REFUSED", "ERR_RESET")]
    assert lost[0].digest == lost[1].digest != truth().digest


@pytest.mark.parametrize(
    "change",
    [
        {"routes": ()},
        {"sampled": True},
        {"settings": {"visits": 200, "seconds": 5}},
        {"visits": ()},
        {"redirects": ((f"{SHOP}/b", f"{SHOP}/a"),)},
    ],
)
def test_the_digest_tells_other_truths_apart(change: dict[str, object]) -> None:
    assert truth(**change).digest != truth().digest


def test_the_json_has_the_fields_of_the_format() -> None:
    told = json.loads(json.dumps(truth().as_json()))
    assert told["schema"] == 1
    assert told["routes"] == [
        {
            "url": f"{SHOP}/a",
            "level": 1,
            "aliases": [],
            "sightings": [
                {
                    "url": f"{SHOP}/a",
                    "page": f"{SHOP}/",
                    "level": 1,
                    "phase": "html",
                    "label": None,
                    "action": None,
                }
            ],
            "check": {
                "status": 200,
                "final_url": f"{SHOP}/a",
                "content_type": None,
                "by": "http",
            },
        }
    ]
    assert told["visits"][0]["settled"] == "quiet"


def test_a_route_keeps_its_aliases_and_its_hops() -> None:
    shown = [
        Sighting(url=f"{SHOP}{path}", page=f"{SHOP}/", level=level, phase=Phase.HTML)
        for path, level in (("/old", 2), ("/new", 1))
    ]
    fates: dict[str, Fate] = {
        f"{SHOP}/old": Alive(
            landing=Landing(final=f"{SHOP}/new"),
            check=replace(
                check(f"{SHOP}/old", f"{SHOP}/new"),
                hops=((f"{SHOP}/old", f"{SHOP}/mid"), (f"{SHOP}/mid", f"{SHOP}/new")),
            ),
        ),
        f"{SHOP}/new": alive(f"{SHOP}/new"),
    }
    (route,) = put_together(shown, fates).routes
    assert isinstance(route, Route)
    assert (route.url, route.level) == (f"{SHOP}/new", 1)
    assert route.aliases == (f"{SHOP}/mid", f"{SHOP}/old")


def test_volatile_addresses_are_one_entry_a_place() -> None:
    tokens = ["9f86d081884c7d65", "60303ae22b998861"]
    shown = [
        Sighting(url=f"{SHOP}/t/{token}", page=f"{SHOP}/", level=1, phase=Phase.HTML)
        for token in tokens
    ]
    drawn = frozenset(one.url for one in shown)
    (entry,) = put_together(shown, {}, drawn).excluded
    assert isinstance(entry, Excluded)
    assert (entry.url, entry.reason) == (f"{SHOP}/t/*", Reason.VOLATILE)
    assert [one.url for one in entry.sightings] == [f"{SHOP}/t/*"]


def test_bench_reads_truths_with_and_without_the_figures_of_passes(tmp_path: Path) -> None:
    told = truth(agreement=AGREED).as_json()
    assert told["repeatability"] == 0.5
    file = tmp_path / "truth.json"
    file.write_text(json.dumps(told), "utf-8")
    new = read_truth(file)
    for name in ("repeatability", "unseen", "forbidden"):
        del told[name]
    file.write_text(json.dumps(told), "utf-8")
    assert read_truth(file).routes == new.routes
    assert truth(agreement=AGREED).digest == truth().digest == new.digest


AGREED = agreement([{"/": frozenset("ab")}, {"/": frozenset("a")}], {"a": "a", "b": "b"})
