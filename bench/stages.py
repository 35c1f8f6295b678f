"""The stages of a site's measurement: truth, crawls, the bench's own asks."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.ask import Asker, open_asker
from bench.checks import check
from bench.crawlers.command import Errand
from bench.crawlers.crawl import crawl
from bench.crawlers.own import own
from bench.crawls import home_of
from bench.facts.crawl import INVENTORY, LISTED
from bench.facts.site import SiteError, Stage
from bench.recording.role import Door
from bench.shelf.pages import FROZEN
from bench.shelf.same import why_another
from bench.sides import Case, crawled, explored
from bench.sites.crawler import OWN, Crawler
from bench.store import read_json, write

STORED = ("{name}", "sites/{name}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stages:
    """What is done with one site; each stage gives why it came to nothing, or None."""

    case: Case
    digests: dict[str, str | None] = field(
        default_factory=lambda: dict.fromkeys(("truth", "inventory"))
    )

    async def explore(self) -> SiteError | None:
        """Let the oracle explore."""
        truth = await explored(self.case)
        self.digests["truth"] = truth["digest"]
        return _unusable(truth)

    async def take_truth(self) -> SiteError | None:
        """Take truth and witness from where they are stored."""
        task = self.case.task
        truths = task.truths or Path()
        homes = [truths / form.format(name=task.site.name) for form in STORED]
        home = next((each for each in homes if (each / "truth.json").is_file()), None)
        if home is None:
            return _error("no stored truth", f"{homes[0] / 'truth.json'} is missing")
        if (home / FROZEN).is_file():
            async with self._asker() as asker:
                witness = task.out / "witness.zip"
                another = await why_another(task.site, home / FROZEN, asker, witness)
            if another:
                return _error("another site", another)
        for name in ("truth.json", "witness.zip"):
            if (home / name).is_file():
                write(task.out / name, (home / name).read_bytes())
        truth = read_json(task.out / "truth.json")
        if not isinstance(truth, dict):
            return _error("unreadable truth", str(home / "truth.json"))
        self.digests["truth"] = truth.get("digest")
        return _unusable(truth)

    async def crawl(self) -> SiteError | None:
        """Let our crawler discover."""
        self.digests["inventory"] = await crawled(self.case)
        return None

    async def crawl_by(self, crawler: Crawler, *, subject: bool) -> SiteError | None:
        """Send one crawler through the site as a command, and keep what it listed."""
        site, out = self.case.task.site, self.case.task.out
        home = home_of(out, crawler.name)
        errand = Errand(
            url=self.case.target.root,
            proxy=self.case.way.proxy,
            ca=self.case.way.ca,
            pages=site.budget.pages,
            delay=site.delay,
            concurrency=site.concurrency,
        )
        command = own(crawler, site, errand) if crawler.name == OWN else crawler
        done = await crawl(command, errand, home, count=self._served())
        if subject:
            # The first one asked for is whom the site's own figures are about.
            whole = home / INVENTORY
            told = (whole if whole.is_file() else home / LISTED).read_bytes()
            write(out / INVENTORY, told)
            whole.unlink(missing_ok=True)
            self.digests["inventory"] = done.digest
        return None

    async def check(self) -> SiteError | None:
        """Let the bench ask for itself."""
        task = self.case.task
        names = [each.name for each in task.crawlers]
        async with self._asker() as asker:
            await check(task.site, task.out, asker, crawlers=names)
        return None

    def _served(self) -> Callable[[], int | None]:
        """Make a counter of the pages that the gateway serves from now on; live there is none."""
        traffic = self.case.tools.traffic
        traffic.begin()
        return lambda: len(traffic.pages) if self.case.way.proxy else None

    def _asker(self) -> AbstractAsyncContextManager[Asker]:
        site, way = self.case.task.site, self.case.way
        return open_asker(
            proxy=way.door(Door.BENCH),
            ca=way.ca,
            concurrency=site.concurrency,
            delay=site.delay,
            heard=self.case.ears.of(Door.BENCH),
        )


def _unusable(truth: dict[str, Any]) -> SiteError | None:
    """Say why a truth is none to measure against."""
    verdict = truth.get("verdict")
    if verdict == "ok":
        return None
    reason = "no answer" if verdict == "error" else str(verdict)
    return _error(reason, truth.get("reason") or "the site could not be opened")


def _error(reason: str, detail: str) -> SiteError:
    return SiteError(stage=Stage.ORACLE, reason=reason, detail=detail)
