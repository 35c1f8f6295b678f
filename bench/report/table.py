"""Writes the summary for a terminal: a table a group, and the group's figures below it."""

from collections.abc import Iterable, Iterator, Sequence

import tabulate

from bench.report.cells import SAMPLED, columns
from bench.report.words import percent, plain, span, wrapped
from bench.verdict.score import GroupScore, SiteScore, Summary

WIDEST = {"site": 24, "regressions": 22}

# The library's two more blanks a head would cost a terminal 18 columns.
tabulate.MIN_PADDING = 0


def table(rows: Sequence[SiteScore], groups: Sequence[GroupScore], summary: Summary) -> str:
    """Write everything that a run's end shows."""
    parts = [
        "\n".join(_group([row for row in rows if (row.group or "") == group.name], group))
        for group in groups
    ]
    if len(groups) != 1:
        parts.append(wrapped("all: ", sentence(summary)))
    return "\n\n".join(parts) + "\n"


def sentence(summary: Summary) -> str:
    """Say the figures of a run or a group in one line."""
    told = f"recall {percent(summary.macro_recall)} % (mean of sites), "
    told += f"{percent(summary.micro_recall)} % (all routes); "
    told += f"{summary.perfect} of {summary.scored} perfect; "
    told += f"{summary.scored} of {summary.asked} asked are scored"
    if summary.unexplained:
        told += f"; {summary.unexplained} misses unexplained"
    return told if summary.scored else f"0 of {summary.asked} asked are scored"


def group_lines(group: GroupScore) -> Iterator[tuple[str, str]]:
    """Yield what there is to say of a group, each with its head."""
    yield "", sentence(group.summary)
    if group.summary.scored:
        words = f"perfect {span(group.perfect_interval)} (Wilson, 95 %)"
        if group.summary.scored < group.summary.asked:
            words += f"; mean {span(group.macro_bounds)} with unscored sites at 0 and at 100"
        if group.macro_interval:
            words += f"; mean {span(group.macro_interval)} (bootstrap over the sample, 95 %)"
        yield "", words
    if group.worst:
        yield (
            "worst",
            ", ".join(f"{plain(name)} {percent(recall)}" for name, recall in group.worst),
        )
    for name, reason in group.unscored:
        yield "not scored", f"{plain(name)}: {reason}"


def _group(rows: Sequence[SiteScore], group: GroupScore) -> Iterator[str]:
    if group.name:
        yield plain(group.name)
        yield ""
    yield _sites(rows)
    yield ""
    if any(row.sampled for row in rows):
        yield SAMPLED
    for head, text in group_lines(group):
        yield wrapped(f"{head}: " if head else "", text)


def _sites(rows: Iterable[SiteScore]) -> str:
    rows = tuple(rows)
    shown = columns(rows)
    heads, aligns, contents = zip(*shown, strict=True)
    return tabulate.tabulate(
        [[content(row) for content in contents] for row in rows],
        headers=heads,
        tablefmt="simple",
        colalign=aligns,
        disable_numparse=True,
        maxcolwidths=[WIDEST.get(head) for head in heads],
        break_on_hyphens=False,
    )
