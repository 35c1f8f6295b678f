"""What a crawl tells its listener, and when; nobody listening, nothing is made."""

from collections.abc import Sequence

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.address.scope import Scope
from crawler.answer.inventory import Inventory
from crawler.config import Config
from crawler.landing import Landing
from crawler.site import bounds
from crawler.sitemap.record import SitemapRecord
from crawler.state.frontier import Frontier
from crawler.state.record import Record
from crawler.stop import Stop
from crawler.story import events


class Teller:
    """Makes a crawl's events, apart from the changes of its frontier."""

    def __init__(self, listen: events.Listener) -> None:
        self._listen = listen
        self._sitemaps = 0

    def scope(self, config: Config) -> None:
        """Tell, before anything is asked, what may be."""
        root = addresses.parse(config.root)
        self._listen(
            events.ScopeFixed(
                root=config.root,
                scope=None if isinstance(root, Refused) else bounds(config, root.url),
                root_redirect=config.root_redirect,
                settings=config.settings,
            )
        )

    def landed(self, landing: Landing, scope: Scope) -> None:
        """Tell where the root has ended."""
        self._listen(
            events.Landed(
                requested=landing.requested,
                landed=landing.landed,
                how=landing.how,
                path=landing.path,
                scope=None if landing.landed is None else scope,
                failure=landing.failure,
            )
        )

    def sitemaps(self, records: Sequence[SitemapRecord]) -> None:
        """Tell of the sitemaps that are new among all."""
        for record in records[self._sitemaps :]:
            self._listen(events.SitemapRead(sitemap=record))
        self._sitemaps = len(records)

    def page(
        self, record: Record, frontier: Frontier, *, fetched: int, links_over: int = 0
    ) -> None:
        """Tell of a page whose fetch was folded."""
        if self._listen is events.silence or record.observation is None:
            return
        self._listen(
            events.PageFetched(
                url=record.url,
                state=record.state,
                status=record.observation.status,
                depth=record.depth,
                known=len(frontier),
                fetched=fetched,
                links_over=links_over,
                discovered_kinds=frontier.kinds,
            )
        )

    def given_up(self, host: str, timeouts: int) -> None:
        """Tell that a host is asked no more."""
        self._listen(events.HostGivenUp(host=host, timeouts=timeouts))

    def stopped(self, stop: Stop) -> None:
        """Tell that nothing more is asked."""
        self._listen(events.Stopped(stop=stop))

    def finished(self, found: Inventory) -> None:
        """Tell the end."""
        self._listen(
            events.Finished(
                stop=found.stop,
                known=len(found.candidates),
                listed=found.counts["listed"],
                why_empty=found.why_empty,
                digest=found.digest,
                started=found.started,
                seconds=found.seconds,
            )
        )
