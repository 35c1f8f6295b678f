"""Served HTML to a tree, in time that grows with its size: a page is cut where it nests too deep.

The parser looks through all open elements at every block, so that depth without a bound costs
hours. How deep a page is must be told before it is parsed, and never be told too low: an end
tag counts only where the HTML standard is sure to close something.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser

DEEPEST = 1500  # open elements; browsers flatten from 512 on


def _names(names: str) -> frozenset[str]:
    return frozenset(names.split())


_MARKUP = re.compile(r"<(?:(/?)([a-zA-Z][a-zA-Z0-9:-]*)|(!--))")
# Elements that hold nothing, or that the next of their kind or their table closes.
_NEVER_DEEP = _names(
    "area base body br caption col colgroup dd dt embed form head hr html img input li link meta"
    " option p param source tbody td tfoot th thead title tr track wbr"
)
# They are closed and opened again across the elements within them, which stay open.
_FORMATTING = _names("a b big code em font i nobr s small strike strong tt u")
# Their end tag closes all that is open within them.
_BLOCKS = _names(
    "address article aside blockquote button center details dialog dir div dl fieldset figcaption"
    " figure footer header hgroup main menu nav ol pre section select summary svg math ul"
)
# No end tag of what is around them reaches through.
_WALLS = frozenset({"applet", "marquee", "object", "table", "template"})
_TEXT = frozenset({"iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"})
_FOREIGN = frozenset({"math", "svg"})


def tree_of(text: str) -> LexborHTMLParser:
    """Return the tree of a page, cut where it gets too deep."""
    return LexborHTMLParser(text[: bearable(text)])


def bearable(text: str) -> int:
    """Return how much of a page there is before it nests too deep."""
    if text.count("<") <= DEEPEST:
        return len(text)
    opened = _Open()
    at = 0
    while found := _MARKUP.search(text, at):
        end, name, comment = found.groups()
        at = found.end()
        name = "" if name is None else name.lower()
        if comment:
            at = _behind(text, "-->", at)
        elif end:
            opened.close(name)
        elif name in _TEXT and not opened.foreign:
            at = _behind(text, f"</{name}", at)
        elif name not in _NEVER_DEEP:
            opened.open(name)
            if opened.depth > DEEPEST:
                return found.start()
    return len(text)


def _behind(text: str, mark: str, at: int) -> int:
    found = re.compile(re.escape(mark), re.IGNORECASE).search(text, at)
    return len(text) if found is None else found.end()


@dataclass(slots=True)
class _Open:
    """The elements that are open, as far as their end tags matter."""

    stack: list[str] = field(default_factory=list)
    formatting: Counter[str] = field(default_factory=Counter)
    scopes: list[Counter[str]] = field(default_factory=lambda: [Counter()])
    formats: int = 0
    foreign: int = 0

    @property
    def depth(self) -> int:
        return len(self.stack) + self.formats

    def open(self, name: str) -> None:
        if name in _FORMATTING:
            self.formatting[name] += 1
            self.formats += 1
            return
        self.stack.append(name)
        self.scopes[-1][name] += 1
        self.foreign += name in _FOREIGN
        if name in _WALLS:
            self.scopes.append(Counter())

    def close(self, name: str) -> None:
        if name in _FORMATTING:
            open_one = self.formatting[name] > 0
            self.formatting[name] -= open_one
            self.formats -= open_one
        elif name in _WALLS:
            if any(scope[name] for scope in self.scopes[-2:-1]):
                self._pop_to(name)
        elif name in _BLOCKS:
            if self.scopes[-1][name]:
                self._pop_to(name)
        elif self.stack and self.stack[-1] == name:
            self._pop_to(name)

    def _pop_to(self, name: str) -> None:
        popped = ""
        while popped != name:
            popped = self.stack.pop()
            if popped in _WALLS:
                self.scopes.pop()
            self.scopes[-1][popped] -= 1
            self.foreign -= popped in _FOREIGN
