"""Writes what a CI job on GitHub shows beside a change: annotations, few enough to be shown."""

from collections.abc import Iterator, Sequence
from itertools import islice

from bench.report.finding import Finding
from bench.report.words import percent, plain
from bench.verdict.score import SiteScore

# GitHub shows ten of a kind for a step, and drops the rest without a word.
SHOWN = 10
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


WELL = "all that was scored is found"


def annotations(
    rows: Sequence[SiteScore], findings: Sequence[Finding], *, well: str = WELL
) -> str:
    """Write an error for each finding, and a warning for each further site with misses.

    `well` is said where there is neither.
    """
    errors = [_command("error", each.site, each.told) for each in findings]
    told = {each.site for each in findings}
    missing = sorted(
        (row for row in rows if row.recall is not None and row.recall < 1),
        key=lambda row: row.recall or 0,
    )
    warnings = [
        _command("warning", row.name, _misses(row)) for row in missing if row.name not in told
    ]
    lines = (*_capped("error", errors), *_capped("warning", warnings))
    return "\n".join(lines) or f"::notice title=Route Recall::{plain(well).translate(_DATA)}"


def _misses(row: SiteScore) -> str:
    cause = f", mostly {row.main_cause}" if row.main_cause else ""
    faults = "".join(f"; {fault} cost {lost}" for fault, lost in row.regressions.items())
    told = f"recall {percent(row.recall)} % ({row.found} of {row.truth} routes){cause}{faults}"
    return f"{told}; see: bench misses {row.name}"


def _capped(kind: str, lines: Sequence[str]) -> Iterator[str]:
    if len(lines) <= SHOWN:
        yield from lines
        return
    yield from islice(lines, SHOWN - 1)
    yield _command(kind, "and more", f"{len(lines) - SHOWN + 1} more, in summary.md and sites.csv")


def _command(kind: str, title: str, message: str) -> str:
    """Write one workflow command; nothing in foreign text ends it or begins another."""
    head = f"Route Recall: {plain(title)}".translate(_PROPERTY)
    return f"::{kind} title={head}::{plain(message).translate(_DATA)}"
