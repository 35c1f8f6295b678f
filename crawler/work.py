"""What a worker does with one job: fetch it and read it. It changes nothing that others see."""

import asyncio
from dataclasses import dataclass, field

from crawler.address import url as addresses
from crawler.address.refusal import Reason, Refused
from crawler.config import Config
from crawler.page.probing import Probing
from crawler.robots.origins import Origins
from crawler.sitemap import survey
from crawler.sitemap.record import VOUCHED, Lead, Source
from crawler.sitemap.survey import SitemapAnswer, Survey
from crawler.state.frontier import Frontier
from crawler.state.recall import Fetches
from crawler.state.record import Record
from crawler.wire.fetch import Gate
from crawler.wire.hosts import Hosts
from crawler.wire.reading import Reading, page_appetite, read

# Whole sitemaps are held until they are read, and each may have 50 MiB.
SITEMAPS_AT_ONCE = 3


@dataclass(frozen=True, slots=True)
class Skipped:
    """A page or sitemap that was not asked for, as its host was given up meanwhile."""

    host: str


Job = Record | Lead
Outcome = Reading | SitemapAnswer | Refused | Skipped


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """The means of all workers of a crawl."""

    config: Config
    pages: Fetches
    sitemaps: Fetches
    origins: Origins
    frontier: Frontier
    survey: Survey
    gate: Gate
    probing: Probing | None
    hosts: Hosts
    at_once: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(SITEMAPS_AT_ONCE))

    async def do(self, job: Job) -> Outcome:
        """Do one job."""
        return await (self._sitemap(job) if isinstance(job, Lead) else self._page(job))

    async def _page(self, record: Record) -> Reading | Skipped:
        """Fetch a candidate; a hash route shares the document of its address without it."""
        url, _, fragment = record.url.partition("#")
        if self.hosts.gave_up(host := addresses.host(url)):
            return Skipped(host)
        if fragment and (known := self.frontier.find(url)) and known.observation is not None:
            seen = known.observation
            return Reading(requested=url, observation=seen)
        fetched = await self.pages.fetch(url, appetite=page_appetite(self.config), gate=self.gate)
        judge = self.probing.judge(url) if self.probing else None
        return read(fetched, token=self.config.token, judge=judge)

    async def _sitemap(self, lead: Lead) -> SitemapAnswer | Refused | Skipped:
        forbidden = await self._forbidden(lead.url, lead.source)
        if forbidden is not None:
            return forbidden
        limits = self.config.limits

        async def gate(url: str) -> Refused | None:
            # Who vouches for a sitemap vouches for where it is kept.
            elsewhere = None if lead.source in VOUCHED else self.survey.lies_elsewhere(url)
            return elsewhere or await self._forbidden(url, lead.source)

        async with self.at_once:
            if self.survey.gave_up(lead.url):
                return Skipped(addresses.host(lead.url))
            fetched = await self.sitemaps.fetch(
                lead.url,
                appetite=lambda s, _h: limits.sitemap_bytes if s == 200 else limits.error_bytes,
                gate=gate,
            )
            reading = await survey.read(fetched, limits)
        return SitemapAnswer(fetched=fetched.without_body(), reading=reading)

    async def _forbidden(self, url: str, source: Source) -> Refused | None:
        """Read the robots.txt of a sitemap's origin, which is asked for nothing before it."""
        policy = await self.origins.policy(url)
        decision = policy.decide(url)
        # Who names a sitemap for robots asks for it to be read, whatever its rules say of pages.
        if decision.allowed or (source is Source.ROBOTS and policy.ruleset):
            return None
        line = f"line {decision.line} of {policy.url}" if decision.line else policy.url
        return Refused(reason=Reason.ROBOTS, rule=f"{decision.text} ({line})")
