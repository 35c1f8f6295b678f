"""A document and its headers to citations: a table, one module a medium."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from crawler import url as addresses
from crawler.citation import Via
from crawler.document import Document
from crawler.extract import head, headers, refresh
from crawler.extract.anchors import anchors
from crawler.extract.directives import directives
from crawler.extract.embedded import embedded
from crawler.extract.frames import frames
from crawler.extract.handlers import handlers
from crawler.extract.link import Link
from crawler.extract.source import Mention, Source, base_of, resolve_all
from crawler.refusal import Refused

__all__ = ["EXTRACTORS", "Extraction", "Link", "Refresh", "extract"]

# In the order in which a page's citations are listed; the first one of an address counts.
EXTRACTORS: tuple[Callable[[Source], Iterator[Mention]], ...] = (
    refresh.refreshes,
    frames,
    anchors,
    head.head_links,
    headers.header_links,
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
    canonical = head.canonical(source) or headers.canonical(source)
    return Extraction(
        links=resolve_all(_mentions(source, asked.nofollow), source),
        base=source.base,
        refresh=_refresh(source),
        canonical=_resolved(canonical, source) if canonical else None,
        noindex=asked.noindex,
        nofollow=asked.nofollow is not None,
        login_form=document.tree.css_first('input[type="password" i]') is not None,
        title=_title(document),
        frameset=document.tree.css_first("frameset") is not None,
    )


def _mentions(source: Source, nofollow: str | None) -> Iterator[Mention]:
    for extractor in EXTRACTORS:
        for mention in extractor(source):
            if nofollow and mention.nofollow is None and mention.via in _CLICKED:
                yield replace(mention, nofollow=nofollow)
            else:
                yield mention


def _refresh(source: Source) -> Refresh | None:
    for seconds, mention in refresh.moving(source):
        if url := _resolved(mention, source):
            return Refresh(url=url, seconds=seconds)
    return None


def _resolved(mention: Mention, source: Source) -> str | None:
    base = source.document.url if mention.against_page else source.base
    target = addresses.resolve(mention.written, base, charset=source.document.charset)
    return None if isinstance(target, Refused) else target.url


def _title(document: Document) -> str | None:
    node = document.tree.css_first("head title") or document.tree.css_first("title")
    return (" ".join(node.text().split())[:500] or None) if node is not None else None
