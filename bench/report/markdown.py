"""Writes summary.md: what matters of a run, short enough for the page of a CI job."""

from collections.abc import Iterator, Sequence

from tabulate import tabulate

from bench.report.cells import SAMPLED, columns
from bench.report.crawlers import FOOT, crawlers_table, notes
from bench.report.finding import Finding
from bench.report.table import group_lines, sentence, summary_lines
from bench.report.told import Told
from bench.report.words import percent, plain
from bench.verdict.score import GroupScore, SiteScore

FINDINGS = 20
SITES = 20
FIXES = 5
_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\|`*_[]<>#~"})


def summary(told: Told) -> str:
    """Write the whole page."""
    return "\n".join(_lines(told)) + "\n"


def escaped(text: str) -> str:
    """Make foreign text inert: no cell, link, emphasis or tag comes out of it."""
    return plain(text).translate(_SPECIAL)


def _lines(told: Told) -> Iterator[str]:
    yield f"# Route recall: {escaped(told.run)}"
    yield ""
    yield escaped(sentence(told.total))
    for head, text in summary_lines(told.total):
        if head != "fix first":
            yield f"\n{head}: {escaped(text)}"
    yield from _findings(told.findings)
    yield from _fixes(told)
    yield from _crawlers(told)
    for group in told.groups:
        members = [row for row in told.rows if (row.group or "") == group.name]
        if group.name:
            yield f"\n## {escaped(group.name)}"
        yield from _group(group, members)


def _findings(findings: Sequence[Finding]) -> Iterator[str]:
    if findings:
        yield "\n## What went wrong\n"
    for each in findings[:FINDINGS]:
        yield f"- {escaped(each.line)}"
    if len(findings) > FINDINGS:
        yield f"- and {len(findings) - FINDINGS} more"


def _fixes(told: Told) -> Iterator[str]:
    """Yield what to fix first, where the run tells what one blocker costs."""
    fixes = (told.record.get("summary") or {}).get("what_if") or ()
    if not fixes:
        return
    yield "\n## What to fix first\n"
    rows = [
        (
            escaped(str(each["cause"])),
            each["routes"],
            each["sites"],
            percent(each["macro_recall"]),
            percent(each["micro_recall"]),
        )
        for each in fixes[:FIXES]
    ]
    heads = ("if this were gone", "routes", "sites", "mean recall %", "of all routes %")
    yield tabulate(rows, headers=heads, tablefmt="pipe", disable_numparse=True)


def _crawlers(told: Told) -> Iterator[str]:
    """Yield the crawlers side by side, and what is amiss with their answers."""
    if not told.crawlers:
        return
    yield "\n## Crawlers\n"
    yield crawlers_table(told.crawlers, fmt="pipe", write=escaped)
    yield f"\n{escaped(FOOT)}\n"
    amiss = notes(told.rows)
    for each in amiss[:FINDINGS]:
        yield f"- {escaped(each)}"
    if len(amiss) > FINDINGS:
        yield f"- and {len(amiss) - FINDINGS} more, in crawlers.csv"


def _group(group: GroupScore, rows: Sequence[SiteScore]) -> Iterator[str]:
    """Yield the sites with misses, worst first, and the group's figures."""
    flawed = [row for row in rows if not row.perfect]
    flawed.sort(key=lambda row: (row.recall is None, row.recall or 0))
    shown = flawed[:SITES]
    if shown:
        yield ""
        yield _sites(shown)
    yield ""
    if any(row.sampled for row in shown):
        yield f"{escaped(SAMPLED)}\n"
    if left := len(rows) - len(shown):
        more = f", {len(flawed) - SITES} with misses" if len(flawed) > SITES else ", all perfect"
        yield f"- {left} more in sites.csv{more}"
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
