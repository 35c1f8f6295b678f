"""Turns a site's row into the cells of a table, whatever the table is written in."""

from collections.abc import Callable, Sequence

from bench.report.words import UNKNOWN, number, percent, plain
from bench.verdict.score import SiteScore

SAMPLED = "* sampled: the oracle's visit budget ended before the site did"
UNSCORED = "not scored"

Column = tuple[str, str, Callable[[SiteScore], str]]


def columns(rows: Sequence[SiteScore]) -> tuple[Column, ...]:
    """Give header, alignment and content of each column; `expected` only where declared."""
    declared = any(row.expected is not None for row in rows)
    return tuple(column for column in _COLUMNS if declared or not column[0].startswith("expected"))


def empty(column: Column, rows: Sequence[SiteScore]) -> bool:
    """Tell whether a column says nothing of any site."""
    return all(column[2](row) in {"", UNKNOWN} for row in rows)


def site(row: SiteScore) -> str:
    """Name the site; a star marks a sampled truth."""
    return plain(row.name) + ("*" if row.sampled else "")


def recall(row: SiteScore) -> str:
    """Write the recall, or that there is none."""
    return percent(row.recall) if row.scored else UNKNOWN


def regressions(row: SiteScore) -> str:
    """Name what regressed, and what it cost."""
    return ", ".join(f"{fault} {lost}" for fault, lost in row.regressions.items())


def cause(row: SiteScore) -> str:
    """Name what most misses go back to, or why the site is not scored."""
    if not row.scored:
        return (
            "skipped"
            if row.skipped
            else "fails as declared"
            if row.fails_as_declared
            else UNSCORED
        )
    return row.main_cause or ""


_COLUMNS: tuple[Column, ...] = (
    ("site", "left", site),
    ("truth", "right", lambda row: number(row.truth)),
    ("found", "right", lambda row: number(row.found)),
    ("recall\n%", "right", recall),
    ("expected\n%", "right", lambda row: percent(row.expected)),
    ("homepage\nlinks\nalone %", "right", lambda row: percent(row.home_static)),
    ("sitemap\nalone %", "right", lambda row: percent(row.sitemap_only)),
    ("regressions", "left", regressions),
    ("main cause\nof misses", "left", cause),
)
