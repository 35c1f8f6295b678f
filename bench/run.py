"""The main job: a suite measured site by site into a run's folder; begun, or taken up again."""

import platform
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from bench.crawlers.choose import chosen
from bench.exits import Exit, Stop
from bench.gate.frozen import laid_out
from bench.progress import shown
from bench.sides import Missing, find_chromium
from bench.sites.choice import Choice, limits_of
from bench.sites.crawler import Crawler
from bench.sites.site import Site
from bench.store import (
    LATEST,
    NoRun,
    RunFolder,
    find_run,
    held,
    new_run,
    point_latest,
    read_json,
    write_json,
)
from bench.work.executor import WORKERS, execute
from bench.work.sitefile import finished
from bench.work.task import Task

SCHEMA = 1


def start(choice: Choice, out: Path, *, workers: int = WORKERS) -> RunFolder:
    """Begin a run and measure it whole.

    Raises:
        Stop: it cannot begin, or was interrupted.
    """
    sites = choice.read()
    crawlers = chosen(choice)
    browser = None if choice.truths else need_browser()
    with writing():
        now = datetime.now(UTC)
        run = new_run(out, now)
        record = {
            "schema": SCHEMA,
            "run": run.id,
            "started": now.isoformat(timespec="seconds"),
            "seconds": 0.0,
            "versions": {
                "route-recall": version("route-recall"),
                "python": platform.python_version(),
                "browser": browser,
            },
            "settings": choice.as_json(),
        }
        with held(run):
            _measure(run, record, sites, choice, crawlers=crawlers, workers=workers)
    return run


def resume(
    out: Path, name: str = LATEST, *, again: Choice | None = None, workers: int = WORKERS
) -> RunFolder:
    """Take a run up again: what is finished stays, the rest is measured.

    What was asked for may be given `again`, but not differently.

    Raises:
        Stop: there is no such run, or it was interrupted again.
    """
    run, record = stored(out, name)
    try:
        choice = Choice.from_json(record["settings"])
    except (KeyError, TypeError) as error:
        raise Stop(Exit.USAGE, f"{run.record}: does not say what was asked") from error
    if again is not None and again.as_json() != choice.as_json():
        raise Stop(Exit.USAGE, f"{run.id} was asked for something else: {choice.as_json()}")
    sites = choice.read()
    crawlers = chosen(choice)
    if choice.truths is None:
        need_browser()
    try:
        with writing(), held(run):
            _measure(run, record, sites, choice, crawlers=crawlers, workers=workers)
    except NoRun as error:
        raise Stop(Exit.USAGE, str(error)) from error
    return run


def stored(out: Path, name: str = LATEST) -> tuple[RunFolder, dict[str, Any]]:
    """Find a run and what its record says.

    Raises:
        Stop: there is no such run, or its record cannot be read.
    """
    try:
        run = find_run(out, name)
    except NoRun as error:
        raise Stop(Exit.USAGE, str(error)) from error
    record = read_json(run.record)
    if not isinstance(record, dict) or record.get("schema") != SCHEMA:
        raise Stop(Exit.USAGE, f"{run.record}: not a run's record of schema {SCHEMA}")
    return run, record


def found(out: Path, name: str = LATEST) -> RunFolder:
    """Find a run whose record can be read.

    Raises:
        Stop: there is none.
    """
    return stored(out, name)[0]


def need_browser() -> str | None:
    """Give the version of the browser.

    Raises:
        Stop: there is none.
    """
    found = find_chromium()
    if isinstance(found, Missing):
        raise Stop(Exit.ENVIRONMENT, found.message)
    return found.version


@contextmanager
def writing() -> Iterator[None]:
    """Turn what the disk refuses into the end of the verb."""
    try:
        yield
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise Stop(Exit.ENVIRONMENT, f"cannot write results: {where}{error.strerror}") from error


@contextmanager
def interruptible() -> Iterator[None]:
    """Let SIGTERM end a run as Ctrl-C does."""

    def interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _measure(  # noqa: PLR0913 - all that a run is
    run: RunFolder,
    record: dict[str, Any],
    sites: Sequence[Site],
    choice: Choice,
    *,
    crawlers: tuple[Crawler, ...],
    workers: int,
) -> None:
    asked = [site.name for site in sites]
    record["settings"] |= {"asked": asked}
    limits = limits_of(record)
    record["thresholds"] = {name: asdict(limits[name]) for name in asked if name in limits}
    if crawlers:
        record["versions"]["crawlers"] = {each.name: each.told for each in crawlers}
    write_json(run.record, record)
    point_latest(run)
    truths = choice.truths if choice.truths is None else laid_out(choice.truths, run, asked)
    tasks = [
        Task(
            site=site,
            out=run.site(site.name),
            truths=truths,
            faults=frozenset(choice.faults),
            record=choice.record,
            replay=choice.replay,
            frozen_clock=choice.frozen_clock,
            crawlers=crawlers,
        )
        for site in sites
        if finished(run.site(site.name), site, crawlers) is None
    ]
    began = time.monotonic()
    done = len(sites) - len(tasks)
    try:
        with interruptible(), shown(len(tasks)) as show:
            for outcome in execute(tasks, workers=workers, listen=show.update):
                show.done(outcome)
                done += 1
    except KeyboardInterrupt:
        told = f"interrupted: {done} of {len(sites)} sites are measured and kept in {run.path}"
        raise Stop(Exit.UNMEASURED, told, f"go on with: {run.taken_up}") from None
    finally:
        record["seconds"] = round(record["seconds"] + time.monotonic() - began, 3)
        with suppress(OSError):
            write_json(run.record, record)
