"""What crawler and oracle are asked of a site, and their answers; alone in knowing both."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import crawler.config
import oracle.config
from bench.facts.crawl import INVENTORY
from bench.facts.site import Stage
from bench.recording.ears import Ears
from bench.recording.role import Door
from bench.recording.turns import Turning
from bench.sites.target import Target
from bench.store import write, write_json
from bench.work.instruments import Instruments, Way
from bench.work.replay import moment_of
from bench.work.task import Task
from crawler.answer.inventory import write_lines
from crawler.crawl import crawl
from crawler.story.events import PageFetched
from crawler.wire.transport import open_transport
from oracle.browser import (
    Browser,
    Found,
    Missing,
    NoBrowserError,
    find_chromium,
    install_chromium,
    open_browser,
    why_unfit,
)
from oracle.events import Visited
from oracle.explore import explore
from oracle.routes.witness import write_zip

__all__ = [
    "HABITS",
    "Case",
    "Found",
    "Listen",
    "Missing",
    "NoBrowserError",
    "Tools",
    "browser_version",
    "crawled",
    "explored",
    "find_chromium",
    "install_chromium",
    "open_instruments",
    "why_unfit",
]

# Settings under which a crawl misses what it usually finds: the judge has to say why.
HABITS: Mapping[str, Callable[[crawler.config.Config], crawler.config.Config]] = {
    "another-token": lambda usual: replace(usual, token="Somebody"),  # noqa: S106 - as TOKEN
    "no-redirects": lambda usual: replace(usual, limits=replace(usual.limits, redirects=0)),
    "few-links": lambda usual: replace(usual, limits=replace(usual.limits, page_links=1)),
}

Listen = Callable[[str, int], None]
Tools = Instruments[Browser]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One site being measured: what is asked, where it is, the way there, and who listens."""

    task: Task
    target: Target
    way: Way
    tools: Tools
    ears: Ears
    listen: Listen


def open_instruments() -> Tools:
    """Give what sites are measured with, to be kept for many of them."""
    return Instruments(open_browser)


def browser_version() -> str | None:
    """Give the version of the browser; None where there is none."""
    found = find_chromium()
    return found.version if isinstance(found, Found) else None


async def explored(case: Case) -> dict[str, Any]:
    """Let the oracle explore a site, and write truth and witness; gives the truth."""
    task = case.task
    browser = await case.tools.browser(case.way)
    browser.heard = case.ears.of(Door.BROWSER)
    frozen = task.frozen_clock or task.site.frozen_clock
    browser.moment = moment_of(case.target) if frozen else None
    truth = await explore(
        _oracles(case),
        Turning(browser, case.ears.turns),
        listen=_counting(case.listen, Stage.ORACLE, Visited),
        heard=case.ears.of(Door.CHECKER),
    )
    if task.record:
        await browser.rest()
    told = truth.as_json()
    write_json(task.out / "truth.json", told)
    write_zip(task.out / "witness.zip", truth.witness)
    return told


async def crawled(case: Case) -> str:
    """Let the crawler discover a site, and write its inventory; gives the digest."""
    config = _crawlers(case)
    async with open_transport(config, heard=case.ears.of(Door.CRAWLER)) as transport:
        listen = _counting(case.listen, Stage.CRAWLER, PageFetched)
        inventory = await crawl(config, listen=listen, transport=transport)
    write(case.task.out / INVENTORY, (f"{line}\n" for line in write_lines(inventory)))
    return inventory.digest


def _oracles(case: Case) -> oracle.config.Config:
    site = case.task.site
    return oracle.config.Config(
        root=case.target.root,
        proxy=case.way.door(Door.CHECKER),
        ca=case.way.ca,
        hosts=site.hosts,
        paths=site.paths,
        visits=site.budget.visits,
        seconds=site.budget.seconds,
        delay=site.delay,
        respect_robots=site.live,
        passes=site.passes,
    )


def _crawlers(case: Case) -> crawler.config.Config:
    site, far = case.task.site, case.task.site.budget
    config = crawler.config.Config(
        root=case.target.root,
        proxy=case.way.door(Door.CRAWLER),
        ca=case.way.ca,
        hosts=site.hosts,
        paths=site.paths,
        budget=crawler.config.Budget(pages=far.pages, depth=far.depth, seconds=far.seconds),
        pacing=crawler.config.Pacing(concurrency=site.concurrency, delay=site.delay),
        faults=frozenset(map(crawler.config.Fault, case.task.faults)),
    )
    for habit in case.task.habits:
        config = HABITS[habit](config)
    return config


def _counting(listen: Listen, stage: Stage, event: type) -> Callable[[object], None]:
    """Make a listener that tells how many events of one kind there were."""
    count = itertools.count(1)
    return lambda heard: listen(stage, next(count)) if isinstance(heard, event) else None
