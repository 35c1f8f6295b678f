"""Refreshes: where a page moves on by itself, by meta or by header, and after how long."""

import re
from collections.abc import Iterator

from crawler.address.citation import Via
from crawler.page.extract.elements import Elements
from crawler.page.extract.mention import Mention
from crawler.page.extract.source import Source

_REFRESH = re.compile(
    r"\s*(?P<seconds>[0-9]+|(?=\.))[0-9.]*(?:\s*[;,]\s*|\s+)(?P<rest>\S.*)",
    re.DOTALL,
)
_NAME = re.compile(r"url\s*=\s*", re.IGNORECASE)


def refreshes(source: Source) -> Iterator[Mention]:
    """Read every refresh; those inside `noscript` are mentions too, though they move no page."""
    for _, mention in moving(source):
        yield mention
    for tree in source.inner:
        for _, written in _metas(tree):
            yield Mention(via=Via.REFRESH, written=written)


def moving(source: Source) -> Iterator[tuple[float, Mention]]:
    """Read the refreshes that a browser obeys, the header's first."""
    for value in source.header("refresh"):
        if read := parse(value):
            yield read[0], Mention(via=Via.REFRESH, written=read[1], against_page=True)
    for seconds, written in _metas(source.page):
        yield seconds, Mention(via=Via.REFRESH, written=written)


def _metas(tree: Elements) -> Iterator[tuple[float, str]]:
    for _, attributes in tree.of("meta"):
        if (attributes.get("http-equiv") or "").lower() != "refresh":
            continue
        if read := parse(attributes.get("content") or ""):
            yield read


def parse(content: str) -> tuple[float, str] | None:
    """Read a refresh as browsers do; None: it names no address (the page loads itself again)."""
    found = _REFRESH.match(content)
    if found is None:
        return None
    rest = found["rest"]
    named = _NAME.match(rest)
    written = rest[named.end() :] if named else rest
    if written[:1] in {'"', "'"}:
        written = written[1:].partition(written[0])[0]
    seconds = float(found["seconds"][:9] or 0)
    return (seconds, written.strip()) if written.strip() else None
