"""robots.txt is read before an origin's first page, kept for its time, and read again."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from crawler.answer import rows
from crawler.answer.inventory import Stop
from crawler.config import Config, OnError, Pacing, RobotsManners
from crawler.robots.origins import Origins
from crawler.robots.policy import CHOICE, Outcome
from crawler.state.changes import CandidateRefused
from crawler.state.recall import Clock, Forgetful
from crawler.story.events import Discovery
from crawler.wire.fetch import Fetcher
from crawler.wire.pacing import Pace
from crawler.wire.transport import open_transport
from tests.crawler.web import (
    QUICK,
    ROOT,
    Asked,
    Page,
    Raw,
    Site,
    explore,
    html,
    moved,
    plain,
    serve,
)


def discoveries(site: Site, **settings: Any) -> list[Discovery]:
    found = explore(site, **settings)
    return [event for event in found.events if isinstance(event, Discovery)]


def test_what_a_robots_txt_says_is_told_whole() -> None:
    text = "User-agent: RouteRecall\nDisallow: /no\nCrawl-delay: 0.001\nSitemap: /s.xml\n"
    site: Site = {"/robots.txt": plain(text + "#" * 9000), "/": html()}
    (event,) = discoveries(site, robots=RobotsManners(text=100))
    policy = event.policy
    assert (event.found, policy.status, policy.crawl_delay) == (True, 200, 0.001)
    assert policy.lines == ("Disallow: /no", "Crawl-delay: 0.001")
    assert policy.sitemaps == ("http://site.test/s.xml",)
    assert event.text == (text + "#" * 9000)[:100]


def test_the_record_of_a_robots_txt_keeps_how_and_when_it_was_read() -> None:
    site: Site = {
        "/robots.txt": moved("/rules.txt", status=301),
        "/rules.txt": plain("User-agent: *\nCrawl-delay: 0\nAllow: /a\nDisallow: /no\n"),
        "/": html(),
    }
    found = explore(site).inventory
    row = rows.robots(found.robots[0])
    assert row["redirects"] == [
        {"url": f"{ROOT}robots.txt", "status": 301, "location": f"{ROOT}rules.txt"}
    ]
    assert row["rules"] == ["Crawl-delay: 0", "Allow: /a", "Disallow: /no"]
    assert found.started <= row["at"]
    assert row["notes"] == []


@pytest.mark.parametrize("text", ["", "User-agent: *\nDisallow:", "User-agent: x\nDisallow: /"])
def test_rules_that_forbid_nothing_are_told_as_the_sites_choice(text: str) -> None:
    found = explore({"/robots.txt": plain(text), "/": html("/a"), "/a": html()})
    assert found.listed == {"/", "/a"}
    assert found.inventory.robots[0].notes == (CHOICE,)


def test_the_token_is_what_robots_txt_is_asked_by_and_the_header_only_names_it() -> None:
    sent: set[str] = set()
    rules = "User-agent: route-recall-crawler\nDisallow: /\nUser-agent: Finder\nDisallow: /no\n"

    def robots(asked: Asked) -> Page:
        sent.add(asked.headers["user-agent"])
        return plain(rules)

    site: Site = {"/robots.txt": robots, "/": html("/a", "/no"), "/a": html(), "/no": html()}
    found = explore(site, token="Finder")  # noqa: S106 - no secret
    assert found.listed == {"/", "/a"}
    assert found.inventory.robots[0].group == "finder"
    (header,) = sent
    assert header.startswith("route-recall-crawler/")
    assert "robots token Finder" in header


@pytest.mark.parametrize("answer", [Page(status=404), Page(status=503), Raw()])
def test_what_is_no_robots_txt_is_not_found(answer: Page | Raw) -> None:
    (event,) = discoveries({"/robots.txt": answer, "/": html()})
    assert (event.found, event.text) == (False, "")


@pytest.mark.parametrize("answer", [Page(status=503), Raw(), Raw(hang=True)])
def test_errors_mean_what_the_configuration_says(answer: Page | Raw) -> None:
    site: Site = {"/robots.txt": answer, "/": html("/a"), "/a": html()}
    quick = Pacing(deadline=0.3, backoff=0.01, retries=1, timeout_retries=0)
    strict = explore(site, pacing=quick)
    assert strict.inventory.stop is Stop.SEED_FAILED
    assert set(strict.asked) == {"/robots.txt"}
    (policy,) = strict.inventory.robots
    assert policy.outcome is Outcome.UNREACHABLE
    lenient = explore(site, pacing=quick, robots=RobotsManners(on_error=OnError.ALLOW))
    assert lenient.listed == {"/", "/a"}
    (policy,) = lenient.inventory.robots
    assert "everything is allowed (robots.on_error is allow)" in (policy.error or "")


@pytest.mark.parametrize(
    ("asked", "kept", "note"),
    [
        ("0.002", 0.02, None),
        ("3600", 0.05, "crawl delay of 3600 s honoured up to the cap of 0.05 s"),
        ("ten", 0.02, "no delay: Crawl-delay: ten"),
    ],
)
def test_the_longer_delay_counts_up_to_the_cap(asked: str, kept: float, note: str | None) -> None:
    site: Site = {
        "/robots.txt": plain(f"User-agent: *\nDisallow: /x\nCrawl-delay: {asked}"),
        "/": html(*(f"/{n}" for n in range(8))),
        **{f"/{n}": html() for n in range(8)},
    }
    pacing = Pacing(deadline=2, delay=0.02, crawl_delay_cap=0.05, jitter=0)
    found = explore(site, pacing=pacing)
    (policy,) = found.inventory.robots
    assert (not policy.notes) if note is None else note in policy.notes[0]
    assert found.inventory.seconds > kept * 8


@pytest.mark.parametrize(("passed", "times"), [(3599, 1), (3601, 2)])
def test_a_policy_is_kept_for_an_hour_and_then_read_again(passed: int, times: int) -> None:
    async def run() -> int:
        async with serve({"/robots.txt": plain("User-agent: *\nDisallow: /x")}) as web:
            config = Config(root="http://site.test/", proxy=web.proxy)
            async with open_transport(config) as transport:
                pace, clock = Pace(0), Clock()
                fetcher = Fetcher(transport, pace=pace, pacing=QUICK, limits=config.limits)
                later = datetime.now(UTC) + timedelta(seconds=passed)
                origins = Origins(
                    fetcher,
                    pace=pace,
                    config=config,
                    memory=Forgetful(),
                    clock=clock,
                    now=lambda: later,
                )
                for _ in range(3):
                    await origins.policy("http://site.test/a")
                clock.wave += 1
                assert await origins.renew() == []
            return web.asked.count("http://site.test/robots.txt")

    assert asyncio.run(run()) == times


def changing(*texts: str) -> Site:
    def robots(asked: Asked) -> Page:
        return plain(texts[min(asked.nth, len(texts)) - 1])

    pages = {f"/{name}": html(f"/{name}/1") for name in "abc"}
    deeper = {f"/{name}/1": html() for name in "abc"}
    return {"/robots.txt": robots, "/": html("/a", "/b", "/c"), **pages, **deeper}


def test_rules_that_change_on_the_way_govern_what_is_still_pending() -> None:
    always = RobotsManners(reuse=0)
    rules = "User-agent: *\nDisallow: /b/1"
    found = explore(changing("", rules, rules), robots=always)
    assert found.listed == {"/", "/a", "/b", "/c", "/a/1", "/c/1"}
    assert "/b/1" not in found.asked
    opened = explore(changing(rules, ""), robots=always)
    assert {"/b/1"} <= opened.listed


def test_what_was_admitted_and_is_now_forbidden_is_told_and_not_asked() -> None:
    rules = "User-agent: *\nDisallow: /b"
    found = explore(changing("", rules), robots=RobotsManners(reuse=0))
    taken_back = [event.url for event in found.events if isinstance(event, CandidateRefused)]
    assert taken_back == ["http://site.test/b"]
    assert "/b" not in found.asked


def test_rules_that_were_read_hold_when_they_can_be_read_no_more() -> None:
    def robots(asked: Asked) -> Page:
        return plain("User-agent: *\nDisallow: /b") if asked.nth == 1 else Page(status=500)

    quick = Pacing(deadline=2, backoff=0.001, retries=0)
    site = {**changing(""), "/robots.txt": robots}
    found = explore(site, robots=RobotsManners(reuse=0), pacing=quick)
    assert found.listed == {"/", "/a", "/c", "/a/1", "/c/1"}
