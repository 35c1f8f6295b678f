"""Addresses as extractors read them, and their resolution into links."""

from collections.abc import Iterable
from typing import NamedTuple

from crawler import url as addresses
from crawler.citation import Via
from crawler.extract.link import Link
from crawler.extract.source import Source
from crawler.refusal import Refused


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
    """Resolve mentions, each spelling once, and drop repeats that say nothing new."""
    known: dict[tuple[str, bool], addresses.Resolved | Refused] = {}
    links: dict[tuple[Via, str, bool], Link] = {}
    for mention in mentions:
        identity = (mention.via, mention.written, mention.nofollow is None)
        first = links.get(identity)
        if first is not None and (first.text is not None or mention.text is None):
            continue
        spelling = (mention.written, mention.against_page)
        target = known.get(spelling)
        if target is None:
            target = known[spelling] = resolve(mention, source)
        links[identity] = _link(mention, target)
    return tuple(links.values())


def _link(mention: Mention, target: addresses.Resolved | Refused) -> Link:
    return Link(
        via=mention.via,
        written=mention.written,
        url=target.url if isinstance(target, addresses.Resolved) else None,
        refusal=target if isinstance(target, Refused) else None,
        text=mention.text,
        nofollow=mention.nofollow,
    )
