"""What a crawl makes of each fault on lab sites, and which of our crawler's own faults it shows.

Held against the sites' declared truths, path by path: faults may move a site to another home.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from bench.lab import catalogue
from bench.web.fault import Fault, Value
from bench.web.faults import overlay
from bench.web.gateway import Gateway
from crawler.config import Config
from crawler.config import Fault as Own
from crawler.crawl import crawl
from tests.crawler.web import QUICK

HASTY = replace(QUICK, wait_cap=0.01)  # a Retry-After of one second is waited for, but not so long

HARMLESS: tuple[Mapping[str, Value], ...] = (
    {"latency": 0.01},
    {"server-error": 0.5},
    {"server-error": 1.0},
    {"rate-limit": 0.5},
    {"reset": 0.5},
    {"truncation": 0.5},
    {"server-error": 0.3, "reset": 0.3, "truncation": 0.3, "rate-limit": 0.3, "seed": 3},
    {"https-redirect": True},
    {"www-redirect": "other"},
    {"root-redirect": "/home"},
    {"root-redirect": "new.test"},
    {"sitemap-scheme": True},
    {"soft-404": "page"},
    {"soft-404": "home"},
    {"soft-404": "redirect"},
)
"""With any of these our crawler finds all routes, and lists nothing that is not there."""


def test_every_fault_is_tried() -> None:
    tried = {name for faults in HARMLESS for name in faults}
    assert tried == set(map(str, Fault))


def path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def crawled(site: str, faults: Mapping[str, Value], *own: str) -> tuple[set[str], set[str]]:
    """Crawl a lab site; gives the routes that are lost and the addresses that are none."""

    async def main() -> tuple[str, ...]:
        async with Gateway(overlay(lab.web, lab.root, faults)) as gateway:
            config = Config(
                root=lab.root,
                proxy=gateway.proxy,
                ca=gateway.ca,
                pacing=HASTY,
                faults=frozenset(map(Own, own)),
            )
            return tuple((await crawl(config)).listed)

    lab = catalogue.load(site)
    listed = set(map(path, asyncio.run(main())))
    routes = set(map(path, lab.permitted - lab.static_misses))
    known = {*map(path, lab.permitted), *map(path, (lab.root, lab.landed)), "/home"}
    return routes - listed, listed - known


@pytest.mark.parametrize("faults", HARMLESS, ids=str)
def test_a_sound_crawler_finds_the_same_under_any_fault(faults: Mapping[str, Value]) -> None:
    assert crawled("dead-links", faults) == (set(), set())


SHOWN = (
    ("www-redirect", "other", "literal-host", "sitemap-index"),
    ("root-redirect", "new.test", "requested-root", "plain"),
    ("sitemap-scheme", True, "literal-scheme", "sitemap-index"),
)
"""Each a fault of the site, and our crawler's own that loses routes by it, and by it alone."""


@pytest.mark.parametrize(("fault", "value", "own", "site"), SHOWN)
def test_a_fault_shows_what_a_crawler_lacks(fault: str, value: Value, own: str, site: str) -> None:
    assert crawled(site, {}, own)[0] == set()
    assert crawled(site, {fault: value})[0] == set()
    lost, _ = crawled(site, {fault: value}, own)
    assert lost


@pytest.mark.parametrize("kind", ["page", "home", "redirect"])
def test_soft_404s_show_who_believes_them(kind: str) -> None:
    lost, beyond = crawled("dead-links", {"soft-404": kind}, "trust-soft404")
    assert lost == set()
    assert {"/trunk", "/clock"} <= beyond


def test_a_fault_run_repeats_to_the_byte() -> None:
    async def main(latency: float) -> str:
        lab = catalogue.load("plain")
        faults = {"server-error": 0.4, "truncation": 0.4, "latency": latency}
        async with Gateway(overlay(lab.web, lab.root, faults)) as gateway:
            config = Config(root=lab.root, proxy=gateway.proxy, ca=gateway.ca, pacing=HASTY)
            return (await crawl(config)).digest

    assert asyncio.run(main(0.0)) == asyncio.run(main(0.02))
