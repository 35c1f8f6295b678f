"""How deep served HTML nests while a parser reads it: where it stops being bearable.

A parser looks through all open elements at many a tag, makes anew what formatting was left open,
and compares attributes and options with one another, so hostile markup of a megabyte can cost it
hours. This walks the tags as the HTML standard opens and closes elements; where the standard is
too intricate, it takes an element for open that may be closed, never the other way round.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from functools import lru_cache

DEEPEST = 600
"""Open elements beyond which a page is cut; browsers flatten from 512 on."""

MOST_REMADE = 20_000
"""Formatting elements made anew in other blocks, on one page."""

FEW_TAGS = 4000
FEW_BYTES = 64 << 10
"""What costs a parser little whatever it is: such a page is not walked through."""

MOST_OPTIONS = 5000
MOST_ROOTS = 64
MOST_ATTRIBUTES = 512

_ATTRIBUTE = (
    rb"[\t\n\f\r /]*+[^\t\n\f\r />][^\t\n\f\r />=]*+"
    rb"(?:[\t\n\f\r ]*+=[\t\n\f\r ]*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^\t\n\f\r >]*+))?+"
)
_TAG = re.compile(
    rb"<(?:!--(?:-?>|.*?(?:--!?>|\Z))|[!?][^>]*+|/[^a-zA-Z>][^>]*+"
    rb"|(?P<end>/?)(?P<name>[a-zA-Z][^\t\n\f\r />]*+)"
    rb"(?P<more>(?:%b){0,%d}+)(?P<lavish>%b)?+)" % (_ATTRIBUTE, MOST_ATTRIBUTES, _ATTRIBUTE),
    re.DOTALL,
)


def _names(text: str) -> frozenset[bytes]:
    return frozenset(text.encode().split())


_FORMATTING = _names("a b big code em font i nobr s small strike strong tt u")
_ROOTS = _names("html body")
_VOID = _ROOTS | _names(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source"
    " track wbr head"
)
_HEADINGS = _names("h1 h2 h3 h4 h5 h6")
_LOOSE = _names("address div p")
_SELF_SCOPED = _names("applet button marquee object select template")
_BLOCKS = _HEADINGS | _names(
    "article aside blockquote center dd details dir dl dt fieldset figcaption figure footer header"
    " hgroup li listing main menu nav ol pre search section summary ul"
)
_MARKERS = _names("applet caption marquee object td template th")
_FOREIGN = _names("svg math")
_HTML_IN_SVG = _names("foreignobject desc title")
_HTML_IN_MATH = _names("annotation-xml mi mo mn ms mtext")
_CLOSED = _FOREIGN | _names("frameset select template")
_BARRIERS = _MARKERS | _CLOSED | _HTML_IN_SVG | _HTML_IN_MATH | _names("table")
_NEVER_FOREIGN = _names(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li"
    " listing menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
"""Start tags that end a drawing or a formula."""

_NEVER_DEEP = _names("br embed hr img meta")
_WALLS = (
    _BLOCKS
    | _SELF_SCOPED
    | _BARRIERS
    | _names(
        "option optgroup colgroup form iframe noembed noframes noscript plaintext script style"
        " tbody textarea tfoot thead title tr xmp"
    )
)
_SPECIAL = _WALLS | _LOOSE
_CLOSES_P = _BLOCKS | _LOOSE | _names("dialog hr plaintext xmp")
_BY_SCOPE = _BLOCKS | _LOOSE | _SELF_SCOPED | _names("form")
_ROWS = {
    b"td": _names("td th"),
    b"th": _names("td th"),
    b"tr": _names("tr"),
    **dict.fromkeys((b"tbody", b"thead", b"tfoot"), _names("tbody thead tfoot")),
}
_ENDLESS = _names("p li dd dt option td th tr tbody thead tfoot")
"""Elements whose end tags are left out as often as not."""

_IN_TABLE = _names("caption colgroup tbody td tfoot th thead tr")
_RAW = _names("script style textarea title xmp iframe noembed noframes")
_NO_RAW = _CLOSED - _names("select")
_OPTIONS = dict.fromkeys((b"option", b"optgroup"), _names("option"))
_ITEMS = {b"li": (b"li",), b"dd": (b"dd", b"dt"), b"dt": (b"dd", b"dt")}


@lru_cache(maxsize=4)  # one body is read for its words, its links and its refresh
def bearable(body: bytes) -> int:
    """How many bytes of a page can be parsed in time that grows with them."""
    if body.count(b"<") <= FEW_TAGS and len(body) <= FEW_BYTES:
        return len(body)
    return read(body, Walk())


def read(body: bytes, walk: "Walk") -> int:
    """Walk through the tags of a page, as far as they are bearable; how many bytes that is."""
    at = 0
    while (tag := _TAG.search(body, at)) is not None:
        at = tag.end()
        if tag["name"] is None:
            continue
        if tag["lavish"]:
            return tag.start()
        name = tag["name"].lower()
        if tag["end"]:
            walk.close(name)
        elif raw := walk.open(name, tag[0]):
            at = _end_of_text(body, raw, at)
        if walk.unbearable:
            return tag.start()
    return len(body)


def _end_of_text(body: bytes, name: bytes, at: int) -> int:
    """Where the end tag stands of an element whose text is no markup."""
    end = re.compile(rb"</%b(?=[\t\n\f\r />])" % name, re.IGNORECASE).search(body, at)
    return len(body) if end is None else end.start()


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
        self._roots += name in _ROOTS
        if self._last(*_FOREIGN) >= 0 and self._is_foreign(name):
            if name not in _NEVER_DEEP and not written.endswith(b"/"):
                self._remake()
                self._push(name, self._keep(name, written) if name in _FORMATTING else None)
            return None
        in_table = name in _IN_TABLE
        if in_table and self._last(b"table", b"template") < 0:
            return None
        self._make_way(name)
        if name not in _SPECIAL or name in _BARRIERS or name == b"button":
            self._remake()
        if name in _VOID:
            return None
        if name in _RAW and not any(self._where[each] for each in _NO_RAW):
            return name
        self._push(name, self._keep(name, written) if name in _FORMATTING else None)
        if name in _MARKERS:
            self._kept.append(None)
        return None

    def close(self, name: bytes) -> None:
        """Take an end tag; one that closes nothing changes nothing."""
        at = self._last(*_HEADINGS) if name in _HEADINGS else self._last(name)
        if at < 0 or name == b"frameset":  # that one may have been ignored when it began
            return
        if name in _FORMATTING:
            self._close_formatting(at)
        elif name in _IN_TABLE or name == b"table":
            if self._in_table(at):
                self._pop(at)
        elif name not in _BY_SCOPE:
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
        inside = self._last(*(_HTML_IN_SVG if drawing else _HTML_IN_MATH))
        if inside > self._last(*_FOREIGN) or name not in _NEVER_FOREIGN:
            return True
        while (at := self._last(*_FOREIGN)) > inside:
            entry = self._stack[at]
            if entry is not None:
                self._forget(entry[0], at)
            self._stack[at] = (b"", None)
            self._where[b""].append(at)
        return inside >= 0

    def _in_table(self, at: int) -> bool:
        """Whether a place is the innermost table's, and nothing stands between."""
        return self._last(*_CLOSED) < self._last(b"table") <= at

    def _border(self, name: bytes) -> int:
        """The place above which an end tag of that name sees nothing."""
        further = {b"p": (b"button",), b"li": (b"ol", b"ul")}.get(name, ())
        return max(self._top(self._barriers), self._last(*further))

    def _make_way(self, name: bytes) -> None:
        """Close what a start tag closes."""
        if name in _CLOSES_P and self._border(b"p") <= (paragraph := self._last(b"p")):
            self._pop_bare(paragraph)
        alone = _HEADINGS if name in _HEADINGS else _OPTIONS.get(name, frozenset())
        if self._top_name() in alone:
            self._pop(len(self._stack) - 1)
        alike = _ITEMS.get(name, ())
        if (item := self._last(*alike)) >= 0 and self._top(self._walls) == item:
            self._pop_bare(item)
        if name == b"button" and self._last(name) > self._top(self._barriers):
            self._pop_bare(self._last(name))
        if name == b"a" and self._last(name) >= 0:
            self._close_formatting(self._last(name))
        if name in _ROWS and self._in_table(row := self._last(*_ROWS[name])):
            self._pop_bare(row)

    def _pop_bare(self, at: int) -> None:
        """Close an element that a start tag closes, unless a block was left open in it.

        The element may have been closed unseen; a block above it is then no part of it.
        """
        above = (entry for entry in self._stack[at + 1 :] if entry is not None)
        if at >= 0 and all(entry[0] in _FORMATTING | _ENDLESS for entry in above):
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
            if entry[0] in _MARKERS and None in self._kept:
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
            (_BARRIERS, self._barriers),
            (_WALLS, self._walls),
            (_SPECIAL, self._specials),
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
