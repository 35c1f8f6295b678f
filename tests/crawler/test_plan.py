"""What is planned: robots.txt and sitemaps read and counted, and no page asked for."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from crawler.commands.cli import main
from crawler.config import Config
from crawler.plan import Plan, plan
from crawler.sitemap.public import PublicPages
from crawler.sitemap.record import Source
from tests.crawler.web import (
    QUICK,
    ROOT,
    Page,
    Site,
    explore,
    html,
    index,
    moved,
    plain,
    proxied,
    serve,
    urlset,
    xml,
)

SITE: Site = {
    "/robots.txt": plain("User-agent: *\nDisallow: /no/\nSitemap: /maps.xml"),
    "/": html("/a"),
    "/a": html(),
    "/maps.xml": xml(index("/one.xml", "/gone.xml")),
    "/one.xml": xml(
        urlset("http://site.test/a", "http://site.test/no/1", "http://off.test/", "mailto:x")
    ),
    "/sitemap.xml": xml(urlset("https://site.test/b", "/no/2", "/a")),
    "/mine.txt": plain("http://site.test/en/1\nhttp://site.test/a\n"),
}


def planned(site: Site, **settings: Any) -> tuple[Plan, list[str]]:
    async def run() -> tuple[Plan, list[str]]:
        async with serve(site) as web:
            config = Config(root=ROOT, proxy=web.proxy, pacing=QUICK)
            return await plan(replace(config, **settings)), web.asked

    return asyncio.run(run())


def test_nothing_but_robots_and_sitemaps_is_asked_for() -> None:
    _, asked = planned(SITE)
    assert asked[0] == f"{ROOT}robots.txt"
    assert all(url.endswith((".txt", ".xml")) for url in asked)


def test_addresses_count_by_source_and_by_reason() -> None:
    found, _ = planned(SITE, sitemaps=("/mine.txt",))
    counted = {each.source: (each.tried, each.read, each.addresses) for each in found.sources}
    assert counted == {
        Source.APPROVED: (1, 1, {"admitted": 2}),
        Source.ROBOTS: (1, 1, {}),
        Source.CONVENTIONAL: (2, 1, {"admitted": 1, "robots": 1}),
        Source.INDEX: (2, 1, {"robots": 1, "host": 1, "scheme": 1}),
    }
    assert found.verdicts == {"admitted": 3, "robots": 2, "host": 1, "scheme": 1}
    assert found.public_pages == PublicPages(advertised=5, in_scope=5)


def test_approved_sitemaps_come_first() -> None:
    found, _ = planned(SITE, sitemaps=("/mine.txt",))
    assert [each.source for each in found.sitemaps][:2] == [Source.APPROVED, Source.ROBOTS]


def test_what_is_advertised_outside_the_area_is_no_page_in_scope() -> None:
    found, _ = planned(SITE, sitemaps=("/mine.txt",), paths=("/en",))
    assert found.public_pages == PublicPages(advertised=5, in_scope=1)


@pytest.mark.parametrize(
    "site",
    [
        {"/": html("/a"), "/a": html()},
        {"/": html("/a"), "/sitemap.xml": xml(b"<urlset></urlset>")},
        {"/": html("/a"), "/sitemap.xml": html("/b")},
        {"/": html("/a"), "/sitemap.xml": xml(index("/gone.xml"))},
        {"/": html("/a"), "/sitemap.xml": moved("/")},
    ],
)
def test_without_a_sitemap_the_number_is_unknown_and_never_nought(site: Site) -> None:
    assert planned(site)[0].public_pages is None
    end = explore(site).inventory
    assert end.public_pages is None


def test_an_off_host_sitemap_says_nought_on_this_host() -> None:
    site: Site = {"/sitemap.xml": xml(urlset("http://off.test/"))}
    assert planned(site)[0].public_pages == PublicPages(advertised=0, in_scope=0)


def test_a_crawl_counts_the_same_as_its_plan() -> None:
    found = explore(SITE).inventory.public_pages
    assert found == planned(SITE)[0].public_pages


def test_the_command_prints_lines_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    with proxied(SITE) as proxy:
        assert main(["plan", ROOT, "--proxy", proxy]) == 0
        lines = capsys.readouterr().out
        assert main(["plan", ROOT, "--proxy", proxy, "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert "public     4 advertised, 4 in scope" in lines
    assert "addresses  2 admitted, 1 host, 2 robots, 1 scheme" in lines
    assert "gone.xml: answered 404" in lines
    assert values["addresses"] == {"admitted": 2, "host": 1, "robots": 2, "scheme": 1}
    assert values["sources"]["index"]["sitemaps"] == 2


def test_the_command_says_that_nothing_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    with proxied({"/": html(), "/robots.txt": Page(status=503)}) as proxy:
        assert main(["plan", ROOT, "--proxy", proxy]) == 1
    out = capsys.readouterr().out
    assert "public     unknown: no sitemap; discoverable by crawling" in out
    assert "(503, unreachable): answered 503" in out


def test_a_root_that_is_none_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "site.test"]) == 2
    assert "site.test is no web address" in capsys.readouterr().err
