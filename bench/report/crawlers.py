"""Writes the crawlers of a run side by side: for a terminal, a page of Markdown, a spreadsheet."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import tabulate

from bench.report.tables import cell
from bench.report.words import UNKNOWN, number, percent, plain
from bench.verdict.crawlers import CrawlerScore, Standing
from bench.verdict.precision import Precision
from bench.verdict.score import SiteScore

Column = tuple[str, str, Callable[[Standing], str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What a cell shows, and what it is sorted by; nothing stands last."""

    text: str
    value: float | str


FOOT = (
    "Each by the addresses it printed alone, on the same truths. Precision: the share alive of a"
    " sample of what it lists beyond the truth. Pages: documents that it was served; CPU and"
    " memory: of all its processes."
)
_NAMES = (
    "site group crawler version truth found recall precision precision_low precision_high"
    " precision_sample listed unreadable pages cpu_seconds pages_per_cpu_second peak_memory"
    " seconds only main_cause comparable end reason"
)
HEAD = tuple(_NAMES.split())


def name(standing: Standing) -> str:
    """Name a crawler and its version; a star marks one without a whole answer somewhere."""
    told = f"{standing.name} {standing.version}" if standing.version else standing.name
    return plain(told) + ("*" if standing.failed else "")


def precision(told: Precision | None) -> str:
    """Write a precision and how many addresses it is told from."""
    return UNKNOWN if told is None else f"{percent(told.share)} (of {told.sample})"


def rate(value: float | None) -> str:
    """Write pages per CPU-second: three figures tell all there is."""
    if value is None:
        return UNKNOWN
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def memory(taken: int | None) -> str:
    """Write bytes in MiB."""
    return UNKNOWN if taken is None else f"{taken / 2**20:.0f}"


COLUMNS: tuple[Column, ...] = (
    ("crawler", "left", name),
    ("recall %\n(sites)", "right", lambda each: percent(each.macro_recall)),
    ("recall %\n(routes)", "right", lambda each: percent(each.micro_recall)),
    ("found", "right", lambda each: str(each.found)),
    ("only\nit", "right", lambda each: number(each.only)),
    ("precision %", "right", lambda each: precision(each.precision)),
    ("pages", "right", lambda each: number(each.pages)),
    ("pages/\nCPU-s", "right", lambda each: rate(each.pages_per_cpu_second)),
    ("peak\nMiB", "right", lambda each: memory(each.peak_memory)),
    ("main cause\nof misses", "left", lambda each: each.main_cause or ""),
)


def ranked(standings: Iterable[Standing]) -> list[Standing]:
    """Put the best first; of equals the one asked for first."""
    return sorted(standings, key=lambda each: -(each.macro_recall or 0))


def notes(rows: Iterable[SiteScore]) -> list[str]:
    """Say where a crawler has no whole answer, and what of an answer could not be read."""
    told = [(row, each) for row in rows for each in row.crawlers]
    cut = [f"{each.name} on {row.name}: {each.reason}" for row, each in told if each.reason]
    odd = [
        f"{each.name} on {row.name}: lines without an address: {each.unreadable}"
        for row, each in told
        if each.unreadable
    ]
    return [*cut, *odd]


def crawler_cells(standing: Standing) -> Iterator[Cell]:
    """Give one crawler's row with what each cell is sorted by."""
    values: tuple[float | str | None, ...] = (
        standing.name,
        standing.macro_recall,
        standing.micro_recall,
        standing.found,
        standing.only,
        standing.precision.share if standing.precision else None,
        standing.pages,
        standing.pages_per_cpu_second,
        standing.peak_memory,
        standing.main_cause,
    )
    for (_, _, content), value in zip(COLUMNS, values, strict=True):
        yield Cell(text=content(standing), value="" if value is None else value)


def crawlers_table(
    standings: Sequence[Standing],
    *,
    fmt: str = "simple",
    write: Callable[[str], str] = plain,
) -> str:
    """Write the crawlers, the best first; heads of several lines only where the form has them."""
    heads, aligns, contents = zip(*COLUMNS, strict=True)
    return tabulate.tabulate(
        [[write(content(each)) for content in contents] for each in ranked(standings)],
        headers=heads if fmt == "simple" else [head.replace("\n", " ") for head in heads],
        tablefmt=fmt,
        colalign=aligns,
        disable_numparse=True,
    )


def crawlers_csv(rows: Iterable[SiteScore]) -> str:
    """Write a row a site and crawler."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    for row in rows:
        writer.writerows(_line(row, each) for each in row.crawlers)
    return out.getvalue()


def _line(row: SiteScore, each: CrawlerScore) -> list[object]:
    told = each.precision
    values = {
        "site": row.name,
        "group": row.group,
        "crawler": each.name,
        "precision": told.share if told else None,
        "precision_low": told.low if told else None,
        "precision_high": told.high if told else None,
        "precision_sample": told.sample if told else None,
    }
    return [cell(values[key] if key in values else getattr(each, key)) for key in HEAD]
