"""The items that a parser comes upon, and what was looked at freed: a map costs no memory."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from crawler.sitemap.items import Entry, qualified, read_item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree
    from lxml.etree import _Element  # elements have no public name

# What no real map comes near to: elements of one item and of all.
MOST_PARTS = 5_000
MOST_ELEMENTS = 1_000_000
_ITEMS = frozenset({"url", "sitemap", "item", "entry"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What was wrong, and where if the parser knows."""

    reason: str
    line: int | None = None
    column: int | None = None


@dataclass(slots=True, kw_only=True)
class Found:
    """What the stream has given so far."""

    root: str = ""
    listed: list[Entry] = field(default_factory=list)
    indexed: list[Entry] = field(default_factory=list)
    complete: bool = True
    error: Problem | None = None


class Harvest:
    """Takes items out of a parser's events, and frees what was looked at."""

    def __init__(self, roots: Collection[str], max_entries: int) -> None:
        self.found = Found()
        self._roots = roots
        self._max_entries = max_entries
        self._elements = 0
        self._open_items = 0
        self._parts = 0

    def take(self, parser: "etree.XMLPullParser") -> bool:
        """Take what the parser has ready; False: nothing more is wanted."""
        # Only elements come with these two events, which the stubs cannot know.
        events = cast("Iterator[tuple[str, _Element]]", parser.read_events())
        return all(
            self._begun(element) if event == "start" else self._ended(element)
            for event, element in events
        )

    def _begun(self, element: "_Element") -> bool:
        _, name = qualified(element)
        self._elements += 1
        if name in _ITEMS:
            self._open_items += 1
            self._parts = 0
        if not self.found.root:
            self.found.root = name
            return name in self._roots
        if self._elements > MOST_ELEMENTS:
            return self._stop(f"cut at {MOST_ELEMENTS} elements")
        return True

    def _ended(self, element: "_Element") -> bool:
        namespace, name = qualified(element)
        if name not in _ITEMS:
            self._parts += 1
            if not self._open_items:
                _forget(element)
            elif self._parts > MOST_PARTS:
                _drop(element)
            return True
        self._open_items -= 1
        if len(self.found.listed) + len(self.found.indexed) >= self._max_entries:
            return self._stop(f"cut at {self._max_entries} entries")
        entry = read_item(element, namespace)
        if entry is not None:
            (self.found.indexed if name == "sitemap" else self.found.listed).append(entry)
        _forget(element)
        return True

    def _stop(self, why: str) -> bool:
        self.found.complete = False
        self.found.error = Problem(reason=why)
        return False


def _forget(element: "_Element") -> None:
    """Free what was read, so that memory does not grow with the map."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _drop(element: "_Element") -> None:
    """Free one part of an item that has too many; what came before it is still wanted."""
    element.clear()
    parent, before = element.getparent(), element.getprevious()
    if parent is not None and before is not None:
        parent.remove(before)
