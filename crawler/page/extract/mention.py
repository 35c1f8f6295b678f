"""Addresses as extractors read them, and their resolution into links."""

from collections.abc import Iterable
from typing import NamedTuple

from selectolax.lexbor import LexborNode

from crawler.address import url as addresses
from crawler.address.citation import Via
from crawler.address.refusal import Refused
from crawler.page.extract.link import Link
from crawler.page.extract.source import Source
from crawler.page.extract.words import reading


class Mention(NamedTuple):
    """One address, not yet resolved; `nofollow` names the rule. A tuple, as there are many.

    Where `node` is given, its words are the text, and are read only when they are wanted.
    """

    via: Via
    written: str
    text: str | None = None
    nofollow: str | None = None
    against_page: bool = False  # resolved against the page, whatever its base
    node: LexborNode | None = None


def resolve(mention: Mention, source: Source) -> addresses.Resolved | Refused:
    """Resolve one mention as the document's browser would."""
    base = source.document.url if mention.against_page else source.base
    return addresses.resolve(mention.written, base, charset=source.document.charset)


def resolve_all(mentions: Iterable[Mention], source: Source) -> tuple[Link, ...]:
    """Resolve mentions, each spelling once, and drop repeats that say nothing new.

    A spelling is what was written up to a fragment that names a place on the page.
    """
    charset = source.document.charset
    joiners = [addresses.Joiner(base, charset) for base in (source.base, source.document.url)]
    known: tuple[dict[str, str | Refused], ...] = ({}, {})
    links: dict[tuple[Via, str, bool], Link] = {}
    for via, written, given, nofollow, against_page, node in mentions:
        targets = known[against_page]
        target = targets.get(written)
        if target is None:
            target = targets[written] = joiners[against_page].join(written)
        url = None if isinstance(target, Refused) else target
        if url is not None and "#" in url and via is Via.LINK:
            via = Via.HASH_ROUTE  # noqa: PLW2901 - only what was resolved shows it
        spelling = written if url is None or "#" in url else written.partition("#")[0]
        identity = (via, spelling, nofollow is None)
        first = links.get(identity)
        if first is not None and first.text is not None:
            continue
        text = given if node is None else reading(node)
        if first is not None and text is None:
            continue
        refusal = target if isinstance(target, Refused) else None
        links[identity] = Link(
            via, first.written if first else written, url, refusal, text, nofollow
        )
    return tuple(links.values())
