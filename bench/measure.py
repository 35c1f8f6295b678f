"""Measures one site: oracle, crawler, the bench's own asks; alone in knowing both sides."""

import asyncio
import errno
import itertools
import shutil
import textwrap
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import crawler.config
import oracle.config
from bench.ask import Asker, open_asker
from bench.checks import check
from bench.crawlers.command import Errand
from bench.crawlers.crawl import crawl as command_crawl
from bench.crawlers.own import own
from bench.crawls import home_of
from bench.facts.crawl import FOLDER, INVENTORY, LISTED
from bench.facts.site import SiteError, Stage
from bench.lab.catalogue import BrokenSiteError
from bench.recording.ears import Ears
from bench.recording.role import Door
from bench.recording.turns import Turning
from bench.shelf.pages import FROZEN
from bench.shelf.same import why_another
from bench.sites.crawler import OWN, Crawler
from bench.sites.target import Absent, Target, locate
from bench.store import read_json, write, write_json
from bench.web.appload import NotStarted
from bench.web.faults import overlay
from bench.work.instruments import Instruments, Way
from bench.work.replay import moment_of, recorded, unheld
from bench.work.sitefile import FILE, finish
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
    "Found",
    "Missing",
    "NoBrowserError",
    "find_chromium",
    "install_chromium",
    "measure",
    "open_instruments",
    "why_unfit",
]

FILES = (FILE, "truth.json", "witness.zip", INVENTORY, "checks.json")
MOST_SAID = 300
STORED = ("{name}", "sites/{name}")
DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})

# Settings under which a crawl misses what it usually finds: the judge has to say why.
HABITS: Mapping[str, Callable[[crawler.config.Config], crawler.config.Config]] = {
    "another-token": lambda usual: replace(usual, token="Somebody"),  # noqa: S106 - as TOKEN
    "no-redirects": lambda usual: replace(usual, limits=replace(usual.limits, redirects=0)),
    "few-links": lambda usual: replace(usual, limits=replace(usual.limits, page_links=1)),
}

Listen = Callable[[str, int], None]
Tools = Instruments[Browser]


def open_instruments() -> Tools:
    """Give what `measure` works with, to be kept for many sites."""
    return Instruments(open_browser)


async def measure(task: Task, tools: Tools, *, listen: Listen) -> dict[str, Any]:
    """Measure one site into its folder; gives its site.json, which is written last.

    Raises:
        OSError: results cannot be written.
        NoBrowserError: no browser starts here.
    """
    for name in FILES:
        (task.out / name).unlink(missing_ok=True)
    shutil.rmtree(task.out / FOLDER, ignore_errors=True)
    with ExitStack() as stack:
        return await _measured(task, tools, stack, listen)


async def _measured(task: Task, tools: Tools, stack: ExitStack, listen: Listen) -> dict[str, Any]:
    ears = stack.enter_context(Ears.into(task.out, _browser()) if task.record else Ears())
    try:
        target = (
            locate(task.site)
            if task.replay is None and task.site.replay is None
            else recorded(task.site, task.replay, ears, stack)
        )
    except BrokenSiteError as error:
        return finish(task, error=_error(Stage.WORKER, "broken lab site", str(error)))
    if isinstance(target, Absent):
        return finish(task, skipped=target.hint)
    try:
        async with target.app or nullcontext():
            return await _staged(task, target, tools, ears, listen)
    except NotStarted as error:
        return finish(task, error=_error(Stage.WORKER, "application", str(error)))


async def _staged(
    task: Task, target: Target, tools: Tools, ears: Ears, listen: Listen
) -> dict[str, Any]:
    web = target.web and overlay(target.web, target.root, task.site.faults)
    way = await tools.way(web)
    site = _Measurement(task=task, target=target, way=way, tools=tools, ears=ears, listen=listen)
    await site.stage(Stage.ORACLE, site.take_truth() if task.truths else site.explore())
    if not task.truth_only:
        if not task.crawlers:
            await site.stage(Stage.CRAWLER, site.crawl())
        for crawler in task.crawlers:
            limit = task.crawl_seconds(crawler)
            subject = crawler is task.crawlers[0]
            work = site.crawl_by(crawler, subject=subject)
            await site.stage(Stage.CRAWLER, work, limit=limit, fatal=subject)
        await site.stage(Stage.CHECKS, site.check())
    return finish(
        task,
        seconds=site.seconds,
        digests=site.digests,
        error=site.error,
        unrecorded=unheld(target),
    )


@dataclass(slots=True, kw_only=True)
class _Measurement:
    """One site on its way through the stages; the first failure is the site's error."""

    task: Task
    target: Target
    way: Way
    tools: Tools
    ears: Ears
    listen: Listen
    seconds: dict[str, float] = field(default_factory=dict)
    digests: dict[str, str | None] = field(
        default_factory=lambda: dict.fromkeys(("truth", "inventory"))
    )
    error: SiteError | None = None

    async def stage(
        self,
        stage: Stage,
        work: Coroutine[Any, Any, SiteError | None],
        *,
        limit: float | None = None,
        fatal: bool = True,
    ) -> None:
        """Run one stage to its end or its limit; whatever it wrote stays."""
        limit = limit or self.task.stage_seconds
        began = time.monotonic()
        self.listen(stage, 0)
        try:
            async with asyncio.timeout(limit):
                error = await work
        except TimeoutError:
            error = _error(stage, "hung", f"no end within {limit:.0f} s")
        except Exception as fault:
            if isinstance(fault, OSError) and fault.errno in DISK:
                raise
            if isinstance(fault, NoBrowserError) and not self.tools.opened:
                raise  # where none ever started, no site will fare better
            error = _error(stage, "failed", _first_line(fault))
        # Of several crawlers, the first one's time is the site's.
        self.seconds.setdefault(stage, time.monotonic() - began)
        self.error = self.error or (error if fatal else None)
        if error is not None and stage is Stage.ORACLE:
            await self.tools.drop(self.way)

    async def explore(self) -> SiteError | None:
        """Let the oracle explore, and write truth and witness."""
        site = self.task.site
        config = oracle.config.Config(
            root=self.target.root,
            proxy=self.way.door(Door.CHECKER),
            ca=self.way.ca,
            hosts=site.hosts,
            paths=site.paths,
            visits=site.budget.visits,
            seconds=site.budget.seconds,
            delay=site.delay,
            respect_robots=site.live,
            passes=site.passes,
        )
        browser = await self.tools.browser(self.way)
        browser.heard = self.ears.of(Door.BROWSER)
        frozen = self.task.frozen_clock or site.frozen_clock
        browser.moment = moment_of(self.target) if frozen else None
        truth = await explore(
            config,
            Turning(browser, self.ears.turns),
            listen=self._counting(Stage.ORACLE, Visited),
            heard=self.ears.of(Door.CHECKER),
        )
        if self.task.record:
            await browser.rest()
        write_json(self.task.out / "truth.json", truth.as_json())
        write_zip(self.task.out / "witness.zip", truth.witness)
        self.digests["truth"] = truth.digest
        return _unusable(truth.as_json())

    async def take_truth(self) -> SiteError | None:
        """Take truth and witness from where they are stored."""
        truths = self.task.truths or Path()
        homes = [truths / form.format(name=self.task.site.name) for form in STORED]
        home = next((each for each in homes if (each / "truth.json").is_file()), None)
        if home is None:
            return _error(Stage.ORACLE, "no stored truth", f"{homes[0] / 'truth.json'} is missing")
        if (home / FROZEN).is_file():
            async with self._asker() as asker:
                witness = self.task.out / "witness.zip"
                another = await why_another(self.task.site, home / FROZEN, asker, witness)
            if another:
                return _error(Stage.ORACLE, "another site", another)
        for name in ("truth.json", "witness.zip"):
            if (home / name).is_file():
                write(self.task.out / name, (home / name).read_bytes())
        truth = read_json(self.task.out / "truth.json")
        if not isinstance(truth, dict):
            return _error(Stage.ORACLE, "unreadable truth", str(home / "truth.json"))
        self.digests["truth"] = truth.get("digest")
        return _unusable(truth)

    async def crawl(self) -> SiteError | None:
        """Let the crawler discover, and write its inventory."""
        site = self.task.site
        far = site.budget
        config = crawler.config.Config(
            root=self.target.root,
            proxy=self.way.door(Door.CRAWLER),
            ca=self.way.ca,
            hosts=site.hosts,
            paths=site.paths,
            budget=crawler.config.Budget(pages=far.pages, depth=far.depth, seconds=far.seconds),
            pacing=crawler.config.Pacing(concurrency=site.concurrency, delay=site.delay),
            faults=frozenset(map(crawler.config.Fault, self.task.faults)),
        )
        for habit in self.task.habits:
            config = HABITS[habit](config)
        async with open_transport(config, heard=self.ears.of(Door.CRAWLER)) as transport:
            inventory = await crawl(
                config, listen=self._counting(Stage.CRAWLER, PageFetched), transport=transport
            )
        lines = (f"{line}\n" for line in write_lines(inventory))
        write(self.task.out / INVENTORY, lines)
        self.digests["inventory"] = inventory.digest
        return None

    async def crawl_by(self, crawler: Crawler, *, subject: bool) -> SiteError | None:
        """Send one crawler through the site as a command, and keep what it listed."""
        site, home = self.task.site, home_of(self.task.out, crawler.name)
        errand = Errand(
            url=self.target.root,
            proxy=self.way.proxy,
            ca=self.way.ca,
            pages=site.budget.pages,
            delay=site.delay,
            concurrency=site.concurrency,
        )
        command = own(crawler, site, errand) if crawler.name == OWN else crawler
        done = await command_crawl(command, errand, home, count=self._served())
        if subject:
            # The first one asked for is whom the site's own figures are about.
            whole = home / INVENTORY
            told = (whole if whole.is_file() else home / LISTED).read_bytes()
            write(self.task.out / INVENTORY, told)
            whole.unlink(missing_ok=True)
            self.digests["inventory"] = done.digest
        return None

    def _served(self) -> Callable[[], int | None]:
        """Make a counter of the pages that the gateway serves from now on; live there is none."""
        self.tools.traffic.begin()
        return lambda: len(self.tools.traffic.pages) if self.way.proxy else None

    async def check(self) -> SiteError | None:
        """Let the bench ask for itself."""
        names = [each.name for each in self.task.crawlers]
        async with self._asker() as asker:
            await check(self.task.site, self.task.out, asker, crawlers=names)
        return None

    def _asker(self) -> AbstractAsyncContextManager[Asker]:
        site = self.task.site
        return open_asker(
            proxy=self.way.door(Door.BENCH),
            ca=self.way.ca,
            concurrency=site.concurrency,
            delay=site.delay,
            heard=self.ears.of(Door.BENCH),
        )

    def _counting(self, stage: Stage, event: type) -> Callable[[object], None]:
        """Make a listener that tells how many events of one kind there were."""
        count = itertools.count(1)
        return lambda heard: self.listen(stage, next(count)) if isinstance(heard, event) else None


def _browser() -> str | None:
    found = find_chromium()
    return found.version if isinstance(found, Found) else None


def _unusable(truth: dict[str, Any]) -> SiteError | None:
    """Say why a truth is none to measure against."""
    verdict = truth.get("verdict")
    if verdict == "ok":
        return None
    reason = "no answer" if verdict == "error" else str(verdict)
    return _error(Stage.ORACLE, reason, truth.get("reason") or "the site could not be opened")


def _first_line(fault: Exception) -> str:
    """Give an exception in a line; a browser that does not start appends its whole log."""
    line = next(iter(str(fault).splitlines()), "")
    return f"{type(fault).__name__}: {textwrap.shorten(line, MOST_SAID)}"


def _error(stage: Stage, reason: str, detail: str) -> SiteError:
    return SiteError(stage=stage, reason=reason, detail=detail)
