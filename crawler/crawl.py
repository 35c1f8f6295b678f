"""The loop: one task owns frontier and inventory, workers fetch, outcomes fold as taken."""

import asyncio
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import chain, zip_longest

from crawler import events
from crawler import url as addresses
from crawler.config import Config
from crawler.ending import Course, freeze
from crawler.fetch import Fetcher
from crawler.frontier import Frontier, Record
from crawler.intake import seeded
from crawler.inventory import Inventory, Stop
from crawler.landing import Landing, land
from crawler.origins import Origins
from crawler.pacing import Pace
from crawler.reading import Reading
from crawler.refusal import Refused
from crawler.site import Site, wire
from crawler.survey import Lead
from crawler.timebox import ended_by_itself
from crawler.transport import Transport, open_transport
from crawler.wave import in_order
from crawler.work import Job, Outcome, SitemapAnswer

# The jobs of one wave: enough to keep workers busy behind a slow page, few enough that what
# a nested sitemap lists comes in early.
WAVE = 128
WAVE_SITEMAPS = 16


async def crawl(
    config: Config,
    *,
    listen: events.Listener = events.silence,
    interrupt: asyncio.Event | None = None,
) -> Inventory:
    """Crawl a site and return what was found; `interrupt`, once set, ends the crawl early."""
    started, clock = datetime.now(UTC), time.monotonic()
    listen(events.Started(root=config.root))
    async with open_transport(config) as transport:
        run = _Crawl(config, transport, listen)
        seconds = config.budget.seconds
        if not await ended_by_itself(run.run(), seconds=seconds, interrupt=interrupt):
            run.stop = Stop.SECONDS
    found = run.end(started=started, seconds=time.monotonic() - clock)
    listed = sum(each.listed for each in found.candidates)
    listen(events.Finished(stop=found.stop, known=len(found.candidates), listed=listed))
    return found


class _Crawl:
    """The state of one crawl, changed by its one task alone."""

    def __init__(self, config: Config, transport: Transport, listen: events.Listener) -> None:
        self._config = config
        self._listen = listen
        pace = Pace(config.pacing.delay)
        self._fetcher = Fetcher(transport, pace=pace, pacing=config.pacing, limits=config.limits)
        self._origins = Origins(self._fetcher, pace=pace, config=config)
        self._frontier = Frontier(
            max_depth=config.budget.depth,
            max_records=config.budget.candidates,
            max_spellings=config.limits.spellings,
        )
        self._landing: Landing | None = None
        self._site: Site | None = None
        self._taken = 0
        self._folded = 0
        self._bytes = 0
        self.stop = Stop.EXHAUSTED

    async def run(self) -> None:
        """Land the root, then go wave by wave until nothing is left or a budget is spent."""
        self._landing = landing = await land(self._config, self._fetcher, self._origins)
        if not landing.path:
            self._frontier.add(self._config.root, seeded(self._config.root), landing.refusal)
            self.stop = Stop.SEED_FAILED
            return
        self._site = site = await self._open(landing)
        for record in self._frontier:
            self._tell(record)
        if landing.landed is None:
            self.stop = Stop.SEED_FAILED
            return
        while await self._wave(site):
            pass
        if self.stop is Stop.EXHAUSTED and self._frontier.has_more():
            self.stop = Stop.PAGES

    def end(self, *, started: datetime, seconds: float) -> Inventory:
        """Freeze what was found."""
        course = Course(
            stop=self.stop,
            started=started.isoformat(timespec="milliseconds"),
            seconds=round(seconds, 3),
        )
        return freeze(
            self._config,
            course,
            landing=self._landing,
            site=self._site,
            frontier=self._frontier,
        )

    async def _open(self, landing: Landing) -> Site:
        """Draw the site's bounds, fold the way to its root, and queue the sitemaps named on it."""
        site = wire(
            landing,
            config=self._config,
            fetcher=self._fetcher,
            origins=self._origins,
            frontier=self._frontier,
            listen=self._listen,
        )
        self._taken = self._folded = len(landing.readings)
        self._bytes = sum(reading.observation.bytes for reading in landing.readings)
        policies = [site.intake.consult(url) for url in landing.path]
        if landing.landed is not None:
            self._listen(events.ScopeFixed(landed=landing.landed, scope=site.scope))
            named = chain.from_iterable(policy.sitemaps for policy in policies if policy)
            site.survey.open(dict.fromkeys(named))
        await site.folder.landing(landing)
        return site

    async def _wave(self, site: Site) -> bool:
        """Take, fetch and fold one wave; return whether there may be another."""
        leads = site.survey.take(WAVE_SITEMAPS)
        pages = self._frontier.take(min(WAVE, self._pages_left()))
        if not leads and not pages:
            return False
        self._taken += len(pages)
        if site.worker.probing is not None:
            await site.worker.probing.prepare(page.url for page in pages)
        jobs = [(addresses.host(job.url), job) for job in _interleaved(leads, pages)]
        concurrency = self._config.pacing.concurrency
        async with in_order(jobs, site.worker.do, concurrency=concurrency) as outcomes:
            async for job, outcome in outcomes:
                await self._fold(site, job, outcome)
                if self._is_spent():
                    return False
        return True

    async def _fold(self, site: Site, job: Job, outcome: Outcome) -> None:
        match job, outcome:
            case Lead(), Refused():
                site.survey.refuse(job, outcome)
            case Lead(), SitemapAnswer():
                site.intake.consult(job.url)
                links = site.survey.fold(job, outcome.fetched, outcome.reading)
                record = site.survey.records[-1]
                self._bytes += record.bytes
                self._listen(events.SitemapRead(sitemap=record))
                await site.intake.cite_all(links, source=outcome.fetched.url, depth=1)
            case Record(), Reading():
                self._folded += 1
                if await site.folder.page(job, outcome):
                    self._bytes += outcome.observation.bytes
                self._tell(job)
            case _:
                message = f"no outcome of such a job: {job} {outcome}"
                raise AssertionError(message)

    def _tell(self, record: Record) -> None:
        if self._listen is not events.silence and record.observation is not None:
            event = events.PageFetched(
                url=record.url,
                state=record.state,
                status=record.observation.status,
                depth=record.depth,
                known=len(self._frontier),
                fetched=self._folded,
            )
            self._listen(event)

    def _pages_left(self) -> int:
        pages = self._config.budget.pages
        return WAVE if pages is None else max(0, pages - self._taken)

    def _is_spent(self) -> bool:
        """Tell whether a budget that counts what came in is spent; pages are counted as taken."""
        most = self._config.budget.bytes
        if most is not None and self._bytes >= most:
            self.stop = Stop.BYTES
        elif self._frontier.overflowed:
            self.stop = Stop.CANDIDATES
        return self.stop is not Stop.EXHAUSTED


def _interleaved(leads: Sequence[Lead], pages: Sequence[Record]) -> list[Job]:
    """Lay sitemaps and pages side by side, so that neither waits for the other."""
    pairs = zip_longest(leads, pages)
    return [job for pair in pairs for job in pair if job is not None]
