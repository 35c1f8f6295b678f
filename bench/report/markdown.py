"""Writes summary.md: what a person wants to see on the page of a CI job."""

from collections.abc import Iterator, Sequence

from tabulate import tabulate

from bench.report.cells import SAMPLED, columns
from bench.report.table import group_lines, sentence
from bench.report.words import plain
from bench.verdict.score import GroupScore, SiteScore, Summary

_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\|`*_[]<>#~"})


def summary(
    rows: Sequence[SiteScore], groups: Sequence[GroupScore], total: Summary, *, run: str
) -> str:
    """Write the whole page."""
    return "\n".join(_lines(rows, groups, total, run)) + "\n"


def escaped(text: str) -> str:
    """Make foreign text inert: no cell, link, emphasis or tag comes out of it."""
    return plain(text).translate(_SPECIAL)


def _lines(
    rows: Sequence[SiteScore], groups: Sequence[GroupScore], total: Summary, run: str
) -> Iterator[str]:
    yield f"# Route recall: {escaped(run)}"
    yield ""
    yield escaped(sentence(total))
    for group in groups:
        members = [row for row in rows if (row.group or "") == group.name]
        if group.name:
            yield f"\n## {escaped(group.name)}"
        yield ""
        yield _sites(members)
        yield ""
        if any(row.sampled for row in members):
            yield f"{escaped(SAMPLED)}\n"
        for head, text in group_lines(group):
            yield f"- {head}{': ' if head else ''}{escaped(text)}"


def _sites(rows: Sequence[SiteScore]) -> str:
    heads, aligns, contents = zip(*columns(rows), strict=True)
    return tabulate(
        [[escaped(content(row)) for content in contents] for row in rows],
        headers=[head.replace("\n", " ") for head in heads],
        tablefmt="pipe",
        colalign=aligns,
        disable_numparse=True,
    )
