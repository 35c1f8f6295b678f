"""Which sitemaps are read, in what order, and what each came to."""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from crawler.address import url as addresses
from crawler.address.citation import Via
from crawler.address.refusal import Reason, Refused
from crawler.address.scope import Scope
from crawler.config import Limits
from crawler.sitemap.answer import Listing, SitemapAnswer, listings, problem, read
from crawler.sitemap.reading import Entry, Problem, SitemapKind, SitemapReading
from crawler.sitemap.record import Lead, SitemapRecord, Source
from crawler.wire.fetch import Fetched
from crawler.wire.hosts import Hosts

__all__ = ["Lead", "Listing", "SitemapAnswer", "SitemapRecord", "Source", "Survey", "read"]

CONVENTIONAL = ("/sitemap.xml", "/sitemap_index.xml")
FEEDS = frozenset({SitemapKind.RSS, SitemapKind.ATOM})
ELSEWHERE = frozenset({Reason.SCHEME, Reason.HOST, Reason.PORT})


class Survey:
    """The sitemaps of a site: each is read once, whoever names it again."""

    def __init__(
        self,
        scope: Scope,
        limits: Limits,
        *,
        home: str,
        silence: int,
        literal_scheme: bool = False,
    ) -> None:
        self._scope = scope
        self._home = home
        self._own = None if literal_scheme else Scope.of(home)
        self._limits = limits
        self._queue: deque[Lead] = deque()
        self._seen: set[str] = set()
        self._hosts = Hosts(silence)
        self.records: list[SitemapRecord] = []

    def __bool__(self) -> bool:
        return bool(self._queue)

    def open(self, named: Iterable[str], *, approved: Iterable[str] = ()) -> None:
        """Queue what was approved, what robots.txt names, then the conventional places."""
        origin = addresses.origin(self._home)
        for written in approved:
            target = addresses.resolve(written, self._home)
            url = written if isinstance(target, Refused) else target.url
            lead = Lead(url=url, source=Source.APPROVED)
            if isinstance(target, Refused):
                self.refuse(lead, target)
            else:
                self._lead(lead)
        for url in named:
            self._lead(self._spelled(Lead(url=url, source=Source.ROBOTS)))
        for path in CONVENTIONAL:
            self._lead(Lead(url=origin + path, source=Source.CONVENTIONAL))

    def take(self, most: int) -> list[Lead]:
        """Take the next sitemaps to be read."""
        return [self._queue.popleft() for _ in range(min(most, len(self._queue)))]

    def lies_elsewhere(self, url: str) -> Refused | None:
        """Return why an address lies on another host; a sitemap may lie in any path."""
        refused = self._scope.refusal(url)
        return refused if refused is not None and refused.reason in ELSEWHERE else None

    def refuse(self, lead: Lead, refusal: Refused) -> None:
        """Record a sitemap that may not be fetched."""
        self._record_unread(lead, f"{refusal.reason}: {refusal.rule}")

    def gave_up(self, url: str) -> bool:
        """Tell whether the sitemaps of an address's host have not answered again and again."""
        return self._hosts.gave_up(addresses.host(url))

    def give_up(self, lead: Lead) -> None:
        """Record a sitemap that is not asked for any more, as its host does not answer."""
        timeouts = self._hosts.timeouts(addresses.host(lead.url))
        self._record_unread(lead, f"host-silent: {timeouts} sitemaps in a row did not answer")

    def abandon(self, why: str) -> None:
        """Record what is still queued when the crawl stops."""
        for lead in self.take(len(self._queue)):
            self._record_unread(lead, why)

    def fold(self, lead: Lead, fetched: Fetched, reading: SitemapReading | None) -> list[Listing]:
        """Record one reading, queue what it nests, and return the addresses that it lists.

        `reading` None: the answer was none that could be a sitemap.
        """
        if self.gave_up(lead.url):
            self.give_up(lead)  # what came in since then counts no more
            return []
        answer = fetched.answer
        status, trouble = (answer.status, answer.trouble) if answer else (None, fetched.trouble)
        self._hosts.note(addresses.host(lead.url), status=status, error=trouble)
        if fetched.url != lead.url and fetched.url in self._seen:
            reading, repeated = None, Problem(reason=f"leads to {fetched.url}, read already")
        else:
            self._seen.add(fetched.url)
            repeated = None
        reading = reading or SitemapReading(kind=None, complete=False)
        self.records.append(
            SitemapRecord(
                url=lead.url,
                source=lead.source,
                level=lead.level,
                lastmod=lead.lastmod,
                status=answer.status if answer else None,
                final_url=fetched.url,
                kind=reading.kind,
                complete=reading.complete,
                urls=len(reading.entries) + len(reading.nested),
                bytes=answer.size if answer else 0,
                error=repeated or problem(fetched, reading),
                seconds=fetched.seconds,
                at=fetched.at,
            )
        )
        if reading.kind is None and lead.written is not None:
            # Nothing there under the site's own scheme: it may be as it was written after all.
            self._lead(replace(lead, url=lead.written, written=None))
        for entry in reading.nested:
            self._nest(entry, lead, base=fetched.url)
        via = Via.FEED if reading.kind in FEEDS else Via.SITEMAP
        base = fetched.url
        return [listing for entry in reading.entries for listing in listings(entry, via, base)]

    def _nest(self, entry: Entry, parent: Lead, *, base: str) -> None:
        target = addresses.resolve(entry.loc, base)
        url = entry.loc if isinstance(target, Refused) else target.url
        lead = Lead(url=url, source=Source.INDEX, level=parent.level + 1, lastmod=entry.lastmod)
        if url in self._seen:
            return
        refusal = target if isinstance(target, Refused) else self.lies_elsewhere(url)
        if refusal is not None:
            self._seen.add(url)
            self.refuse(lead, refusal)
        else:
            self._lead(self._spelled(lead))

    def _spelled(self, lead: Lead) -> Lead:
        """Give the lead under the site's own scheme: indexes say http long after a site moved."""
        own = lead.url if self._own is None else self._own.reconcile(lead.url)
        return lead if own == lead.url else replace(lead, url=own, written=lead.url)

    def _lead(self, lead: Lead) -> None:
        if lead.url in self._seen:
            return
        self._seen.add(lead.url)
        if lead.level > self._limits.sitemap_depth:
            self._record_unread(lead, f"nested more than {self._limits.sitemap_depth} deep")
        elif len(self._seen) > self._limits.sitemaps:
            self._record_unread(lead, f"more than {self._limits.sitemaps} sitemaps")
        else:
            self._queue.append(lead)

    def _record_unread(self, lead: Lead, why: str) -> None:
        record = SitemapRecord(
            url=lead.url,
            source=lead.source,
            level=lead.level,
            lastmod=lead.lastmod,
            error=Problem(reason=why),
        )
        self.records.append(record)
