"""Addresses as extractors read them, and their resolution into links."""

from collections.abc import Iterable
from typing import NamedTuple

from crawler.address import url as addresses
from crawler.address.citation import Via
from crawler.address.refusal import Refused
from crawler.page.extract.link import Link
from crawler.page.extract.source import Source

_LINK = Via.LINK


class Mention(NamedTuple):
    """One address, not yet resolved; `nofollow` names the rule. A tuple, as there are many."""

    via: Via
    written: str
    text: str | None = None
    nofollow: str | None = None
    against_page: bool = False  # resolved against the page, whatever its base


def resolve(mention: Mention, source: Source) -> addresses.Resolved | Refused:
    """Resolve one mention as the document's browser would."""
    base = source.document.url if mention.against_page else source.base
    return addresses.resolve(mention.written, base, charset=source.document.charset)


def resolve_all(mentions: Iterable[Mention], source: Source) -> tuple[Link, ...]:
    """Resolve mentions, each spelling once, and drop repeats that say nothing new.

    A spelling is what was written up to a fragment that names a place on the page.
    """
    document = source.document
    joiners = source.joiner, addresses.Joiner(document.url, document.charset)
    links: dict[tuple[Via, str, bool], Link] = {}
    for via, written, text, nofollow, against_page in mentions:
        joiner = joiners[against_page]
        spelling = joiner.page(written) if "#" in written else written
        identity = (via, spelling, nofollow is None)
        first = links.get(identity)
        if first is not None and (text is None or first.text is not None):
            continue
        target = joiner.join(spelling)
        url, refusal = (target, None) if isinstance(target, str) else (None, target)
        route = via is _LINK and url is not None and "#" in url
        named = Via.HASH_ROUTE if route else via
        told = written if first is None else first.written
        links[identity] = Link(named, told, url, refusal, text, nofollow)
    return tuple(links.values())
