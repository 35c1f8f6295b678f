"""What the run asks of a worker, and what a worker tells back: values that cross processes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.sites.crawler import Crawler
from bench.sites.site import Site

STAGE_SECONDS = 1800.0
LAB_SECONDS = 240.0
SLACK = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One site to measure into a folder; with `truths`, against the truth stored there.

    With `record`, what is exchanged with the site is kept; with `replay`, it is taken from there.
    `faults` are the crawler's own switches, `habits` other settings than the usual ones.
    With `crawlers`, these go through the site as commands, the first of them as its subject.
    """

    site: Site
    out: Path
    truths: Path | None = None
    faults: frozenset[str] = frozenset()
    habits: frozenset[str] = frozenset()
    truth_only: bool = False
    limit: float | None = None
    record: bool = False
    replay: Path | None = None
    frozen_clock: bool = False
    crawlers: tuple[Crawler, ...] = ()

    @property
    def stage_seconds(self) -> float:
        """How long one stage may take before it counts as hanging."""
        if self.limit is not None:
            return self.limit
        if self.site.budget.seconds is not None:
            return self.site.budget.seconds + SLACK
        return LAB_SECONDS if self.site.lab else STAGE_SECONDS

    @property
    def wall_seconds(self) -> float:
        """How long the whole site may take before its worker is put down."""
        return 4 * self.stage_seconds + sum(map(self.crawl_seconds, self.crawlers))

    def crawl_seconds(self, crawler: Crawler) -> float:
        """How long a command may take: its keeper ends it at its limit, and needs time for it."""
        return crawler.seconds + SLACK


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """A worker is at work on a site, in a stage, and has counted so many of its items."""

    worker: int
    site: str
    stage: str
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A site is finished; `record` is its site.json."""

    task: Task
    record: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfit:
    """The machine lacks what every site needs, a disk or a browser: the run has to end."""

    why: str
