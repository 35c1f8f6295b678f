"""What every extractor reads from: a parsed document, its base, its elements, and its headers."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.page.document import Document
from crawler.page.extract.elements import Element, Elements, elements_of
from crawler.page.extract.embedded import embedded


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A document as the extractors see it; `inner` is what it embeds.

    `joiner` resolves against its base; `headers` are the values of each header by its name in
    lower case.
    """

    document: Document
    base: str
    joiner: addresses.Joiner = field(repr=False, compare=False)
    page: Elements = field(repr=False)
    headers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    inner: tuple[Elements, ...] = field(default=(), repr=False)

    @property
    def trees(self) -> tuple[Elements, ...]:
        """The page's elements, and those of what it embeds."""
        return (self.page, *self.inner)

    def all(self, tag: str) -> list[Element]:
        """Return the elements of a tag, in the page and in what it embeds."""
        return [element for tree in self.trees for element in tree.of(tag)]

    def header(self, name: str) -> Sequence[str]:
        """Return every value of a header; `name` in lower case."""
        return self.headers.get(name, ())


def open_source(document: Document, headers: Iterable[tuple[str, str]] = ()) -> Source:
    """Look through a document once, for all extractors."""
    page = elements_of(document)
    named: defaultdict[str, list[str]] = defaultdict(list)
    for name, value in headers:
        named[name.lower()].append(value)
    base = _base(document, page)
    return Source(
        document=document,
        base=base,
        joiner=addresses.Joiner(base, document.charset),
        page=page,
        headers=named,
        inner=embedded(document, page),
    )


def _base(document: Document, page: Elements) -> str:
    """Return the base of a document: its first `<base href>` if that is usable, as browsers do."""
    for node, attributes in page.of("base"):
        if "href" not in attributes or (node.parent is not None and node.parent.tag == "svg"):
            continue
        written = attributes["href"] or ""
        resolved = addresses.resolve(written, document.url, charset=document.charset)
        return document.url if isinstance(resolved, Refused) else resolved.url
    return document.url
