"""Writes figures and foreign text so that they can be read and cannot mislead."""

import math
import textwrap
from collections.abc import Sequence

from bench.verdict.statistics import Interval

UNKNOWN = "·"
WIDTH = 120


def percent(share: float | None) -> str:
    """Write a share in per cent; cut, never rounded, so that only all of it is 100."""
    if share is None:
        return UNKNOWN
    if share in {0, 1}:
        return f"{share:.0%}".removesuffix("%")
    if share < 0.001:
        return "<0.1"
    # Cut in thousandths of what a float can tell: 0.29 is not 28.9 %.
    return f"{math.floor(round(share * 1000, 9)) / 10:.1f}"


def span(interval: Interval) -> str:
    """Write an interval of shares in per cent."""
    return f"{percent(interval.low)} to {percent(interval.high)} %"


def number(count: int | None) -> str:
    """Write a count."""
    return UNKNOWN if count is None else str(count)


def counted(count: int, what: str) -> str:
    """Write a count with what it counts."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def some(items: Sequence[str], most: int) -> str:
    """Name the first items, and say how many more there are."""
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return f"{', '.join(items[:most])}{more}"


def plain(text: str) -> str:
    """Take out what could drive a terminal; foreign sites wrote this text."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else " " for char in text)


def wrapped(head: str, text: str, *, width: int = WIDTH) -> str:
    """Write a paragraph behind a head, its further lines indented as far."""
    return textwrap.fill(
        plain(text),
        width,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_on_hyphens=False,
    )
