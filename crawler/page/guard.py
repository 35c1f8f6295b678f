"""Hostile markup made bearable: what costs a parser more than its size is taken out beforehand.

The parser compares each new element with all that are open, each option of a select with the
others, and each attribute with those before it. Browsers flatten what lies too deep; so does
this: an element that is one too many becomes a void one, and what it holds stays.
"""

import re
from collections import Counter

DEEPEST = 512
"""Open elements beyond which browsers flatten a page, too."""
MOST_OPTIONS = 8000
MOST_ATTRIBUTES = 512
MOST_ROOTS = 64
# Fewer tags, bytes, and steps over open elements than these cost next to nothing.
FEW_TAGS = 8000
FEW_BYTES = 64 * 1024
FEW_STEPS = 200_000_000

_VOID = b"wbr"
_TAG = re.compile(rb"<!--(?:.*?-->|.*+)|(</?)([a-zA-Z][a-zA-Z0-9:-]*+)", re.DOTALL)
_OPENING = re.compile(rb"<([a-zA-Z][a-zA-Z0-9:-]*+)")
_NEVER_DEEP = frozenset(
    b"a area base br col embed hr img input link meta source track wbr head html body"
    b" p li dt dd tr td th thead tbody tfoot option optgroup rp rt"
    b" script style title textarea noscript xmp iframe noembed noframes select".split()
)
_RAW = frozenset(b"script style title textarea noscript xmp iframe noembed noframes".split())
_ROOTS = frozenset(b"html body".split())
_OPTIONS = frozenset(b"option optgroup".split())
_ATTRIBUTE = (
    rb"[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=(?:\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+))?+)?+"
)
_START = rb"<[a-zA-Z][^\s/>]*+(?:%b){0,%d}+" % (_ATTRIBUTE, MOST_ATTRIBUTES)
# Each tag is read once, from its beginning, so that the time is linear whatever comes.
_MODEST = re.compile(rb"(?:[^<]++|%b(?!%b)|<(?![a-zA-Z]))*+" % (_START, _ATTRIBUTE))
_LAVISH = re.compile(rb"(%b)((?:%b)*+)" % (_START, _ATTRIBUTE))


def bearable(markup: bytes) -> bytes:
    """Return markup that parses in time that grows with its size; most comes back as it is."""
    if len(markup) > FEW_BYTES and not _MODEST.fullmatch(markup):
        markup = _LAVISH.sub(rb"\1", markup)
    return _flattened(markup) if markup.count(b"<") > FEW_TAGS else markup


def _flattened(markup: bytes) -> bytes:
    return _TAG.sub(_Walk().step, markup) if _is_deep(markup) else markup


def _is_deep(markup: bytes) -> bool:
    """Tell whether anything has to be changed; most pages are told by counting."""
    names = Counter(_OPENING.findall(markup))
    deep = sum(n for name, n in names.items() if name.lower() not in _NEVER_DEEP)
    flat = sum(n for name, n in names.items() if name.lower() in _OPTIONS | _ROOTS)
    if deep * markup.count(b"<") <= FEW_STEPS and flat <= MOST_ROOTS:
        return False
    walk = _Walk()
    return any(walk.is_too_much(found[1], found[2]) for found in _TAG.finditer(markup))


class _Walk:
    """What is open at a place of the markup."""

    def __init__(self) -> None:
        self._open: Counter[bytes] = Counter()
        self._flat: Counter[bytes] = Counter()
        self._depth = 0
        self._options = 0
        self._roots = 0
        self._raw: bytes | None = None

    def step(self, found: "re.Match[bytes]") -> bytes:
        """Return a tag as it is, or as a void one."""
        if self.is_too_much(found[1], found[2]):
            return found[1] + _VOID
        return found[0]

    def is_too_much(self, bracket: bytes | None, written: bytes) -> bool:
        """Note a tag; tell whether it would open one element too many, or close such a one."""
        if bracket is None:
            return False
        name = written.lower()
        if self._raw:
            if bracket == b"</" and name == self._raw:
                self._raw = None
            return False
        if bracket == b"</":
            return self._close(name)
        if name in _RAW:
            self._raw = name
            return False
        return self._opens_too_much(name)

    def _opens_too_much(self, name: bytes) -> bool:
        if name in _OPTIONS:
            self._options += 1
            return self._options > MOST_OPTIONS
        if name in _ROOTS:
            self._roots += 1
            return self._roots > MOST_ROOTS
        if name in _NEVER_DEEP:
            return False
        if self._depth >= DEEPEST:
            self._flat[name] += 1
            return True
        self._depth += 1
        self._open[name] += 1
        return False

    def _close(self, name: bytes) -> bool:
        if self._flat[name]:
            self._flat[name] -= 1
            return True
        if self._open[name]:
            self._open[name] -= 1
            self._depth -= 1
        return False
