"""http and https of one site, and the sites of the lab, through the gateway."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from bench.lab.catalogue import load, names
from bench.web.gateway import Gateway
from bench.web.origin import Request, Response, Web
from crawler.answer.inventory import Inventory
from crawler.config import Config, Fault, Pacing
from crawler.crawl import crawl
from crawler.state.frontier import State

HTML = (("Content-Type", "text/html"),)


@dataclass(frozen=True, slots=True)
class Table:
    """An origin that answers from a table of addresses."""

    pages: Mapping[str, Response]

    async def answer(self, request: Request) -> Response:
        return self.pages.get(request.url, Response(status=404, headers=HTML))


def page(body: str) -> Response:
    return Response(headers=HTML, body=body.encode())


def sitemap(*locs: str) -> Response:
    listed = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return Response(body=f"<urlset>{listed}</urlset>".encode())


def discover(web: Web, root: str, folder: Path, *faults: Fault) -> Inventory:
    async def run() -> Inventory:
        async with Gateway(web, ca_dir=folder) as way:
            config = Config(
                root=root,
                proxy=way.proxy,
                ca=way.ca,
                pacing=Pacing(deadline=2, backoff=0.01),
                faults=frozenset(faults),
            )
            return await crawl(config)

    return asyncio.run(run())


MIXED = {
    "https://mix.test/": page(
        '<a href="http://mix.test/a">a</a><a href="http://mix.test/old">o</a>'
    ),
    "https://mix.test/a": page("a"),
    "https://mix.test/map": page("m"),
    "https://mix.test/sitemap.xml": sitemap("http://mix.test/map", "http://mix.test/a"),
    "http://mix.test/old": page("o"),
}


def test_http_addresses_take_the_scheme_of_the_landed_root(tmp_path: Path) -> None:
    found = discover(Web({"mix.test": Table(MIXED)}), "https://mix.test/", tmp_path)
    by_url = {each.url: each for each in found.candidates}
    assert by_url["https://mix.test/map"].citation.written == "http://mix.test/map"
    assert "http://mix.test/a" not in by_url
    assert by_url["https://mix.test/a"].state is State.FETCHED


def test_what_is_missing_under_the_roots_scheme_is_tried_as_written(tmp_path: Path) -> None:
    found = discover(Web({"mix.test": Table(MIXED)}), "https://mix.test/", tmp_path)
    by_url = {each.url: each for each in found.candidates}
    assert by_url["https://mix.test/old"].state is State.FAILED
    assert by_url["http://mix.test/old"].state is State.FETCHED
    assert {"http://mix.test/old", "https://mix.test/map"} < set(found.listed)
    assert "https://mix.test/old" not in found.listed


def test_the_fault_of_schemes_takes_them_literally(tmp_path: Path) -> None:
    web = Web({"https://mix.test": Table(MIXED)})
    found = discover(web, "https://mix.test/", tmp_path, Fault.LITERAL_SCHEME)
    assert "http://mix.test/map" in found.listed
    assert "https://mix.test/map" not in found.listed


INDEXED = {
    "https://mix.test/": page("m"),
    "https://mix.test/robots.txt": Response(body=b"Sitemap: http://mix.test/maps/index.xml"),
    "https://mix.test/maps/index.xml": Response(
        body=b"<sitemapindex><sitemap><loc>http://mix.test/maps/new.xml</loc></sitemap>"
        b"<sitemap><loc>http://mix.test/maps/old.xml</loc></sitemap></sitemapindex>"
    ),
    "https://mix.test/maps/new.xml": sitemap("http://mix.test/new"),
    "http://mix.test/maps/old.xml": sitemap("https://mix.test/old"),
    "https://mix.test/new": page("n"),
    "https://mix.test/old": page("o"),
}


def test_sitemaps_named_under_another_scheme_are_read_under_the_sites_own(tmp_path: Path) -> None:
    found = discover(Web({"https://mix.test": Table(INDEXED)}), "https://mix.test/", tmp_path)
    read = {each.url: each.ok for each in found.sitemaps}
    assert read["https://mix.test/maps/index.xml"]
    assert read["https://mix.test/maps/new.xml"]
    assert "https://mix.test/new" in found.listed


def test_a_sitemap_that_is_there_as_it_was_written_only(tmp_path: Path) -> None:
    found = discover(Web({"mix.test": Table(INDEXED)}), "https://mix.test/", tmp_path)
    read = {each.url: each.ok for each in found.sitemaps}
    assert not read["https://mix.test/maps/old.xml"]
    assert read["http://mix.test/maps/old.xml"]
    assert {"https://mix.test/new", "https://mix.test/old"} < set(found.listed)


@pytest.mark.parametrize("name", sorted(set(names()) - {"flaky"}))
def test_a_lab_site_is_found_as_far_as_static_html_goes(name: str, tmp_path: Path) -> None:
    site = load(name)
    found = discover(Web(dict.fromkeys(site.hosts, site.origin)), site.root, tmp_path)
    finals = {
        each.observation.final_url for each in found.candidates if each.listed and each.observation
    }
    reached = finals | {each.key for each in found.candidates if each.listed} | set(found.listed)
    assert site.permitted - site.static_misses <= reached
    none = (site.excluded.get(reason, frozenset()) for reason in ("dead", "soft-404", "off-site"))
    # What never answered may be alive another day: it stays listed, unverified.
    unanswered = {
        each.url for each in found.candidates if each.observation and each.observation.error
    }
    assert not frozenset[str]().union(*none) & set(found.listed) - unanswered
