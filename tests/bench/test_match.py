"""Matching: tiers, counting once, what lies beyond, and properties."""

from dataclasses import replace

import pytest
from hypothesis import given

from bench.facts.checks import Checks
from bench.facts.inventory import Candidate, Inventory
from bench.facts.truth import Exclusion, Truth
from bench.verdict.identity import Tier
from bench.verdict.match import beyond_truth
from tests.bench.strategies import (
    CANDIDATES,
    CHECKS,
    HOME,
    INVENTORIES,
    TRUTHS,
    at,
    bare,
    drawn,
    excluded,
    fetched,
    inventory,
    judged,
    pending,
    redirects,
    robots,
    route,
    seed,
    sighting,
    truth,
)

TIERS = [
    ("exact", truth(route("/a")), "/a", Tier.EXACT),
    ("slash", truth(route("/a")), "/a/", Tier.SPELLING),
    ("anchor", truth(route("/a")), "/a#top", Tier.SPELLING),
    ("tracking", truth(route("/a?id=1")), "/a?utm_medium=m&id=1", Tier.SPELLING),
    (
        "www, where a redirect was seen",
        truth(route("/a"), redirects=redirects(("https://www.a.test/", HOME))),
        "https://www.a.test/a",
        Tier.VARIANT,
    ),
    (
        "scheme, where the root was seen to change it",
        truth(route("/a"), root="http://a.test/"),
        "http://a.test/a",
        Tier.VARIANT,
    ),
    (
        "www, where an alias shows it",
        truth(route("/a", aliases=["https://www.a.test/a"])),
        "https://www.a.test/a",
        Tier.VARIANT,
    ),
    (
        "redirect",
        truth(route("/a"), redirects=redirects(("/old", "/older"), ("/older", "/a"))),
        "/old",
        Tier.REDIRECT,
    ),
    ("alias on another page", truth(route("/a", aliases=["/old"])), "/old", Tier.REDIRECT),
    ("sighted under another address", truth(route("/a", sighting("/go"))), "/go", Tier.REDIRECT),
    ("www, never seen to be one", truth(route("/a")), "https://www.a.test/a", None),
    ("scheme, never seen to be one", truth(route("/a")), "http://a.test/a", None),
    ("another page", truth(route("/a")), "/b", None),
    ("hash route", truth(route("/#/a")), "/#/a", Tier.EXACT),
    ("a view that only the truth knows", truth(route("/#View:1")), "/#View:1", Tier.EXACT),
    ("the page below a hash route", truth(route("/p#/a")), "/p", None),
]


@pytest.mark.parametrize(
    ("facts", "listed", "tier"), [case[1:] for case in TIERS], ids=[case[0] for case in TIERS]
)
def test_tiers(facts: Truth, listed: str, tier: Tier | None) -> None:
    found = judged(facts, bare(listed)).match.found
    assert [each.tier for each in found] == ([tier] if tier else [])


def test_a_redirect_that_only_the_crawler_saw_counts() -> None:
    told = inventory(fetched("/old", final_url=at("/a")))
    assert [each.tier for each in judged(truth(route("/a")), told).match.found] == [Tier.REDIRECT]


def test_a_route_keeps_its_best_tier_whatever_the_order() -> None:
    facts = truth(route("/a"), redirects=redirects(("/old", "/a")))
    for listed in (("/old", "/a/", "/a"), ("/a", "/a/", "/old")):
        (found,) = judged(facts, bare(*listed)).match.found
        assert (found.tier, found.candidate.url) == (Tier.EXACT, at("/a"))


def test_routes_that_are_one_are_counted_once() -> None:
    facts = truth(route("/a/", level=2), route("/a"), route("/a/index.html"))
    matched = judged(facts, bare("/a")).match
    assert matched.permitted == 1
    assert matched.found[0].route.level == 1


def test_each_listed_address_stands_for_one_route() -> None:
    facts = truth(route("/a"), route("/b"), redirects=redirects(("/a", "/b")))
    matched = judged(facts, bare("/a")).match
    assert [found.route.url for found in matched.found] == [at("/a")]
    assert [missed.url for missed in matched.missed] == [at("/b")]


def test_forbidden_routes_are_no_misses() -> None:
    facts = truth(route("/a"), route("/private/x"), route("/private/y"))
    verdict = judged(
        facts, bare("/private/x"), checks=robots("User-agent: *\nDisallow: /private/")
    )
    assert [each.url for each in verdict.match.missed] == [at("/a")]
    assert len(verdict.match.forbidden) == 2
    assert len(verdict.match.forbidden_found) == 1


def test_a_route_that_only_a_forbidden_address_leads_to_is_forbidden() -> None:
    facts = truth(
        route("/a", sighting("/go?to=a")), route("/b", sighting("/go?b"), sighting("/b"))
    )
    matched = judged(facts, bare(), checks=robots("User-agent: *\nDisallow: /go")).match
    assert [each.url for each in matched.forbidden] == [at("/a")]


def test_beyond_the_truth() -> None:
    facts = truth(
        route("/a"),
        excluded=(excluded("/gone", Exclusion.DEAD),),
        root="http://a.test/",
        redirects=redirects(("/home", "/")),
    )
    told = bare(
        "/", "http://www.a.test/index.html", "/home", "/a", "/gone", "/new", "/new", "/gone#x"
    )
    assert beyond_truth(facts, told) == (at("/new"),)
    assert judged(facts, told).match.beyond == (at("/new"),)
    assert [url for url, _ in judged(facts, told).match.excluded] == [at("/gone"), at("/gone#x")]


def test_what_is_not_listed_is_not_found() -> None:
    told = inventory(fetched("/a", listed=False))
    assert judged(truth(route("/a")), told).match.found == ()


def test_verified_by_any_listed_address() -> None:
    facts = truth(route("/a"), route("/b"))
    told = inventory(pending("/a"), fetched("/a/"), pending("/b"), fetched("/b/", status=503))
    assert [each.verified for each in judged(facts, told).match.found] == [True, False]


@drawn
@given(TRUTHS, INVENTORIES, CHECKS)
def test_found_and_missed_are_the_permitted_truth(
    facts: Truth, told: Inventory, checks: Checks
) -> None:
    verdict = judged(facts, told, checks=checks)
    matched = verdict.match
    found = [each.route.url for each in matched.found]
    everything = [*found, *(each.url for each in (*matched.missed, *matched.forbidden))]
    assert len(everything) == len(set(everything)) <= len(facts.routes)
    assert {each.url for each in facts.routes} >= set(everything)
    assert set(matched.beyond) == set(beyond_truth(facts, told))


@drawn
@given(TRUTHS, INVENTORIES, CANDIDATES, CHECKS)
def test_recall_never_falls_when_an_address_is_added(
    facts: Truth, told: Inventory, more: Candidate, checks: Checks
) -> None:
    before = judged(facts, told, checks=checks).match
    grown = replace(told, candidates=(*told.candidates, more))
    after = judged(facts, grown, checks=checks).match
    assert after.permitted == before.permitted
    assert {each.route.url for each in before.found} <= {each.route.url for each in after.found}


def test_a_dead_view_of_the_root_page_does_not_make_the_root_dead() -> None:
    facts = truth(route("/x"), excluded=(excluded("/#gone", Exclusion.SOFT_404),))
    verdict = judged(facts, inventory(seed(), fetched("/x")))
    assert verdict.match.excluded == ()
    assert verdict.regressions == {}
