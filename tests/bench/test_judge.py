"""Judging a site whole: what the root page and the sitemaps give alone, failures, determinism."""

from dataclasses import replace

import pytest

from bench.facts.inventory import Candidate, Failure, Inventory, State, Stop
from bench.facts.site import SiteError, SiteFacts, Stage
from bench.verdict.notes import NO_CHECKS, NO_WITNESS
from tests.bench.strategies import (
    SITEMAP,
    at,
    bare,
    fetched,
    inventory,
    judged,
    pending,
    refused,
    robots,
    route,
    seed,
    served,
    truth,
)

FACTS = truth(route("/a"), route("/b"), route("/private"))
HOMES = [
    ("links", '<a href="/a/"><a href="b#x"><a href="/elsewhere">', 2),
    ("a link twice", '<a href="/a"><a href="/a?utm_source=x">', 1),
    ("frames", '<frameset><frame src="/a"></frameset>', 1),
    ("forbidden", '<a href="/private">', 0),
    ("nothing", "<p>Hello</p>", 0),
]


@pytest.mark.parametrize(
    ("body", "count"), [row[1:] for row in HOMES], ids=[row[0] for row in HOMES]
)
def test_the_root_page_alone(body: str, count: int) -> None:
    checks = robots("User-agent: *\nDisallow: /private")
    pages = (served("/other", '<a href="/a">'), served("/index.html", body))
    assert judged(FACTS, inventory(), *pages, checks=checks).home_static == count


def test_the_root_page_is_the_one_where_the_root_landed() -> None:
    facts = truth(route("/a"), root="https://old.test/", landed=at("/"))
    pages = (served("/b", ""), served("/", '<a href="/a">'))
    assert judged(facts, inventory(), *pages).home_static == 1
    assert judged(facts, inventory(), served("/b", '<a href="/a">')).home_static is None


def test_the_sitemaps_alone() -> None:
    def listed(candidate: Candidate) -> Candidate:
        return replace(candidate, channels=("link", "sitemap"))

    folded = Candidate(url=at("/b/"), listed=False, state=State.FOLDED)
    told = inventory(
        listed(pending("/a")),
        listed(folded),
        fetched("/b"),
        listed(refused("/private", "robots")),
        sitemaps=(SITEMAP,),
    )
    assert judged(FACTS, told).sitemap_only == 2


@pytest.mark.parametrize("stage", [Stage.CRAWLER, Stage.WORKER])
def test_an_error_of_the_crawl_is_a_failure(stage: Stage) -> None:
    site = SiteFacts(name="a", error=SiteError(stage=stage, reason="killed"))
    assert judged(FACTS, None, site=site).failure == f"{stage}: killed"


def test_why_a_root_could_not_be_fetched_is_said() -> None:
    dead = seed(listed=False, status=503)
    told = inventory(dead, stop=Stop.SEED_FAILED)
    assert judged(FACTS, told).failure == f"the root {at('/')} could not be fetched: status 503"
    silent = seed(listed=False, status=None, error=Failure(reason="connect"))
    assert "connect" in str(judged(FACTS, inventory(silent, stop=Stop.SEED_FAILED)).failure)
    nothing = inventory(stop=Stop.SEED_FAILED, why_empty="robots.txt forbids the root")
    assert judged(FACTS, nothing).failure == "robots.txt forbids the root"


def test_the_same_records_give_the_same_verdict() -> None:
    told = inventory(seed(), fetched("/a"), refused("/b", "trap"))
    pages = (served("/", '<a href="/a">'),)
    assert judged(FACTS, told, *pages) == judged(FACTS, told, *pages)


def test_an_inventory_without_an_address_is_a_failed_crawl() -> None:
    assert "not one address" in str(judged(FACTS, Inventory(bare=True, stop=Stop.TOLD)).failure)
    told = inventory(why_empty="robots.txt forbids the root")
    assert judged(FACTS, told).failure == "robots.txt forbids the root"
    assert judged(FACTS, inventory(seed())).failure is None


def test_files_that_are_missing_are_told() -> None:
    whole = judged(FACTS, inventory(seed()), served("/", ""), checks=robots(""))
    assert whole.notes == ()
    assert judged(FACTS, inventory(seed())).notes == (NO_CHECKS, NO_WITNESS)
    broken = SiteFacts(name="a", error=SiteError(stage=Stage.CHECKS, reason="hung"))
    assert judged(FACTS, inventory(seed()), site=broken).notes == ()


def test_pages_alone() -> None:
    def by(candidate: Candidate, *channels: str) -> Candidate:
        return replace(candidate, channels=channels)

    told = inventory(
        seed(),
        by(fetched("/a"), "sitemap", "link"),
        by(fetched("/b"), "sitemap"),
        by(refused("/private", "robots"), "link"),
    )
    assert judged(FACTS, told).links_only == 1
    assert judged(FACTS, bare("/a")).links_only is None
