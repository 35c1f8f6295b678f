"""Addresses in `javascript:` links and handler attributes: whole string literals, never code."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from selectolax.lexbor import LexborNode

from crawler.address.citation import Via
from crawler.page.extract.elements import Elements
from crawler.page.extract.mention import Mention
from crawler.page.extract.source import Source
from crawler.page.extract.words import reading

MAX_SCRIPT = 20_000
_JAVASCRIPT = re.compile(r"[\x00-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:", re.IGNORECASE)
_LITERAL = re.compile(r"\"((?:\\.|[^\"\\\n])*)\"|'((?:\\.|[^'\\\n])*)'|`([^`\\$]*)`", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|(.))", re.DOTALL)
# What stands before a literal that is an address whatever it looks like.
_GOES_TO = re.compile(
    r"(?:\blocation(?:\.href)?\s*=|\blocation\.(?:assign|replace)\s*\(|\bopen\s*\()\s*$"
)
_LOOKS_LIKE_ADDRESS = re.compile(
    r"(?:https?://|//[\w-]+\.|/(?=[^/])|\.{1,2}/|\?[\w.-]+=)\S+"
    r"|[\w~%.,+-]+(?:/[\w~%.,+-]+)*(?:/|\.(?:x?html?|php\d?|aspx?|jsp|cgi|pdf))(?:[?#]\S*)?"
)


def handlers(source: Source) -> Iterator[Mention]:
    """Read the string literals that name an address, with the words that a person clicks."""
    for node, script in _scripts(source):
        written = dict.fromkeys(literals(script))
        for address in written:
            yield Mention(Via.HANDLER, address, reading(node))


def _scripts(source: Source) -> Iterator[tuple[LexborNode, str]]:
    for tree in source.trees:
        yield from _linked(tree)
        yield from tree.handlers


def _linked(tree: Elements) -> Iterator[tuple[LexborNode, str]]:
    schemed = [
        (node, href)
        for node, attributes in tree.links
        if (href := attributes.get("href")) and ":" in href
    ]
    for node, href in schemed:
        if start := _JAVASCRIPT.match(href):
            yield node, unquote(href[start.end() :])


def literals(script: str) -> Iterator[str]:
    """Yield the addresses that a short script names as whole string literals."""
    script = script[:MAX_SCRIPT]
    for found in _LITERAL.finditer(script):
        before, after = script[: found.start()].rstrip(), script[found.end() :].lstrip()
        # A piece of a sum is no address.
        if before.endswith("+") or after.startswith("+"):
            continue
        literal = _ESCAPE.sub(_unescape, found[found.lastindex or 0]).strip()
        if literal and (_GOES_TO.search(before[-40:]) or _LOOKS_LIKE_ADDRESS.fullmatch(literal)):
            yield literal


def _unescape(escape: re.Match[str]) -> str:
    two, four, char = escape.groups()
    return char if char is not None else chr(int(two or four, 16))
