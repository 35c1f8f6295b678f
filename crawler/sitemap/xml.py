"""The XML formats of sitemaps and feeds, read as a stream: no entities, no network, bounded."""

import re
from collections.abc import Collection, Iterable, Iterator

from lxml import etree

from crawler.sitemap.ampersands import Ampersands
from crawler.sitemap.harvest import Found, Harvest, Problem
from crawler.sitemap.pieces import gathered

__all__ = ["LONGEST_TAG", "Found", "Problem", "read"]

LONGEST_TAG = 1024 * 1024  # characters, which no real map comes near to
_HEAD = 64 * 1024
_DECLARATION = re.compile(r"<\?xml[^<>]*\?>")
# What it declares is never used, and may be made to be large.
_DOCTYPE = re.compile(
    r"(?:\s++|<!--.*?-->|<\?[^>]*+>)*+<!DOCTYPE"
    r"(?P<end>[^\[<>]*+(?:\[(?:[^\]\"']++|\"[^\"]*+\"|'[^']*+')*+\]\s*+)?>)?",
    re.DOTALL | re.IGNORECASE,
)


def read(pieces: Iterable[str], *, roots: Collection[str], max_entries: int) -> Found:
    """Read until the end, a bound, a foreign root, or a fault that cannot be read over."""
    # Broken maps keep what can be read; the first fault is reported with its place.
    parser = etree.XMLPullParser(
        events=("start", "end"),
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
    )
    head, whole = gathered(pieces, _HEAD, "")
    skip = _root_at(head)
    if skip is None:
        too_long = Problem(reason=f"a document type of more than {_HEAD} characters", line=1)
        return Found(complete=False, error=too_long)
    harvest = Harvest(roots, max_entries)
    ampersands = Ampersands(longest=LONGEST_TAG)
    ended = False
    try:
        ended = _fed(parser, harvest, ampersands.tied(_behind(whole, skip, head)))
    except etree.XMLSyntaxError:
        harvest.found.complete = False
    found, fault = harvest.found, _first_fault(parser)
    if fault is not None or ampersands.endless:
        # What the parser closed by itself at the end may be half an address: it is not taken.
        found.complete = False
    elif ended:
        found.complete = harvest.take(parser) and found.complete
    found.error = _told(ampersands) or fault or found.error
    return found


def _fed(parser: etree.XMLPullParser, harvest: Harvest, pieces: Iterable[str]) -> bool:
    """Feed the parser; return whether it was read to its end."""
    for piece in pieces:
        parser.feed(piece.encode("utf-8", "replace"))
        if not harvest.take(parser):
            return False
    parser.close()
    return True


def _told(ampersands: Ampersands) -> Problem | None:
    if ampersands.first is not None:
        line, column = ampersands.first
        return Problem(reason="an & that begins no reference", line=line, column=column)
    if ampersands.endless:
        return Problem(reason=f"no tag ends within {LONGEST_TAG} characters")
    return None


def _root_at(head: str) -> int | None:
    """Return where declaration and document type end, which are used no more; None: nowhere."""
    declared = _DECLARATION.match(head)
    start = declared.end() if declared else 0
    doctype = _DOCTYPE.match(head, start)
    if doctype is None or doctype["end"] is not None:
        return doctype.end() if doctype else start
    return start if len(head) < _HEAD else None


def _behind(pieces: Iterable[str], skip: int, head: str) -> Iterator[str]:
    """Leave out the beginning, but not its lines: places are counted from the top."""
    yield "\n" * head.count("\n", 0, skip)
    for piece in pieces:
        yield piece[skip:]
        skip = max(0, skip - len(piece))


def _first_fault(parser: etree.XMLPullParser) -> Problem | None:
    for entry in parser.feed_error_log:
        if entry.level_name != "WARNING" and not entry.type_name.startswith("NS_"):
            return Problem(reason=entry.message, line=entry.line, column=entry.column)
    return None
