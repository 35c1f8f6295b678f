"""Writes the summary for a terminal: a table a group, and the group's figures below it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import tabulate

from bench.report.cells import SAMPLED, columns, empty
from bench.report.crawlers import FOOT, crawlers_table, notes
from bench.report.words import WIDTH, counted, percent, plain, some, span, wrapped
from bench.verdict.crawlers import Standing
from bench.verdict.identity import Tier
from bench.verdict.priorities import Gain
from bench.verdict.score import GroupScore, SiteScore, Summary

NARROWEST = 40
FIXES = 3
NOTES = 5

# The library's two more blanks a head would cost a terminal 18 columns.
tabulate.MIN_PADDING = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a table is made narrower: columns left out, and the most that others may take."""

    site: int = 24
    words: int = 22
    empties: bool = False
    without: frozenset[str] = frozenset()


_STATIC = frozenset({"homepage\nlinks\nalone %", "sitemap\nalone %"})
_COUNTS = frozenset({"truth", "found", "expected\n%"})
# Tried in this order; the first that fits is taken.
LAYOUTS = (
    Layout(),
    Layout(empties=True),
    Layout(empties=True, site=20, words=16),
    Layout(empties=True, site=20, words=16, without=_STATIC),
    Layout(empties=True, site=16, words=12, without=_STATIC),
    Layout(empties=True, site=16, words=12, without=_STATIC | _COUNTS),
    Layout(empties=True, site=12, words=12, without=_STATIC | _COUNTS | {"regressions"}),
)


def table(
    rows: Sequence[SiteScore],
    groups: Sequence[GroupScore],
    summary: Summary,
    *,
    crawlers: Sequence[Standing] = (),
    width: int = WIDTH,
) -> str:
    """Write everything that a run's end shows, in so many columns."""
    width = max(width, NARROWEST)
    parts = [
        "\n".join(_group([row for row in rows if (row.group or "") == group.name], group, width))
        for group in groups
    ]
    tail = [("all", sentence(summary))] if len(groups) != 1 else []
    tail += summary_lines(summary)
    told = "\n".join(wrapped(f"{head}: ", text, width=width) for head, text in tail)
    glue = "\n" if len(groups) == 1 else "\n\n"
    whole = glue.join(filter(None, ("\n\n".join(parts), told))) + "\n"
    return f"{whole}\n{_beside(crawlers, rows, width)}" if crawlers else whole


def _beside(crawlers: Sequence[Standing], rows: Sequence[SiteScore], width: int) -> str:
    """Write the crawlers side by side; of what is amiss with their answers the first few."""
    amiss = notes(rows)
    lines = [f"* {each}" for each in amiss[:NOTES]]
    if len(amiss) > NOTES:
        lines.append(f"* and {len(amiss) - NOTES} more, in crawlers.csv")
    told = [crawlers_table(crawlers), "", wrapped("", FOOT, width=width)]
    return "\n".join([*told, *(wrapped("", each, width=width) for each in lines)]) + "\n"


def sentence(summary: Summary) -> str:
    """Say the figures of a run or a group in one line."""
    told = f"recall {percent(summary.macro_recall)} % (mean of sites), "
    told += f"{percent(summary.micro_recall)} % (all routes); "
    told += f"{summary.perfect} of {summary.scored} perfect; "
    told += f"{summary.scored} of {summary.asked} asked are scored"
    if summary.unexplained:
        told += f"; {summary.unexplained} misses unexplained"
    return told if summary.scored else f"0 of {summary.asked} asked are scored"


def summary_lines(summary: Summary) -> Iterator[tuple[str, str]]:
    """Yield what more there is to say of a whole run, each with its head."""
    loose = {tier: count for tier, count in summary.tiers.items() if tier != Tier.EXACT}
    if loose:
        yield "matched by more than their text", _counts(loose)
    if summary.weak_truths:
        told = (
            f"{summary.weak_truths}, of which the oracle saw less than 98 % of what can be found"
        )
        yield "weak truths", f"{told}; mean without them {percent(summary.macro_recall_strong)} %"
    if summary.what_if:
        yield "fix first", "; ".join(map(_gain, summary.what_if[:FIXES]))


def _gain(gain: Gain) -> str:
    routes, sites = counted(gain.routes, "route"), counted(gain.sites, "site")
    return f"{gain.cause} ({routes} of {sites}, mean then {percent(gain.macro_recall)} %)"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())


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
    if group.weak:
        seen = (f"{plain(name)} (the oracle saw {percent(share)} %)" for name, share in group.weak)
        yield "weak truth", some(list(seen), NOTES)
    for note, names in list(group.noted.items())[:NOTES]:
        yield "note", f"{some(names, NOTES)}: {note}"
    if len(group.noted) > NOTES:
        yield "", f"and {counted(len(group.noted) - NOTES, 'more note')}"


def _group(rows: Sequence[SiteScore], group: GroupScore, width: int) -> Iterator[str]:
    if group.name:
        yield plain(group.name)
        yield ""
    yield _fitting(rows, width)
    yield ""
    if any(row.sampled for row in rows):
        yield wrapped("", SAMPLED, width=width)
    for head, text in group_lines(group):
        yield wrapped(f"{head}: " if head else "", text, width=width)


def _fitting(rows: Sequence[SiteScore], width: int) -> str:
    """Write the sites in the widest layout that fits, or in the narrowest that there is."""
    told = ""
    for layout in LAYOUTS:
        told = _sites(rows, layout)
        if max(map(len, told.splitlines())) <= width:
            break
    return told


def _sites(rows: Sequence[SiteScore], layout: Layout) -> str:
    shown = [
        column
        for column in columns(rows)
        if column[0] not in layout.without and not (layout.empties and empty(column, rows))
    ]
    heads, aligns, contents = zip(*shown, strict=True)
    widest = {"site": layout.site, "regressions": layout.words, "main cause\nof misses": None}
    if layout.words < 20:
        widest["main cause\nof misses"] = layout.words
    return tabulate.tabulate(
        [[content(row) for content in contents] for row in rows],
        headers=heads,
        tablefmt="simple",
        colalign=aligns,
        disable_numparse=True,
        maxcolwidths=[widest.get(head) for head in heads],
        break_on_hyphens=layout.words < 20,
    )
