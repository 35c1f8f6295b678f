"""Addresses that a person would not type: unfilled templates, and paths that grow without end."""

import re
from collections import Counter
from urllib.parse import unquote

from crawler.address import url as addresses

MAX_REPEATS = 2  # of a run of path segments, one after another
MAX_SEGMENT = 4  # occurrences of one segment anywhere in a path
MAX_SEGMENTS = 40
MAX_PAIR = 2  # of the same `name=value`
MAX_PARAMETER = 10  # of one name with whatever values

# What a template or a script leaves behind when a value was not there. Below the top of a path
# these words may be a page about them (/docs/null), which only fetching can tell.
_VALUES = frozenset({"undefined", "null", "NaN"})
_UNFILLED = re.compile(r"\{\{|\}\}|\$\{|<%|%>|\[object Object\]")
_SESSION = re.compile(
    r"(?:^|[;/?&])(jsessionid|phpsessid|sessionid|session_id|aspsessionid\w*)=", re.IGNORECASE
)
# Days that no calendar needs to show; one that pages on without end comes by them.
FIRST_YEAR, LAST_YEAR = 1900, 2060
_CALENDAR = re.compile(
    r"(?:[/?&]|[a-z]-)(?:(?:calend[ae]r|kalender|agenda|date|month|week|day)(?:/\w+)?[/=]"
    r"(?P<dated>[1-9]\d{3})[/-](?:0[1-9]|1[0-2])|year=(?P<year>[1-9]\d{3}))(?![\w.])",
    re.IGNORECASE,
)
_ONLY_DIGITS = re.compile(r"[\d/]+")
_REPEATED_RUN = re.compile(rf"((?:/[^/]+)+?)\1{{{MAX_REPEATS},}}(?=/|$)")


def artefact(url: str) -> str | None:
    """Return what shows that a template was not filled in, or None."""
    split = addresses.parts(url)
    before = None
    for segment in split.path[1:].split("/"):
        if segment in _VALUES and (before is None or before in _VALUES):
            return f"/{segment} is an unfilled value"
        before = segment
    if "%" in url or "{" in url:
        found = _UNFILLED.search(unquote(f"{split.path}?{split.query}#{split.fragment}"))
        return f"{found[0]} is an unfilled template" if found else None
    return None


def trap(url: str) -> str | None:
    """Return what shows that the address has grown out of itself, or None."""
    split = addresses.parts(url)
    return (
        _path_trap(split.path)
        or _query_trap(split.query or "")
        or _session_trap(url)
        or _calendar_trap(f"{split.path}?{split.query}")
    )


def _path_trap(path: str) -> str | None:
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) <= MAX_REPEATS:
        return None
    if len(segments) > MAX_SEGMENTS:
        return f"path of {len(segments)} segments, more than {MAX_SEGMENTS}"
    # Numbers repeat in honest paths: /2011/11/11/11.
    run = _REPEATED_RUN.search(path)
    if run and not _ONLY_DIGITS.fullmatch(run[1]):
        return f"repeating path: {run[1]} more than {MAX_REPEATS} times in a row"
    if len(segments) <= MAX_SEGMENT:
        return None
    segment, times = Counter(segments).most_common(1)[0]
    if times > MAX_SEGMENT and not segment.isdigit():
        return f"repeating path: {segment} {times} times"
    return None


def _query_trap(query: str) -> str | None:
    if "&" not in query:
        return None
    pairs = [pair for pair in query.split("&") if pair]
    pair, times = Counter(pairs).most_common(1)[0] if pairs else ("", 0)
    if times > MAX_PAIR:
        return f"repeated parameter {pair.partition('=')[0]} ({times} times the same)"
    names = Counter(pair.partition("=")[0] for pair in pairs)
    name, times = names.most_common(1)[0] if names else ("", 0)
    return f"repeated parameter {name} ({times} times)" if times > MAX_PARAMETER else None


def _session_trap(url: str) -> str | None:
    sessions = _SESSION.findall(url)
    return f"{len(sessions)} session ids in one address" if len(sessions) > 1 else None


def _calendar_trap(asked: str) -> str | None:
    for found in _CALENDAR.finditer(asked):
        year = int(found["dated"] or found["year"])
        if not FIRST_YEAR <= year <= LAST_YEAR:
            return f"a calendar without end: the year {year}"
    return None
