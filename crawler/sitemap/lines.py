"""A list of addresses, one a line, read as a stream: the lines that are one."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from crawler.sitemap.items import LOC_MAX

_WEB_ADDRESS = re.compile(r"https?:[/\\]{2}\S+", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """The addresses of a list; `complete` is false when there are more than were wanted."""

    locs: tuple[str, ...]
    complete: bool


def is_list(head: str) -> bool:
    """Tell a list by its first line."""
    lines = head.splitlines()
    return bool(lines) and _WEB_ADDRESS.fullmatch(lines[0].strip()) is not None


def read(pieces: Iterable[str], *, max_entries: int, is_cut: Callable[[], bool]) -> Listed:
    """Read a list up to the bound; the last line of one that `is_cut` is not taken for whole."""
    locs: list[str] = []
    for line in _lines(pieces, is_cut):
        if not _WEB_ADDRESS.fullmatch(line):
            continue
        if len(locs) == max_entries:
            return Listed(locs=tuple(locs), complete=False)
        locs.append(line)
    return Listed(locs=tuple(locs), complete=True)


def _lines(pieces: Iterable[str], is_cut: Callable[[], bool]) -> Iterator[str]:
    rest = ""
    for piece in pieces:
        lines = (rest + piece).splitlines(keepends=True)
        rest = "" if not lines or lines[-1].splitlines() != [lines[-1]] else lines.pop()
        yield from (line.strip() for line in lines)
        if len(rest) > LOC_MAX:
            rest = rest[:LOC_MAX] + " "  # an address it is no more
    if not is_cut():
        yield rest.strip()
