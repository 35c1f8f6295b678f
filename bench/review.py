"""Judges what a run has stored, renders it, and decides how the verb ends; touches no site."""

import fcntl
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bench.broken import broken
from bench.exits import Exit, first
from bench.folding import fold
from bench.report import history
from bench.report.crawlers import crawlers_csv
from bench.report.finding import Finding
from bench.report.formats import printed
from bench.report.markdown import summary
from bench.report.page.render import page
from bench.report.page.sitepack import stories_of
from bench.report.style import Style
from bench.report.tables import MISSES_HEAD, sites_csv
from bench.report.told import Told
from bench.report.words import WIDTH
from bench.sites.choice import limits_of
from bench.sites.limits import Asked, Limits
from bench.store import RunFolder, read_json, write, write_json
from bench.verdict import score
from bench.verdict.crawlers import standings
from bench.work.sitefile import FILE

HISTORY = "history.csv"
PAGE = "report.html"
NOTHING = Asked()


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What to print of a run, and the code to end with."""

    text: str
    complaints: tuple[str, ...]
    code: Exit
    told: Told
    digests: dict[str, str | None]


def review(
    run: RunFolder,
    *,
    asked_for: Asked = NOTHING,
    style: Style = Style.TABLE,
    width: int = WIDTH,
    html: bool = False,
) -> Review:
    """Judge a run anew from its files, store the tables and the page, and say how it went.

    Raises:
        Stop: a site's own record cannot be read.
    """
    record: dict[str, Any] = read_json(run.record) or {}
    homes = [run.site(name) for name in asked(run) if (run.site(name) / FILE).is_file()]
    folded = list(fold(homes, stories=stories_of(len(asked(run))) if html else None))
    rows = [each.row for each in folded]
    closed = frozenset(each.row.group or "" for each in folded if each.closed)
    samples = frozenset(row.group or "" for row in rows) - closed
    groups = score.groups(rows, samples=samples)
    total = score.summarise(rows)
    record["summary"] = total.as_json()
    record["groups"] = [group.as_json() for group in groups]
    crawlers = standings(row.crawlers for row in rows)
    if crawlers:
        record["crawlers"] = [asdict(each) for each in crawlers]
        write(run.path / "crawlers.csv", crawlers_csv(rows))
    record["sites"] = [row.as_json() for row in rows]
    asked_for.check(row.group or "" for row in rows)
    filed = limits_of(record)
    limits = {row.name: asked_for.over(filed.get(row.name, Limits()), row.group) for row in rows}
    findings = tuple(_findings(run, rows, limits))
    told = Told(
        run=run.id,
        rows=rows,
        groups=groups,
        total=total,
        record=record,
        findings=findings,
        check=read_json(run.path / "check.json"),
        crawlers=crawlers,
    )
    write(run.path / "sites.csv", sites_csv(rows))
    write(run.path / "misses.csv", (MISSES_HEAD, *(each.misses for each in folded)))
    write(run.path / "summary.md", summary(told))
    write_json(run.record, record)
    if html:
        pieces = {each.row.name: each.piece or "" for each in folded}
        write(run.path / PAGE, page(told, pieces, remembered=_remembered(run)))
    text = printed(told, style, width=width)
    kept = f"\nkept in {run.path}" + (f"\nto look at: {run.path / PAGE}" if html else "")
    return Review(
        text=f"{text}{kept}" if style is Style.TABLE else text,
        complaints=(
            *(each.line for each in findings),
            *(() if style is Style.TABLE else _notes(rows)),  # there they stand below the table
        ),
        code=first(each.code for each in findings),
        told=told,
        digests={each.row.name: each.digest for each in folded},
    )


def remember(run: RunFolder, reviewed: Review) -> str | None:
    """Put a run into the history beside it; say what stood in the way, or None."""
    if faults := broken(reviewed.told.record):
        return f"{run.id} was broken on purpose ({faults}): it is not added to the history"
    path = run.path.parent / HISTORY
    rows = history.rows_of(reviewed.told.record, reviewed.told.rows, reviewed.digests)
    with (run.path.parent / f".{HISTORY}.lock").open("w") as lock:
        # Two runs that end together must not lose each other's rows.
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            write(path, history.merged(_text(path), rows))
        except (history.NoHistory, UnicodeDecodeError) as error:
            return f"{path}: {error}; this run is not added to it"
    return None


def _remembered(run: RunFolder) -> list[history.Row]:
    """Give the history as far as it can be read: a page without it is better than none."""
    try:
        return history.read(_text(run.path.parent / HISTORY))
    except (history.NoHistory, UnicodeDecodeError):
        return []


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def asked(run: RunFolder) -> tuple[str, ...]:
    """Give the names of the sites that a run was asked for, in their order."""
    record = read_json(run.record) or {}
    return tuple(record.get("settings", {}).get("asked", ()))


def _findings(
    run: RunFolder, rows: Sequence[score.SiteScore], limits: Mapping[str, Limits]
) -> Iterator[Finding]:
    """Yield what keeps a run from ending with 0."""
    for row in rows:
        if row.skipped or row.fails_as_declared:
            continue
        if row.error is not None or not row.scored:
            yield _unmeasured(row.name, f"not measured: {_why(row)}")
        elif row.failure is not None:
            yield _unmeasured(row.name, f"the crawl failed, and counts 0: {row.failure}")
        below = limits[row.name].below(row.recall, found=row.found, truth=row.truth)
        if below is not None:
            yield Finding(site=row.name, code=Exit.MISSED, told=below)
    for name in asked(run):
        if not (run.site(name) / FILE).is_file():
            yield _unmeasured(name, f"not measured yet; go on with: {run.taken_up}")


def _notes(rows: Sequence[score.SiteScore]) -> Iterator[str]:
    """Yield what is amiss with a site's files, though it is scored."""
    for row in rows:
        for note in row.notes:
            yield f"{row.name}: {note}"


def _unmeasured(site: str, told: str) -> Finding:
    return Finding(site=site, code=Exit.UNMEASURED, told=told)


def _why(row: score.SiteScore) -> str | None:
    if row.unscored or row.failure or row.error is None:
        return row.unscored or row.failure
    detail = f" ({row.error['detail']})" if row.error["detail"] else ""
    return f"{row.error['stage']}: {row.error['reason']}{detail}"
