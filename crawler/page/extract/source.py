"""What every extractor reads from: a parsed document, its base, its elements, and its headers."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.page.document import Document
from crawler.page.extract.elements import Elements, elements_of
from crawler.page.extract.embedded import embedded


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A document as the extractors see it; `inner` is what it embeds."""

    document: Document
    base: str
    page: Elements = field(repr=False)
    headers: tuple[tuple[str, str], ...] = ()
    inner: tuple[Elements, ...] = field(default=(), repr=False)

    @property
    def trees(self) -> tuple[Elements, ...]:
        """The page's elements, and those of what it embeds."""
        return (self.page, *self.inner)

    def all(self, tag: str) -> Iterator[LexborNode]:
        """Return the elements of a tag, in the page and in what it embeds."""
        for tree in self.trees:
            yield from tree.of(tag)

    def header(self, name: str) -> list[str]:
        """Return every value of a header; `name` in lower case."""
        return [value for written, value in self.headers if written.lower() == name]


def open_source(document: Document, headers: Iterable[tuple[str, str]] = ()) -> Source:
    """Look through a document once, for all extractors."""
    page = elements_of(document)
    return Source(
        document=document,
        base=_base(document, page),
        page=page,
        headers=tuple(headers),
        inner=embedded(document, page),
    )


def _base(document: Document, page: Elements) -> str:
    """Return the base of a document: its first `<base href>` if that is usable, as browsers do."""
    for node in page.of("base"):
        attributes = node.attributes
        if "href" not in attributes or (node.parent is not None and node.parent.tag == "svg"):
            continue
        written = attributes["href"] or ""
        resolved = addresses.resolve(written, document.url, charset=document.charset)
        return document.url if isinstance(resolved, Refused) else resolved.url
    return document.url
