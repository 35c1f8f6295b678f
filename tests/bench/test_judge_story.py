"""The story of one address: whatever it is, something true is said of it."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from bench.exits import Exit
from bench.facts.checks import Checks
from bench.facts.inventory import Inventory
from bench.facts.truth import Exclusion, Phase, Truth
from bench.report.story import gains, told
from bench.sites.site import Site
from bench.verdict.judge import Verdict
from bench.verdict.whereabouts import Fate, whereabouts
from bench.work.sitefile import finish
from bench.work.task import Task
from tests.bench.strategies import (
    ADDRESSES,
    CHECKS,
    INVENTORIES,
    TRUTHS,
    at,
    drawn,
    excluded,
    fetched,
    inventory,
    judged,
    pending,
    redirects,
    refused,
    robots,
    route,
    seed,
    sighting,
    truth,
)

Call = Callable[..., Any]

FACTS = truth(
    route("/a"),
    route("/menu", sighting("/menu", phase=Phase.REVEAL, label="More", action="hover: More")),
    route("/menu/x", sighting("/menu/x", "/menu")),
    route("/private"),
    excluded=(excluded("/dead", Exclusion.DEAD),),
    redirects=redirects(("/old", "/menu/x")),
)
MET = inventory(seed(), fetched("/a"), pending("/beyond"), refused("/zip", "path", "paths: /a/"))
RULES = robots("User-agent: *\nDisallow: /private")


@pytest.fixture(scope="module")
def verdict() -> Verdict:
    return judged(FACTS, MET, checks=RULES)


TOLD = [
    ("/menu/x", Fate.MISSED, "because  https://a.test/menu: action: only after an action"),
    ("/menu/x", Fate.MISSED, "remedy   act as a person would"),
    ("/old", Fate.MISSED, "is       https://a.test/menu/x"),
    ("/menu", Fate.MISSED, "oracle   reveal of https://a.test/ as “More” after hover: More"),
    ("/a/", Fate.FOUND, "found, as https://a.test/a (tier exact)"),
    ("/private", Fate.FORBIDDEN, "rule     Disallow: /private (line 2 of"),
    ("/dead", Fate.EXCLUDED, "put it aside: dead"),
    ("/", Fate.ROOT, "counts in no recall"),
    ("/beyond", Fate.BEYOND, "never sighted it"),
    ("/zip", Fate.MET, "refused for path (paths: /a/)"),
    ("/menu/y", Fate.UNKNOWN, "near     https://a.test/menu"),
    ("https://z.example/", Fate.UNKNOWN, "nor one that looks like it"),
]


@pytest.mark.parametrize(("url", "fate", "shown"), TOLD)
def test_what_is_told_of_an_address(verdict: Verdict, url: str, fate: Fate, shown: str) -> None:
    place = whereabouts(verdict, at(url), candidates=MET.candidates)
    assert place.fate is fate
    assert shown in " ".join(told(verdict, place).replace("\n             ", " ").split("\n"))


def test_a_site_that_is_not_scored_says_so(verdict: Verdict) -> None:
    nothing = judged(None, None)
    assert "not scored" in told(nothing, whereabouts(nothing, at("/x")))
    assert gains(nothing) == ""
    assert gains(verdict) == (
        "fix first: action, which alone keeps back 2; recall 33.3 -> 100 %\n"
    )


@drawn
@given(TRUTHS, INVENTORIES, CHECKS, ADDRESSES)
def test_every_address_has_its_story(
    facts: Truth, met: Inventory, checks: Checks, url: str
) -> None:
    verdict = judged(facts, met, checks=checks)
    place = whereabouts(verdict, url, candidates=met.candidates)
    assert len(told(verdict, place).splitlines()) > 1
    for miss in verdict.misses:
        assert whereabouts(verdict, miss.url).fate is Fate.MISSED


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stored run of two sites, one of them without an inventory."""
    out = tmp_path_factory.mktemp("results")
    run = out / "20261130T000000Z"
    for name in ("one", "two"):
        home = run / "sites" / name
        host = f"https://{name}.test/"
        routes = [{"url": f"{host}{path}", "level": 1} for path in ("a", "b/1", "b/2")]
        facts = {"schema": 1, "root": host, "landed": host, "routes": routes}
        home.mkdir(parents=True)
        (home / "truth.json").write_text(json.dumps(facts))
        finish(Task(site=Site(name=name, group="g", url=host), out=home))
    lines = [{"record": "inventory", "schema": 1}, {"record": "end", "stop": "exhausted"}]
    lines.insert(1, {"record": "candidate", "url": "https://one.test/a", "listed": True})
    text = "\n".join(map(json.dumps, lines))
    (run / "sites" / "one" / "inventory.jsonl").write_text(text)
    record = {"schema": 1, "run": run.name, "settings": {"asked": ["one", "two", "three"]}}
    (run / "run.json").write_text(json.dumps(record))
    (out / "latest").symlink_to(run.name)
    return out


SAID = [
    (("one",), "one: 2 of 3 routes missed"),
    (("one",), "unexplained (2)"),
    (("one", "--url", "/b/"), "https://one.test/b/2"),
    (("one", "--url", "b/1"), "missed: level 1, cause unexplained"),
    (("one", "--url", "nowhere"), "nor one that looks like it"),
    (("https://one.test/a",), "found, as https://one.test/a"),
    (("https://two.test/b/2",), "cause seed-failed"),
    (("https://two.test/b/3",), "near     https://two.test/b/"),
    (("two",), "fix first: seed-failed"),
]


@pytest.mark.parametrize(("asked", "said"), SAID)
def test_a_stored_run_is_asked(
    results: Path, call: Call, asked: tuple[str, ...], said: str
) -> None:
    answer = call("misses", *asked, "--out", results)
    assert (answer.code, answer.err) == (Exit.OK, "")
    assert said in answer.out


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("oen", "no site called oen; did you mean one?"),
        ("three", "three is not measured yet"),
        ("https://four.test/", "no site of the run is at https://four.test/"),
    ],
)
def test_what_the_run_does_not_have(results: Path, call: Call, asked: str, said: str) -> None:
    answer = call("misses", asked, "--out", results)
    assert answer.code == Exit.USAGE
    assert said in answer.err


def test_a_listed_address_in_a_loose_spelling_is_not_called_verified() -> None:
    verdict = judged(truth(route("/a")), inventory(replace(pending("/a/"))))
    assert "(tier spelling), not verified" in told(verdict, whereabouts(verdict, at("/a")))
