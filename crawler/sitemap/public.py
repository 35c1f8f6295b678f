"""How many pages a site says that it has: what its sitemaps advertise on its own host."""

from collections.abc import Iterable
from dataclasses import dataclass

from crawler.address.citation import Via
from crawler.address.refusal import Reason
from crawler.sitemap.reading import SitemapKind
from crawler.sitemap.record import SitemapRecord
from crawler.state.record import Record

UNKNOWN = "unknown: no sitemap; discoverable by crawling"
_ADVERTISED = frozenset({Via.SITEMAP, Via.FEED})
_NO_ADDRESS = frozenset({Reason.SCHEME, Reason.UNPARSABLE, Reason.LENGTH})
_OFF_HOST = _NO_ADDRESS | {Reason.HOST, Reason.PORT}
_OUT_OF_SCOPE = _OFF_HOST | {Reason.PATH}


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPages:
    """The addresses that sitemaps advertise on the site's host, and those of them in scope."""

    advertised: int
    in_scope: int


def public_pages(
    records: Iterable[Record], sitemaps: Iterable[SitemapRecord]
) -> PublicPages | None:
    """Count what is advertised; None: no sitemap was published, and nobody can say."""
    if not any(each.ok and each.kind is not SitemapKind.INDEX for each in sitemaps):
        return None
    advertised, in_scope = set(), set()
    for record in records:
        if _ADVERTISED.isdisjoint(record.channels):
            continue
        reason = record.refusal.reason if record.refusal else None
        # One that failed under the root's scheme may have been tried as it was written.
        address = record.url.partition("://")[2]
        if reason not in _OFF_HOST:
            advertised.add(address)
        if reason not in _OUT_OF_SCOPE:
            in_scope.add(address)
    return PublicPages(advertised=len(advertised), in_scope=len(in_scope))
