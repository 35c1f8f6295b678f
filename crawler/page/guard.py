"""Hostile markup made bearable: what costs a parser more than its size is taken out beforehand.

The parser compares each new element with all that are open, each option of a select with the
others, and each attribute with those before it. Browsers flatten what lies too deep; so does
this: an element that is one too many becomes a void one, and what it holds stays.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

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
_TAG = re.compile(rb"<(?:!--(?:.*?-->|.*+)|(/?)([a-zA-Z][a-zA-Z0-9:-]*+))", re.DOTALL)
_OPENING = re.compile(rb"<([a-zA-Z][a-zA-Z0-9:-]*+)")
# An element without attributes whose own end comes next: whatever is open, it adds nothing.
_LEAF = re.compile(rb"<([a-zA-Z][a-zA-Z0-9]*+)>[^<]*+</\1>")
_NEVER_DEEP = frozenset(
    b"a area base br col embed hr img input link meta source track wbr head html body"
    b" p li dt dd tr td th thead tbody tfoot option optgroup rp rt"
    b" script style title textarea noscript xmp iframe noembed noframes select".split()
)
_RAW = frozenset(b"script style title textarea noscript xmp iframe noembed noframes".split())
# Of each family, so many and no more.
_CROWDS = {
    **dict.fromkeys((b"option", b"optgroup"), (b"option", MOST_OPTIONS)),
    **dict.fromkeys((b"html", b"body"), (b"html", MOST_ROOTS)),
}
_CROWDED = re.compile(rb"<(?:opt(?:ion|group)|html|body)(?![a-zA-Z0-9:-])", re.IGNORECASE)
_ATTRIBUTE = (
    rb"[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=(?:\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>]*+))?+)?+"
)
_START = rb"<[a-zA-Z][^\s/>]*+(?:%b){0,%d}+" % (_ATTRIBUTE, MOST_ATTRIBUTES)
# Each tag is read once, from its beginning, so that the time is linear whatever comes.
_MODEST = re.compile(rb"(?:[^<]++|%b(?!%b)|<(?![a-zA-Z]))*+" % (_START, _ATTRIBUTE))
_LAVISH = re.compile(rb"(%b)((?:%b)*+)" % (_START, _ATTRIBUTE))
# A tag with more attributes than that has two bytes for each before its ">", or quotes one.
_ROOM = 2 * MOST_ATTRIBUTES
_QUOTED_END = re.compile(rb"=\s*+(?:\"[^\">]*+>|'[^'>]*+>)")


def bearable(markup: bytes) -> bytes:
    """Return markup that parses in time that grows with its size; most comes back as it is."""
    if len(markup) > FEW_BYTES and _may_be_lavish(markup) and not _MODEST.fullmatch(markup):
        markup = _LAVISH.sub(rb"\1", markup)
    # A tag has three bytes or more.
    few = len(markup) <= 3 * FEW_TAGS or markup.count(b"<") <= FEW_TAGS
    return markup if few else _flattened(markup)


def _may_be_lavish(markup: bytes) -> bool:
    """Tell most pages from those whose tags have to be read, by looking for ">" alone."""
    return _has_room(markup) or _QUOTED_END.search(markup) is not None


def _has_room(markup: bytes) -> bool:
    """Find a long tag without ">": it fills one of the steps, which are half as long."""
    at, step = 0, _ROOM // 2
    while at < len(markup):
        if markup.find(b">", at, at + step) >= 0:
            at += step
            continue
        end = markup.find(b">", at)
        end = len(markup) if end < 0 else end
        tag = markup.find(b"<", markup.rfind(b">", 0, at) + 1, end)
        if tag >= 0 and end - tag >= _ROOM:
            return True
        at = end + 1
    return False


def _flattened(markup: bytes) -> bytes:
    if not _may_be_deep(markup):
        return markup
    excess = list(_excess(_TAG.findall(markup)))
    if not any(excess):
        return markup
    each = iter(excess)
    return _TAG.sub(lambda tag: b"<%b%b" % (tag[1], _VOID) if next(each) else tag[0], markup)


def _may_be_deep(markup: bytes) -> bool:
    """Tell most pages from those whose tags have to be walked, by counting."""
    tags = markup.count(b"<")
    if len(_CROWDED.findall(markup)) > MOST_ROOTS:
        return True
    if tags * tags <= FEW_STEPS:
        return False
    names = Counter(_OPENING.findall(markup)) - Counter(_LEAF.findall(markup))
    deep = sum(n for name, n in names.items() if name.lower() not in _NEVER_DEEP)
    return deep * tags > FEW_STEPS


def _excess(tags: Iterable[tuple[bytes, bytes]]) -> Iterator[bool]:
    """Yield of each tag whether it opens one element too many, or closes such a one.

    One loop that knows all that is open: a page may have tens of thousands of tags.
    """
    opened: defaultdict[bytes, int] = defaultdict(int)
    voided: defaultdict[bytes, int] = defaultdict(int)
    crowds: defaultdict[bytes, int] = defaultdict(int)
    depth, text = 0, b""
    for slash, written in tags:
        name, too_much = written.lower(), False
        if text or not name:  # nothing but its end ends a script; comments are no tags
            if slash and name == text:
                text = b""
        elif slash:
            if voided[name]:
                voided[name] -= 1
                too_much = True
            elif opened[name]:
                opened[name] -= 1
                depth -= 1
        elif name in _RAW:
            text = name
        elif name in _CROWDS:
            family, most = _CROWDS[name]
            crowds[family] += 1
            too_much = crowds[family] > most
        elif name not in _NEVER_DEEP:
            too_much = depth >= DEEPEST
            (voided if too_much else opened)[name] += 1
            depth += not too_much
        yield too_much
