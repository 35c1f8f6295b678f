"""What every extractor reads from: a parsed document, its base, and its headers."""

from dataclasses import dataclass, field
from typing import Protocol

from selectolax.lexbor import LexborNode

from crawler import url as addresses
from crawler.document import Document
from crawler.refusal import Refused


class Tree(Protocol):
    """A parsed page, or a part that a page embeds."""

    def css(self, query: str) -> list[LexborNode]:
        """Return the elements that a selector matches, in document order."""
        ...


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

    def has(self, word: str) -> bool:
        """Tell whether markup can hold a lower-case tag or attribute: no text, no element.

        Asking the tree costs far more. What is embedded as an attribute may be escaped.
        """
        lowered = self.document.lowered
        return word in lowered or (bool(self.inner) and "srcdoc" in lowered)

    def header(self, name: str) -> list[str]:
        """Return every value of a header; `name` in lower case."""
        return [value for written, value in self.headers if written.lower() == name]


def base_of(document: Document) -> str:
    """Return the base of a document: its first `<base href>` if that is usable, as browsers do."""
    if "<base" not in document.lowered:
        return document.url
    for node in document.tree.css("base[href]"):
        if node.parent is not None and node.parent.tag == "svg":
            continue
        written = node.attributes.get("href") or ""
        resolved = addresses.resolve(written, document.url, charset=document.charset)
        return document.url if isinstance(resolved, Refused) else resolved.url
    return document.url
