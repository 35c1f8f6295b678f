"""A site written as text, in the lab's format, crawled through the gateway by both schemes."""

import asyncio
from dataclasses import dataclass, replace
from textwrap import dedent
from typing import Any

from bench.lab.answers import parse
from bench.lab.origin import Behaviour, LabOrigin
from bench.web.exchange import Exchange
from bench.web.gateway import Gateway
from bench.web.origin import Web, origin_of
from crawler.answer.inventory import Candidate, Inventory
from crawler.config import Config
from crawler.crawl import crawl
from crawler.story.events import Event
from tests.crawler.web import QUICK

ROOT = "https://example.test/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a crawl of a text found, what the site was asked, and what happened."""

    inventory: Inventory
    asked: tuple[str, ...]
    events: tuple[Event, ...]

    @property
    def listed(self) -> set[str]:
        """The listed addresses; those of the root's origin by their path."""
        return {short(url) for url in self.inventory.listed}

    @property
    def by_url(self) -> dict[str, Candidate]:
        """Every candidate by its address."""
        return {short(each.url): each for each in self.inventory.candidates}

    def times_asked(self, address: str) -> int:
        """How often an address was asked for."""
        return self.asked.count(address)


def short(url: str) -> str:
    """Name addresses of the root's origin by their path."""
    return "/" + url.removeprefix(ROOT) if url.startswith(ROOT) else url


def tell(
    site: str, *, root: str = ROOT, behaviour: Behaviour | None = None, **settings: Any
) -> Told:
    """Crawl a site that is written as text; `behaviour` is asked before the text."""
    found = parse(dedent(site), "the test's text")
    assert not found.flaws, found.flaws
    origin = LabOrigin(found.answers, behaviour)
    web = Web({origin_of(declared.url): origin for declared in found.answers})
    return asyncio.run(_run(web, Config(root=root, pacing=QUICK), settings))


async def _run(web: Web, config: Config, settings: dict[str, Any]) -> Told:
    asked: list[str] = []
    heard: list[Event] = []

    def note(exchange: Exchange) -> None:
        asked.append(short(exchange.url))

    async with Gateway(web, listen=note) as gateway:
        config = replace(config, proxy=gateway.proxy, ca=gateway.ca, **settings)
        inventory = await crawl(config, listen=heard.append)
    return Told(inventory=inventory, asked=tuple(asked), events=tuple(heard))
