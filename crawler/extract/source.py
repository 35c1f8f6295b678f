"""What every extractor reads from: a parsed document, its base, and its headers."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from selectolax.lexbor import LexborNode

from crawler import url as addresses
from crawler.citation import Via
from crawler.document import Document
from crawler.extract.link import Link
from crawler.refusal import Refused


class Tree(Protocol):
    """A parsed page, or a part that a page embeds."""

    def css(self, query: str) -> list[LexborNode]:
        """Return the elements that a selector matches, in document order."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One address as an extractor read it, not yet resolved; `nofollow` names the rule."""

    via: Via
    written: str
    text: str | None = None
    nofollow: str | None = None
    against_page: bool = False  # resolved against the page, whatever its base


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A document as the extractors see it; `inner` is what it embeds."""

    document: Document
    base: str
    headers: tuple[tuple[str, str], ...] = ()
    inner: tuple[Tree, ...] = field(default=(), repr=False)

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The page's tree, and those of what it embeds."""
        return (self.document.tree, *self.inner)

    def header(self, name: str) -> list[str]:
        """Return every value of a header; `name` in lower case."""
        return [value for written, value in self.headers if written.lower() == name]


def base_of(document: Document) -> str:
    """Return the base of a document: its first `<base href>` if that is usable, as browsers do."""
    for node in document.tree.css("base[href]"):
        if node.parent is not None and node.parent.tag == "svg":
            continue
        written = node.attributes.get("href") or ""
        resolved = addresses.resolve(written, document.url, charset=document.charset)
        return document.url if isinstance(resolved, Refused) else resolved.url
    return document.url


def resolve_all(mentions: Iterable[Mention], source: Source) -> tuple[Link, ...]:
    """Resolve mentions, each spelling once, and drop repeats that say nothing new."""
    document = source.document
    known: dict[tuple[str, bool], addresses.Resolved | Refused] = {}
    links: dict[tuple[object, ...], Link] = {}
    for mention in mentions:
        spelling = (mention.written, mention.against_page)
        target = known.get(spelling)
        if target is None:
            base = document.url if mention.against_page else source.base
            target = addresses.resolve(mention.written, base, charset=document.charset)
            known[spelling] = target
        identity = (mention.via, mention.written, mention.nofollow is None)
        first = links.get(identity)
        if first is None or (first.text is None and mention.text is not None):
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
