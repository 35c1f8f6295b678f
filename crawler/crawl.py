"""The loop: one task owns frontier and inventory, workers fetch, outcomes fold as taken."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from itertools import chain, zip_longest

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.answer.ending import Course, freeze
from crawler.answer.inventory import Inventory
from crawler.config import Config
from crawler.landing import Landing, land
from crawler.means import Means, means
from crawler.site import Site, wire
from crawler.sitemap.record import Lead
from crawler.sitemap.survey import SitemapAnswer
from crawler.spending import Spending
from crawler.state.fold import fold_sitemap
from crawler.state.frontier import Frontier
from crawler.state.intake import seeded
from crawler.state.recall import Memory, Purpose
from crawler.state.record import Record
from crawler.stop import Stop
from crawler.story import events
from crawler.story.telling import Teller
from crawler.wave import in_order
from crawler.wire.answer import Transport
from crawler.wire.reading import Reading
from crawler.wire.timebox import ended_by_itself
from crawler.wire.transport import open_transport
from crawler.work import Job, Outcome, Skipped

# The jobs of one wave: enough to keep workers busy behind a slow page, few enough that what
# a nested sitemap lists comes in early.
WAVE = 128
WAVE_SITEMAPS = 16


async def crawl(
    config: Config,
    *,
    listen: events.Listener = events.silence,
    interrupt: asyncio.Event | None = None,
    memory: Memory | None = None,
    transport: Transport | None = None,
) -> Inventory:
    """Crawl a site and return what was found.

    `interrupt`, once set, ends the crawl early. A `memory` keeps what was fetched, so that the
    same call goes on where it was cut. `transport` is another way to the web than the real one.
    """
    started, clock = datetime.now(UTC), time.monotonic()
    teller = Teller(listen)
    teller.scope(config)
    async with AsyncExitStack() as stack:
        if transport is None:
            transport = await stack.enter_async_context(open_transport(config))
        run = _Crawl(means(config, transport, listen=listen, memory=memory), teller)
        seconds = config.budget.seconds
        if not await ended_by_itself(run.run(), seconds=seconds, interrupt=interrupt):
            run.stop = Stop.SECONDS
    found = run.end(started=started, seconds=time.monotonic() - clock)
    teller.finished(found)
    return found


class _Crawl:
    """The state of one crawl, changed by its one task alone."""

    def __init__(self, means: Means, teller: Teller) -> None:
        self._means = means
        self._config = config = means.config
        self._teller = teller
        self._frontier = Frontier(
            max_depth=config.budget.depth,
            max_records=config.budget.candidates,
            max_spellings=config.limits.spellings,
            listen=None if means.listen is events.silence else means.listen,
        )
        self._spent = Spending(budget=config.budget)
        self._landing: Landing | None = None
        self._site: Site | None = None
        self.stop = Stop.EXHAUSTED

    async def run(self) -> None:
        """Land the root, then go wave by wave until nothing is left or a budget is spent."""
        fetcher = self._means.recall(Purpose.PAGE)
        self._landing = landing = await land(self._config, fetcher, self._means.origins)
        if not landing.path:
            self._frontier.add(self._config.root, seeded(self._config.root), landing.refusal)
            self.stop = Stop.SEED_FAILED
            return
        self._site = site = await self._open(landing)
        if landing.landed is None:
            self.stop = Stop.SEED_FAILED
            return
        while await self._wave(site):
            pass
        if self.stop is Stop.EXHAUSTED and self._frontier.has_more():
            self.stop = Stop.PAGES

    def end(self, *, started: datetime, seconds: float) -> Inventory:
        """Freeze what was found."""
        self._teller.stopped(self.stop)
        course = Course(
            stop=self.stop,
            started=started.isoformat(timespec="milliseconds"),
            seconds=round(seconds, 3),
        )
        found = freeze(
            self._config,
            course,
            landing=self._landing,
            site=self._site,
            frontier=self._frontier,
        )
        self._teller.sitemaps(found.sitemaps)
        return found

    async def _open(self, landing: Landing) -> Site:
        """Draw the site's bounds, fold the way to its root, and queue the sitemaps named on it."""
        site = wire(landing, self._means, frontier=self._frontier)
        self._spent.taken = self._spent.folded = len(landing.readings)
        self._spent.bytes = sum(reading.observation.bytes for reading in landing.readings)
        policies = [site.intake.consult(url) for url in landing.path]
        self._teller.landed(landing, site.scope)
        if landing.landed is not None:
            named = chain.from_iterable(policy.sitemaps for policy in policies if policy)
            site.survey.open(dict.fromkeys(named), approved=self._config.sitemaps)
        await site.folder.landing(landing)
        for record in list(self._frontier):
            over = site.folder.links_over if record.url == landing.landed else 0
            self._teller.page(record, self._frontier, fetched=self._spent.folded, links_over=over)
        return site

    async def _wave(self, site: Site) -> bool:
        """Take, fetch and fold one wave; return whether there may be another."""
        self._means.clock.wave += 1
        for policy in await self._means.origins.renew():
            site.intake.renewed(policy)
        leads = site.survey.take(WAVE_SITEMAPS)
        pages = self._frontier.take(
            self._spent.pages_left(WAVE),
            unless=lambda record: site.hosts.gave_up(addresses.host(record.url)),
        )
        if not leads and not pages:
            return False
        self._spent.taken += len(pages)
        if site.worker.probing is not None:
            await site.worker.probing.prepare(page.url for page in pages)
        jobs = [(addresses.host(job.url), job) for job in _interleaved(leads, pages)]
        concurrency = self._config.pacing.concurrency
        async with in_order(jobs, site.worker.do, concurrency=concurrency) as outcomes:
            async for job, outcome in outcomes:
                await self._fold(site, job, outcome)
                stop = self._spent.stop(overflowed=self._frontier.overflowed)
                if stop is not None:
                    self.stop = stop
                    return False
        return True

    async def _fold(self, site: Site, job: Job, outcome: Outcome) -> None:
        match job, outcome:
            case Lead(), Refused():
                site.survey.refuse(job, outcome)
            case Lead(), Skipped():
                site.survey.give_up(job)
            case Lead(), SitemapAnswer():
                size = await fold_sitemap(site.survey, site.intake, job, outcome)
                self._spent.bytes += size
            case Record(), Skipped():
                pass  # it stays pending, and says why
            case Record(), Reading():
                await self._fold_page(site, job, outcome)
            case _:
                message = f"no outcome of such a job: {job} {outcome}"
                raise AssertionError(message)
        self._teller.sitemaps(site.survey.records)

    async def _fold_page(self, site: Site, record: Record, reading: Reading) -> None:
        """Fold a page, unless its host was given up: what came in since then counts no more."""
        host = addresses.host(record.url)
        if site.hosts.gave_up(host):
            return
        self._spent.folded += 1
        over = site.folder.links_over
        if await site.folder.page(record, reading):
            self._spent.bytes += reading.observation.bytes
        self._teller.page(
            record,
            self._frontier,
            fetched=self._spent.folded,
            links_over=site.folder.links_over - over,
        )
        seen = reading.observation
        if site.hosts.note(host, status=seen.status, error=seen.error):
            self._teller.given_up(host, site.hosts.timeouts(host))


def _interleaved(leads: Sequence[Lead], pages: Sequence[Record]) -> list[Job]:
    """Lay sitemaps and pages side by side, so that neither waits for the other."""
    pairs = zip_longest(leads, pages)
    return [job for pair in pairs for job in pair if job is not None]
