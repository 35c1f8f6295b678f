"""Served HTML to a tree, in time that grows with its size, whatever is served."""

import re
from collections import Counter

from selectolax.lexbor import LexborHTMLParser

DEEPEST = 1500
"""Open elements beyond which a page is cut; browsers flatten from 512 on.

The parser looks through all open elements at every block, so unbounded depth costs hours.
"""

_TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_NEVER_DEEP = frozenset(
    b"area base br col embed hr img input link meta source track wbr"
    b" p li dt dd tr td th thead tbody tfoot option optgroup rp rt".split()
)


def tree_of(body: bytes) -> LexborHTMLParser:
    """The tree of a page, cut where it gets too deep."""
    return LexborHTMLParser(body[: _bearable(body)])


def _bearable(body: bytes) -> int:
    """How many bytes there are before the page is too deep."""
    if body.count(b"<") <= DEEPEST:
        return len(body)
    counts: Counter[bytes] = Counter()
    depth = 0
    for match in _TAG.finditer(body):
        name = match[2].lower()
        if name in _NEVER_DEEP:
            continue
        if not match[1]:
            counts[name] += 1
            depth += 1
        elif counts[name]:
            counts[name] -= 1
            depth -= 1
        if depth > DEEPEST:
            return match.start()
    return len(body)
