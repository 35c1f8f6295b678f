"""What a fetch changes: its candidate, the redirects on its way, and what its page cites."""

from dataclasses import replace

from crawler.address.citation import Via
from crawler.address.refusal import Refused
from crawler.landing import Landing
from crawler.page.extract import Extraction, Link
from crawler.sitemap.record import Lead
from crawler.sitemap.survey import SitemapAnswer, Survey
from crawler.state.frontier import Frontier
from crawler.state.intake import Intake
from crawler.state.record import Record, State
from crawler.wire.observation import Failure, Observation
from crawler.wire.reading import Reading

# A body that was cut is a page all the same, and its links count.
PARTIAL = frozenset({Failure.TOO_LARGE, Failure.PROTOCOL})


class Folder:
    """Folds outcomes into the frontier; called by the crawl's one task, in the order taken."""

    def __init__(self, frontier: Frontier, intake: Intake, *, most_links: int) -> None:
        self._frontier = frontier
        self._intake = intake
        self._most_links = most_links
        self.links_over = 0

    async def landing(self, landing: Landing) -> None:
        """Fold the way to the root; what its page cites counts wherever the scope was drawn."""
        record = await self._intake.seed(
            landing.requested, refusal=None if landing.readings else landing.refusal
        )
        for at, reading in enumerate(landing.readings):
            seen = reading.observation
            if at:
                asked = reading.requested
                link = Link(via=Via.REFRESH, written=asked, url=asked)
                source = landing.readings[at - 1].observation.final_url
                record = await self._intake.cite(link, source=source, depth=0)
            if record is None:
                return
            if record.observation is None and record.state is State.PENDING:
                self._settle(record, seen)
            await self._hops(record, reading)
            if reading.extraction is not None:
                await self._expand(reading.extraction, seen.final_url, depth=0)

    async def page(self, record: Record, reading: Reading) -> bool:
        """Fold the fetch of a candidate; return whether it showed anything new.

        A candidate that a redirect has shown already stays as it is.
        """
        if record.observation is not None:
            return False
        seen = reading.observation
        self._settle(record, seen)
        opens = await self._hops(record, reading)
        if opens and reading.extraction is not None and seen.soft404 is None:
            await self._expand(reading.extraction, seen.final_url, depth=record.depth)
        return True

    async def _hops(self, record: Record, reading: Reading) -> bool:
        """Fold redirect targets; return whether the final page is seen for the first time."""
        redirects = reading.observation.redirects
        opens = True
        for at, hop in enumerate(redirects, start=1):
            is_last = at == len(redirects)
            link = _pointer(hop.location, reading.refused if is_last else None)
            target = await self._intake.cite(link, source=hop.url, depth=record.depth)
            if target is None or target is record or target.key == record.key:
                opens = True
            elif target.observation is None and target.state is State.PENDING:
                self._settle(target, replace(reading.observation, redirects=redirects[at:]))
                opens = True
            else:
                opens = False
        return opens

    async def _expand(self, extraction: Extraction, source: str, *, depth: int) -> None:
        """Note what a page cites; a frame of the root shows with it, without a click."""
        self.links_over += max(0, len(extraction.links) - self._most_links)
        for link in extraction.links[: self._most_links]:
            clicks = 0 if depth == 0 and link.via is Via.FRAME else 1
            if not self._intake.note(link, depth=depth + clicks):
                await self._intake.cite(link, source=source, depth=depth + clicks)

    def _settle(self, record: Record, seen: Observation) -> None:
        failed = is_failure(seen)
        fragment = record.url.partition("#")[2]
        if fragment and "#" not in seen.final_url:
            seen = replace(seen, final_url=f"{seen.final_url}#{fragment}")
        self._frontier.settle(record, seen, failed=failed)
        if failed:
            self._intake.retry_as_written(record)


async def fold_sitemap(survey: Survey, intake: Intake, lead: Lead, answer: SitemapAnswer) -> int:
    """Fold a sitemap and note what it lists; return how many bytes it took."""
    intake.consult(lead.url)
    source = answer.fetched.url
    for link, lastmod in survey.fold(lead, answer.fetched, answer.reading):
        await intake.cite(link, source=source, depth=1, lastmod=lastmod)
    return answer.fetched.answer.size if answer.fetched.answer else 0


def is_failure(seen: Observation) -> bool:
    """Tell whether a fetch brought nothing: no answer, an error status, a broken one."""
    if seen.status is None or seen.status >= 400:
        return True
    return seen.error is not None and seen.error.reason not in PARTIAL


def _pointer(location: str, refused: Refused | None) -> Link:
    """Make a redirect's target a mention; one that is no web address carries its refusal."""
    if location.startswith(("http://", "https://")):
        return Link(via=Via.REDIRECT, written=location, url=location)
    return Link(via=Via.REDIRECT, written=location, url=None, refusal=refused)
