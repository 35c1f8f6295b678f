"""What a crawl would begin with: robots.txt and sitemaps read, no page fetched."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.address.scope import Scope
from crawler.address.url import Resolved
from crawler.config import Config
from crawler.landing import Landing
from crawler.means import Means, means
from crawler.robots.policy import Policy
from crawler.site import Site, wire
from crawler.sitemap.public import PublicPages, public_pages
from crawler.sitemap.record import Lead, SitemapRecord, Source
from crawler.sitemap.survey import SitemapAnswer
from crawler.state.fold import fold_sitemap
from crawler.state.frontier import Frontier
from crawler.state.record import Record
from crawler.story import events
from crawler.wave import in_order
from crawler.wire.transport import open_transport
from crawler.work import Skipped

ADMITTED = "admitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceCount:
    """What the sitemaps of one source came to; addresses count where they were named first."""

    source: Source
    tried: int
    read: int
    addresses: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is known of a site before any page is; `scope` is drawn around what was asked for."""

    root: str
    scope: Scope
    robots: tuple[Policy, ...]
    sitemaps: tuple[SitemapRecord, ...]
    sources: tuple[SourceCount, ...]
    public_pages: PublicPages | None

    @property
    def verdicts(self) -> Mapping[str, int]:
        """How many addresses are admitted, and refused for each reason."""
        total: Counter[str] = Counter({ADMITTED: 0})
        for each in self.sources:
            total.update(each.addresses)
        return dict(total)


async def plan(config: Config, *, listen: events.Listener = events.silence) -> Plan:
    """Read the root's robots.txt and all sitemaps; `config.root` must be a web address."""
    root = addresses.parse(config.root)
    if not isinstance(root, Resolved):
        raise TypeError(root.rule)
    frontier = Frontier(
        max_depth=None,
        max_records=config.budget.candidates,
        max_spellings=config.limits.spellings,
    )
    async with open_transport(config) as transport:
        with_what = means(config, transport, listen=listen)
        landing = Landing(requested=root.url, readings=(), failure="no page was asked for")
        site = wire(landing, with_what, frontier=frontier)
        policy = await with_what.origins.policy(root.url)
        site.intake.consult(root.url)
        site.survey.open(policy.sitemaps, approved=config.sitemaps)
        while leads := site.survey.take(config.pacing.concurrency):
            await _read(leads, site, with_what)
    sitemaps = tuple(site.survey.records)
    return Plan(
        root=root.url,
        scope=site.scope,
        robots=site.intake.policies,
        sitemaps=sitemaps,
        sources=tuple(_sources(sitemaps, frontier)),
        public_pages=public_pages(frontier, sitemaps),
    )


async def _read(leads: Iterable[Lead], site: Site, means: Means) -> None:
    jobs = [(addresses.host(lead.url), lead) for lead in leads]
    concurrency = means.config.pacing.concurrency
    async with in_order(jobs, site.worker.do, concurrency=concurrency) as outcomes:
        async for lead, outcome in outcomes:
            if isinstance(outcome, SitemapAnswer):
                await fold_sitemap(site.survey, site.intake, lead, outcome)
            elif isinstance(outcome, Refused):
                site.survey.refuse(lead, outcome)
            elif isinstance(outcome, Skipped):
                site.survey.give_up(lead)


def _sources(
    sitemaps: Iterable[SitemapRecord], records: Iterable[Record]
) -> Iterator[SourceCount]:
    tried: Counter[Source] = Counter()
    read: Counter[Source] = Counter()
    named: dict[str, Source] = {}
    for each in sitemaps:
        tried[each.source] += 1
        read[each.source] += each.ok
        named.setdefault(each.final_url or each.url, each.source)
    found = {source: Counter[str]() for source in Source}
    for record in records:
        source = named.get(record.citation.source or "")
        if source is not None:
            found[source][record.refusal.reason if record.refusal else ADMITTED] += 1
    for source in Source:
        yield SourceCount(
            source=source,
            tried=tried[source],
            read=read[source],
            addresses=dict(found[source]),
        )
