"""Measures one site into its folder: one stage after the other, each to its end or its limit."""

import asyncio
import errno
import shutil
import textwrap
import time
from collections.abc import Coroutine
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from typing import Any

from bench.facts.crawl import FOLDER, INVENTORY
from bench.facts.site import SiteError, Stage
from bench.lab.catalogue import BrokenSiteError
from bench.recording.ears import Ears
from bench.sides import Case, Listen, NoBrowserError, Tools, browser_version
from bench.sites.target import Absent, Target, locate
from bench.stages import Stages
from bench.web.appload import NotStarted
from bench.web.faults import overlay
from bench.work.replay import NotRecorded, recorded, unheld
from bench.work.sitefile import FILE, finish
from bench.work.task import Task

__all__ = ["measure"]

FILES = (FILE, "truth.json", "witness.zip", INVENTORY, "checks.json")
MOST_SAID = 300
DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})


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
    ears = stack.enter_context(Ears.into(task.out, browser_version()) if task.record else Ears())
    try:
        target = (
            locate(task.site)
            if task.replay is None and task.site.replay is None
            else recorded(task.site, task.replay, ears, stack)
        )
    except BrokenSiteError as error:
        return finish(task, error=_error(Stage.WORKER, "broken lab site", str(error)))
    except NotRecorded as error:
        return finish(task, error=_error(Stage.WORKER, "no recording", str(error)))
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
    case = Case(task=task, target=target, way=way, tools=tools, ears=ears, listen=listen)
    stages, course = Stages(case=case), _Course(case=case)
    await course.run(Stage.ORACLE, stages.take_truth() if task.truths else stages.explore())
    if not task.truth_only:
        if not task.crawlers:
            await course.run(Stage.CRAWLER, stages.crawl())
        for crawler in task.crawlers:
            limit = task.crawl_seconds(crawler)
            subject = crawler is task.crawlers[0]
            work = stages.crawl_by(crawler, subject=subject)
            await course.run(Stage.CRAWLER, work, limit=limit, fatal=subject)
        await course.run(Stage.CHECKS, stages.check())
    ears.close()  # before the site counts as measured: a recording with a hole is none
    return finish(
        task,
        seconds=course.seconds,
        digests=stages.digests,
        error=course.error,
        unrecorded=unheld(target),
    )


@dataclass(slots=True, kw_only=True)
class _Course:
    """How one site goes through its stages; the first failure is the site's error."""

    case: Case
    seconds: dict[str, float] = field(default_factory=dict)
    error: SiteError | None = None

    async def run(
        self,
        stage: Stage,
        work: Coroutine[Any, Any, SiteError | None],
        *,
        limit: float | None = None,
        fatal: bool = True,
    ) -> None:
        """Run one stage to its end or its limit; whatever it wrote stays."""
        limit = limit or self.case.task.stage_seconds
        began = time.monotonic()
        self.case.listen(stage, 0)
        try:
            async with asyncio.timeout(limit):
                error = await work
        except TimeoutError:
            error = _error(stage, "hung", f"no end within {limit:.0f} s")
        except Exception as fault:
            if isinstance(fault, OSError) and fault.errno in DISK:
                raise
            if isinstance(fault, NoBrowserError) and not self.case.tools.opened:
                raise  # where none ever started, no site will fare better
            error = _error(stage, "failed", _first_line(fault))
        # Of several crawlers, the first one's time is the site's.
        self.seconds.setdefault(stage, time.monotonic() - began)
        self.error = self.error or (error if fatal else None)
        if error is not None and stage is Stage.ORACLE:
            await self.case.tools.drop(self.case.way)


def _first_line(fault: Exception) -> str:
    """Give an exception in a line; a browser that does not start appends its whole log."""
    line = next(iter(str(fault).splitlines()), "")
    return f"{type(fault).__name__}: {textwrap.shorten(line, MOST_SAID)}"


def _error(stage: Stage, reason: str, detail: str) -> SiteError:
    return SiteError(stage=stage, reason=reason, detail=detail)
