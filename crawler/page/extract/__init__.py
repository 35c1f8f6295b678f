"""A document and its headers to citations: a table, one module a medium."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from crawler.address.citation import Via
from crawler.address.refusal import Refused
from crawler.page.document import Document, digest_of_text
from crawler.page.extract.anchors import anchors
from crawler.page.extract.directives import directives
from crawler.page.extract.elements import Attributes
from crawler.page.extract.frames import frames
from crawler.page.extract.handlers import handlers
from crawler.page.extract.head import head_links
from crawler.page.extract.headers import header_links
from crawler.page.extract.link import Link
from crawler.page.extract.mention import Mention, resolve, resolve_all
from crawler.page.extract.refresh import moving, refreshes
from crawler.page.extract.source import Source, open_source

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
_CANONICAL = Via.CANONICAL  # looked up once, as a page has hundreds of mentions
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
    canonical_header: str | None = None
    noindex: bool = False
    nofollow: bool = False
    login_form: bool = False
    title: str | None = None
    frameset: bool = False
    text_sha256: str | None = None


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
    source = open_source(document, response_headers)
    asked = directives(source, token)
    mentions = list(_mentions(source, asked.nofollow))
    canonicals = [mention for mention in mentions if mention.via is _CANONICAL]
    # The digest comes last, as it takes the tree apart.
    return Extraction(
        links=resolve_all(mentions, source),
        base=source.base,
        refresh=_refresh(source),
        canonical=_first(canonicals, source, in_header=False),
        canonical_header=_first(canonicals, source, in_header=True),
        noindex=asked.noindex,
        nofollow=asked.nofollow is not None,
        login_form=any(_is_password(given) for _, given in source.page.of("input")),
        title=_title(source),
        frameset=bool(source.page.of("frameset")),
        text_sha256=digest_of_text(document, source.page.unseen),
    )


def _mentions(source: Source, nofollow: str | None) -> Iterator[Mention]:
    mentions = chain.from_iterable(extractor(source) for extractor in EXTRACTORS)
    return mentions if nofollow is None else _unfollowed(mentions, nofollow)


def _unfollowed(mentions: Iterable[Mention], nofollow: str) -> Iterator[Mention]:
    for mention in mentions:
        if mention.nofollow is None and mention.via in _CLICKED:
            yield mention._replace(nofollow=nofollow)
        else:
            yield mention


def _refresh(source: Source) -> Refresh | None:
    for seconds, mention in moving(source):
        target = resolve(mention, source)
        if not isinstance(target, Refused):
            return Refresh(url=target.url, seconds=seconds)
    return None


def _first(canonicals: list[Mention], source: Source, *, in_header: bool) -> str | None:
    """Take the first canonical of the page's links or of its headers."""
    for mention in canonicals:
        if mention.against_page is in_header:
            target = resolve(mention, source)
            return None if isinstance(target, Refused) else target.url
    return None


def _is_password(attributes: Attributes) -> bool:
    return (attributes.get("type") or "").lower() == "password"


def _title(source: Source) -> str | None:
    """Take the first title, which is the head's if that has one."""
    for node, _ in source.page.of("title")[:1]:
        return " ".join(node.text().split())[:500] or None
    return None
