"""What a worker does with one job: fetch it and read it. It changes nothing that others see."""

from dataclasses import dataclass

from crawler import survey
from crawler.config import Config
from crawler.fetch import Fetched, Fetcher, Gate
from crawler.frontier import Frontier, Record
from crawler.origins import Origins
from crawler.probing import Probing
from crawler.reading import Reading, page_appetite, read
from crawler.refusal import Reason, Refused
from crawler.sitemap import SitemapReading
from crawler.survey import Lead, Source, Survey


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapAnswer:
    """What a sitemap's address answered, and what could be read of it."""

    fetched: Fetched
    reading: SitemapReading | None


Job = Record | Lead
Outcome = Reading | SitemapAnswer | Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """The means of all workers of a crawl."""

    config: Config
    fetcher: Fetcher
    origins: Origins
    frontier: Frontier
    survey: Survey
    gate: Gate
    probing: Probing | None

    async def do(self, job: Job) -> Outcome:
        """Do one job."""
        return await (self._sitemap(job) if isinstance(job, Lead) else self._page(job))

    async def _page(self, record: Record) -> Reading:
        """Fetch a candidate; a hash route shares the document of its address without it."""
        url, _, fragment = record.url.partition("#")
        if fragment and (known := self.frontier.find(url)) and known.observation is not None:
            seen = known.observation
            return Reading(fetched=_already(url, seen.final_url), observation=seen)
        fetched = await self.fetcher.fetch(
            url, appetite=page_appetite(self.config), gate=self.gate
        )
        judge = self.probing.judge(url) if self.probing else None
        return read(fetched, token=self.config.token, judge=judge)

    async def _sitemap(self, lead: Lead) -> SitemapAnswer | Refused:
        policy = await self.origins.policy(lead.url)
        decision = policy.decide(lead.url)
        if not decision.allowed and (lead.source is not Source.ROBOTS or not policy.ruleset):
            return Refused(reason=Reason.ROBOTS, rule=f"{decision.text} ({policy.url})")
        limits = self.config.limits
        fetched = await self.fetcher.fetch(
            lead.url,
            appetite=lambda s, _headers: limits.sitemap_bytes if s == 200 else limits.error_bytes,
            gate=_anywhere if lead.source is Source.ROBOTS else self._on_site,
        )
        reading = survey.read(fetched, limits)
        return SitemapAnswer(fetched=fetched.without_body(), reading=reading)

    async def _on_site(self, url: str) -> Refused | None:
        return self.survey.lies_elsewhere(url)


async def _anywhere(_url: str) -> Refused | None:
    """Let any redirect pass: robots.txt vouches for where its sitemaps are kept."""


def _already(url: str, final_url: str) -> Fetched:
    return Fetched(requested=url, url=final_url, hops=(), answer=None)
