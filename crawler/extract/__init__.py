"""A document and its headers to citations: a table, one module a medium."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from crawler.citation import Via
from crawler.document import Document
from crawler.extract.anchors import anchors
from crawler.extract.directives import directives
from crawler.extract.embedded import embedded
from crawler.extract.frames import frames
from crawler.extract.handlers import handlers
from crawler.extract.head import head_links
from crawler.extract.headers import header_links
from crawler.extract.link import Link
from crawler.extract.mention import Mention, resolve, resolve_all
from crawler.extract.refresh import moving, refreshes
from crawler.extract.source import Source, base_of
from crawler.refusal import Refused

__all__ = ["EXTRACTORS", "Extraction", "Link", "Refresh", "extract"]

# In the order in which a page's citations are listed; the first one of an address counts.
EXTRACTORS: tuple[Callable[[Source], Iterator[Mention]], ...] = (
    refreshes,
    frames,
    anchors,
    head_links,
    header_links,
    handlers,
)
# A page's nofollow speaks of what a person would click.
_CLICKED = frozenset({Via.LINK, Via.HANDLER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Refresh:
    """A meta or header refresh that moves the page on after `seconds`."""

    url: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """All that a document says about addresses and about itself."""

    links: tuple[Link, ...]
    base: str
    refresh: Refresh | None = None
    canonical: str | None = None
    noindex: bool = False
    nofollow: bool = False
    login_form: bool = False
    title: str | None = None
    frameset: bool = False


def extract(
    document: Document,
    response_headers: Iterable[tuple[str, str]] = (),
    *,
    token: str | None = None,
) -> Extraction:
    """Read a document's addresses; the headers are name and value pairs, repeated ones kept.

    `token` is our robots token: `<meta name=TOKEN>` and `X-Robots-Tag: TOKEN: …` count like
    those for everyone.
    """
    source = Source(
        document=document,
        base=base_of(document),
        headers=tuple(response_headers),
        inner=embedded(document),
    )
    asked = directives(source, token)
    mentions = list(_mentions(source, asked.nofollow))
    return Extraction(
        links=resolve_all(mentions, source),
        base=source.base,
        refresh=_refresh(source),
        canonical=_canonical(mentions, source),
        noindex=asked.noindex,
        nofollow=asked.nofollow is not None,
        login_form=_holds(source, "password", 'input[type="password" i]'),
        title=_title(document),
        frameset=_holds(source, "<frameset", "frameset"),
    )


def _mentions(source: Source, nofollow: str | None) -> Iterator[Mention]:
    for extractor in EXTRACTORS:
        for mention in extractor(source):
            if nofollow and mention.nofollow is None and mention.via in _CLICKED:
                yield mention._replace(nofollow=nofollow)
            else:
                yield mention


def _refresh(source: Source) -> Refresh | None:
    for seconds, mention in moving(source):
        target = resolve(mention, source)
        if not isinstance(target, Refused):
            return Refresh(url=target.url, seconds=seconds)
    return None


def _canonical(mentions: list[Mention], source: Source) -> str | None:
    """Take the first canonical, the page's own before its header's."""
    for mention in mentions:
        if mention.via is Via.CANONICAL:
            target = resolve(mention, source)
            return None if isinstance(target, Refused) else target.url
    return None


def _holds(source: Source, word: str, selector: str) -> bool:
    return source.has(word) and source.document.tree.css_first(selector) is not None


def _title(document: Document) -> str | None:
    head = document.tree.head
    node = (head and head.css_first("title")) or document.tree.css_first("title")
    return (" ".join(node.text().split())[:500] or None) if node is not None else None
