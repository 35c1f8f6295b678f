"""The inventory's lines are those of the file format, and its digest forgets what passes."""

import json
from dataclasses import replace
from typing import Any

import pytest

from crawler.answer.inventory import Inventory, sealed, write_lines
from crawler.config import Budget
from tests.crawler.web import Page, Raw, Site, explore, html, moved, plain, urlset, xml

FIELDS = {
    "inventory": "schema crawler root landed settings",
    "robots": (
        "origin url status outcome group rules sitemaps crawl_delay error notes redirects at"
    ),
    "sitemap": (
        "url source level lastmod status final_url kind ok complete urls bytes error seconds at"
    ),
    "candidate": (
        "url key kind citation channels admission reason rule state pending lastmod observation "
        "listed"
    ),
    "end": (
        "stop comparable counts public_page_count public_page_count_in_scope links_over "
        "why_empty digest started seconds"
    ),
}
CITATION = "via source text depth written"
OBSERVATION = (
    "status final_url redirects content_type attachment document bytes truncated sha256 "
    "text_sha256 canonical canonical_header noindex login soft404 error attempts seconds at"
)
WEB: Site = {
    "/robots.txt": plain("User-agent: *\nDisallow: /no\nCrawl-delay: 0.001\n"),
    "/": html(
        "/a", "/old", "/no", "/f.pdf", "/bad", "mailto:x@y.test", "/a?utm_source=z", "//o.test/"
    ),
    "/a": html(text="A"),
    "/old": moved("/a"),
    "/f.pdf": Page(body=b"%PDF", type="application/pdf"),
    "/bad": Raw(),
    "/sitemap.xml": xml(urlset("http://site.test/map")),
    "/map": html(),
}


@pytest.fixture(scope="module")
def found() -> Inventory:
    return explore(WEB).inventory


@pytest.fixture(scope="module")
def lines(found: Inventory) -> list[dict[str, Any]]:
    return [json.loads(line) for line in write_lines(found)]


def test_records_come_in_their_order_with_all_their_fields(lines: list[dict[str, Any]]) -> None:
    order = list(FIELDS)
    kinds = [line["record"] for line in lines]
    assert kinds == sorted(kinds, key=order.index)
    assert set(kinds) == set(order)
    for line in lines:
        assert set(line) == {"record", *FIELDS[line["record"]].split()}


def test_candidates_carry_citation_and_observation_in_full(lines: list[dict[str, Any]]) -> None:
    candidates = [line for line in lines if line["record"] == "candidate"]
    for each in candidates:
        assert set(each["citation"]) == set(CITATION.split())
        if each["observation"] is not None:
            assert set(each["observation"]) == set(OBSERVATION.split())
        assert (each["admission"] == "refused") == (each["reason"] is not None)
        assert (each["state"] == "refused") == (each["admission"] == "refused")
    states = {each["url"].removeprefix("http://site.test"): each["state"] for each in candidates}
    assert states == {
        "/": "fetched",
        "/a": "fetched",
        "/old": "fetched",
        "/no": "refused",
        "/f.pdf": "fetched",
        "/bad": "failed",
        "mailto:x@y.test": "refused",
        "/a?utm_source=z": "folded",
        "http://o.test/": "refused",
        "/map": "fetched",
    }


def test_the_end_counts_what_is_there(lines: list[dict[str, Any]]) -> None:
    end = lines[-1]
    candidates = [line for line in lines if line["record"] == "candidate"]
    assert end["counts"]["candidates"] == len(candidates)
    assert end["counts"]["listed"] == sum(each["listed"] for each in candidates)
    assert end["counts"]["refused-robots"] == 1
    assert (end["stop"], end["comparable"]) == ("exhausted", True)


def test_listed_is_what_nothing_speaks_against(found: Inventory) -> None:
    listed = {url.removeprefix("http://site.test") for url in found.listed}
    assert listed == {"/", "/a", "/old", "/bad", "/map"}


def test_the_way_to_the_web_is_no_part_of_the_answer(found: Inventory) -> None:
    assert "127.0.0.1" not in "\n".join(write_lines(found))


def test_the_digest_forgets_times_and_attempts_and_nothing_else(found: Inventory) -> None:
    assert sealed(replace(found, started="once", seconds=1.5)).digest == found.digest
    hasty = tuple(
        replace(each, observation=replace(each.observation, attempts=9, seconds=9.0, at="then"))
        if each.observation
        else each
        for each in found.candidates
    )
    assert sealed(replace(found, candidates=hasty)).digest == found.digest
    assert sealed(replace(found, candidates=found.candidates[1:])).digest != found.digest
    assert sealed(replace(found, why_empty="so")).digest != found.digest


def test_two_crawls_of_one_web_have_one_digest(found: Inventory) -> None:
    assert explore(WEB).inventory.digest == found.digest


def test_a_crawl_cut_by_seconds_says_that_it_is_not_comparable() -> None:
    site: Site = {"/": html("/slow"), "/slow": Raw(hang=True)}
    cut = explore(site, budget=Budget(seconds=0.3)).inventory
    end = json.loads(list(write_lines(cut))[-1])
    assert (end["stop"], end["comparable"]) == ("seconds", False)
