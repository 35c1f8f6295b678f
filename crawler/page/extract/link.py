"""One address that a document names, resolved or refused."""

from typing import NamedTuple

from crawler.address.citation import Via
from crawler.address.refusal import Refused


class Link(NamedTuple):
    """One mention: exactly one of `url` and `refusal` is set; `nofollow` names the rule.

    A tuple, as a crawl makes more of them than of anything else.
    """

    via: Via
    written: str
    url: str | None
    refusal: Refused | None = None
    text: str | None = None
    nofollow: str | None = None
    lastmod: str | None = None  # as a sitemap's entry says
