"""The oracle under faults: on lab sites it finds the declared truth, whatever the weather is."""

import asyncio
from collections.abc import Mapping
from urllib.parse import urlsplit

import pytest

from bench.lab import catalogue
from bench.web.fault import Value
from bench.web.faults import overlay
from bench.web.gateway import Gateway
from oracle.browser import open_browser
from oracle.config import Config
from oracle.explore import explore

pytestmark = [pytest.mark.bar, pytest.mark.browser]

FAULTS: tuple[Mapping[str, Value], ...] = (
    {"latency": 0.1},
    {"server-error": 0.5},
    {"rate-limit": 0.3},
    {"reset": 0.3},
    {"truncation": 0.3},
    {"server-error": 0.3, "truncation": 0.3, "reset": 0.2, "rate-limit": 0.2},
    {"https-redirect": True},
    {"www-redirect": "other"},
    {"root-redirect": "/home"},
    {"root-redirect": "new.test"},
    {"sitemap-scheme": True},
    {"soft-404": "page"},
    {"soft-404": "home"},
    {"soft-404": "redirect"},
)


def path(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


@pytest.mark.parametrize("name", ["plain", "soft404-page", "dead-links"])
@pytest.mark.parametrize("faults", FAULTS, ids=str)
def test_the_oracle_finds_the_same_under_any_fault(name: str, faults: Mapping[str, Value]) -> None:
    site = catalogue.load(name)

    async def routes() -> set[str]:
        async with (
            Gateway(overlay(site.web, site.root, faults)) as gateway,
            open_browser(proxy=gateway.proxy, ca=gateway.ca) as browser,
        ):
            config = Config(root=site.root, proxy=gateway.proxy, ca=gateway.ca)
            return {path(route.url) for route in (await explore(config, browser)).routes}

    declared = {path(url) for urls in site.routes.values() for url in urls}
    assert asyncio.run(routes()) == declared
