"""Which elements are open at a place of some markup, as the HTML standard opens and closes them.

Where the standard is too intricate, an element is taken for open that may be closed, never the
other way round.
"""

from bisect import bisect_right
from collections import defaultdict

from oracle.liveness.elements import (
    BARRIERS,
    BY_SCOPE,
    CLOSED,
    CLOSES_P,
    ENDLESS,
    FOREIGN,
    FORMATTING,
    HEADINGS,
    HTML_IN_MATH,
    HTML_IN_SVG,
    IN_TABLE,
    ITEMS,
    MARKERS,
    NEVER_DEEP,
    NEVER_FOREIGN,
    NO_RAW,
    OPTIONS,
    RAW,
    ROOTS,
    ROWS,
    SPECIAL,
    VOID,
    WALLS,
)

DEEPEST = 600
"""Open elements beyond which a page is cut; browsers flatten from 512 on."""

MOST_REMADE = 20_000
"""Formatting elements made anew in other blocks, on one page."""

MOST_OPTIONS = 5000
MOST_ROOTS = 64


class _Kept:
    """A formatting element that was not closed by its own end tag; `at` is its place, if open."""

    __slots__ = ("at", "name", "written")

    def __init__(self, name: bytes, written: bytes) -> None:
        self.name = name
        self.written = written
        self.at: int | None = None


class Walk:
    """What is open at a place of the markup."""

    def __init__(self) -> None:
        """Nothing is open yet."""
        self._stack: list[tuple[bytes, _Kept | None] | None] = []  # None: taken out of the middle
        self._where: defaultdict[bytes, list[int]] = defaultdict(list)
        self._barriers: list[int] = []
        self._walls: list[int] = []
        self._specials: list[int] = []
        self._kept: list[_Kept | None] = []  # None: nothing before it is made anew
        self._remade = 0
        self._options = 0
        self._roots = 0
        self._out = 0
        self.deepest = 0

    @property
    def unbearable(self) -> bool:
        """Whether there is too much of anything."""
        return (
            self.deepest > DEEPEST
            or len(self._stack) > DEEPEST * 4
            or self._remade > MOST_REMADE
            or self._options > MOST_OPTIONS
            or self._roots > MOST_ROOTS
        )

    def open(self, name: bytes, written: bytes) -> bytes | None:
        """Take a start tag; the name of the element whose text is no markup, if it begins one."""
        self._options += name in (b"option", b"optgroup")
        self._roots += name in ROOTS
        if self._last(*FOREIGN) >= 0 and self._is_foreign(name):
            if name not in NEVER_DEEP and not written.endswith(b"/"):
                self._remake()
                self._push(name, self._keep(name, written) if name in FORMATTING else None)
            return None
        in_table = name in IN_TABLE
        if in_table and self._last(b"table", b"template") < 0:
            return None
        self._make_way(name)
        if name not in SPECIAL or name in BARRIERS or name == b"button":
            self._remake()
        if name in VOID:
            return None
        if name in RAW and not any(self._where[each] for each in NO_RAW):
            return name
        self._push(name, self._keep(name, written) if name in FORMATTING else None)
        if name in MARKERS:
            self._kept.append(None)
        return None

    def close(self, name: bytes) -> None:
        """Take an end tag; one that closes nothing changes nothing."""
        at = self._last(*HEADINGS) if name in HEADINGS else self._last(name)
        if at < 0 or name == b"frameset":  # that one may have been ignored when it began
            return
        if name in FORMATTING:
            self._close_formatting(at)
        elif name in IN_TABLE or name == b"table":
            if self._in_table(at):
                self._pop(at)
        elif name not in BY_SCOPE:
            if self._top(self._specials) <= at:
                self._pop(at)
        elif self._border(name) <= at:
            if name == b"form":
                self._take_out(at)
            else:
                self._pop(at)

    def _is_foreign(self, name: bytes) -> bool:
        """Whether the element may be one of a drawing; what ends a drawing is none of it.

        An element may be taken for open that is not, so the drawing is not closed over it: it
        only can no more be closed by itself.
        """
        drawing = self._last(b"svg") > self._last(b"math")
        inside = self._last(*(HTML_IN_SVG if drawing else HTML_IN_MATH))
        if inside > self._last(*FOREIGN) or name not in NEVER_FOREIGN:
            return True
        while (at := self._last(*FOREIGN)) > inside:
            entry = self._stack[at]
            if entry is not None:
                self._forget(entry[0], at)
            self._stack[at] = (b"", None)
            self._where[b""].append(at)
        return inside >= 0

    def _in_table(self, at: int) -> bool:
        """Whether a place is the innermost table's, and nothing stands between."""
        return self._last(*CLOSED) < self._last(b"table") <= at

    def _border(self, name: bytes) -> int:
        """The place above which an end tag of that name sees nothing."""
        further = {b"p": (b"button",), b"li": (b"ol", b"ul")}.get(name, ())
        return max(self._top(self._barriers), self._last(*further))

    def _make_way(self, name: bytes) -> None:
        """Close what a start tag closes."""
        if name in CLOSES_P and self._border(b"p") <= (paragraph := self._last(b"p")):
            self._pop_bare(paragraph)
        alone = HEADINGS if name in HEADINGS else OPTIONS.get(name, frozenset())
        if self._top_name() in alone:
            self._pop(len(self._stack) - 1)
        alike = ITEMS.get(name, ())
        if (item := self._last(*alike)) >= 0 and self._top(self._walls) == item:
            self._pop_bare(item)
        if name == b"button" and self._last(name) > self._top(self._barriers):
            self._pop_bare(self._last(name))
        if name == b"a" and self._last(name) >= 0:
            self._close_formatting(self._last(name))
        if name in ROWS and self._in_table(row := self._last(*ROWS[name])):
            self._pop_bare(row)

    def _pop_bare(self, at: int) -> None:
        """Close an element that a start tag closes, unless a block was left open in it.

        The element may have been closed unseen; a block above it is then no part of it.
        """
        above = (entry for entry in self._stack[at + 1 :] if entry is not None)
        if at >= 0 and all(entry[0] in FORMATTING | ENDLESS for entry in above):
            self._pop(at)

    def _close_formatting(self, at: int) -> None:
        if self._top(self._barriers) > at:
            return
        above = len(self._specials) - bisect_right(self._specials, at)
        if above > 7:  # closed block by block, and that is given up after so many
            return
        entry = self._stack[at]
        kept = entry[1] if entry else None
        if kept in self._kept:
            self._kept.remove(kept)
        if above:
            self._take_out(at)
        else:
            self._pop(at)

    def _keep(self, name: bytes, written: bytes) -> _Kept:
        kept = _Kept(name, written)
        alike = []
        for one in reversed(self._kept):
            if one is None:
                break
            if one.written == written:
                alike.append(one)
        if len(alike) >= 3:
            self._kept.remove(alike[-1])
            self._out -= alike[-1].at is None
        self._kept.append(kept)
        return kept

    def _remake(self) -> None:
        """Open again, in the block that is open now, what formatting was left open before."""
        if not self._out:
            return
        lost = []
        for one in reversed(self._kept):
            if one is None or one.at is not None:
                break
            lost.append(one)
        for one in reversed(lost):
            self._out -= 1
            self._remade += 1
            self._push(one.name, one)

    def _push(self, name: bytes, kept: _Kept | None) -> None:
        at = len(self._stack)
        self._stack.append((name, kept))
        self._where[name].append(at)
        if kept is not None:
            kept.at = at
        for names, places in self._tables():
            if name in names:
                places.append(at)
        self.deepest = max(self.deepest, at + 1 + self._out)

    def _pop(self, at: int) -> None:
        """Close the element at a place, and all that is open in it."""
        while len(self._stack) > at or (self._stack and self._stack[-1] is None):
            entry = self._stack.pop()
            if entry is None:
                continue
            self._forget(entry[0], len(self._stack))
            if (kept := entry[1]) is not None:
                kept.at = None
                self._out += kept in self._kept
            if entry[0] in MARKERS and None in self._kept:
                while (gone := self._kept.pop()) is not None:
                    self._out -= gone.at is None

    def _take_out(self, at: int) -> None:
        """Close an element alone; what is open in it stays open."""
        entry = self._stack[at]
        if entry is not None:
            self._stack[at] = None
            self._forget(entry[0], at)
        if at == len(self._stack) - 1:
            self._stack.pop()

    def _forget(self, name: bytes, at: int) -> None:
        self._where[name].remove(at)
        for names, places in self._tables():
            if name in names:
                places.remove(at)

    def _tables(self) -> tuple[tuple[frozenset[bytes], list[int]], ...]:
        return (
            (BARRIERS, self._barriers),
            (WALLS, self._walls),
            (SPECIAL, self._specials),
        )

    def _top_name(self) -> bytes | None:
        top = self._stack[-1] if self._stack else None
        return top[0] if top else None

    def _last(self, *names: bytes) -> int:
        """The place of the last open element of one of those names, or -1."""
        return max((self._top(self._where[name]) for name in names), default=-1)

    @staticmethod
    def _top(places: list[int]) -> int:
        return places[-1] if places else -1
