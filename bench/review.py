"""Judges what a run has stored, renders it, and decides how the verb ends; touches no site."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bench.exits import Exit, Stop, first
from bench.judging import judged
from bench.record import Unreadable
from bench.report.markdown import summary
from bench.report.misses import listing
from bench.report.table import table
from bench.report.tables import misses_csv, sites_csv
from bench.sites.nodes import near
from bench.store import RunFolder, read_json, write, write_json
from bench.verdict import score
from bench.verdict.judge import Verdict
from bench.work.sitefile import FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What to print of a run, and the code to end with."""

    text: str
    complaints: tuple[str, ...]
    code: Exit


def review(run: RunFolder, *, min_recall: float | None = None) -> Review:
    """Judge a run anew from its files, store the tables, and say how it went.

    Raises:
        Stop: a site's own record cannot be read.
    """
    record: dict[str, Any] = read_json(run.record) or {}
    verdicts = _verdicts(run)
    rows = [score.row(verdict) for verdict in verdicts]
    groups = score.groups(rows, samples=_samples(verdicts))
    total = score.summarise(rows)
    record["summary"] = total.as_json()
    record["groups"] = [group.as_json() for group in groups]
    record["sites"] = [row.as_json() for row in rows]
    write(run.path / "sites.csv", sites_csv(rows))
    write(run.path / "misses.csv", misses_csv(verdicts))
    write(run.path / "summary.md", summary(rows, groups, total, run=run.id))
    write_json(run.record, record)
    unfinished = [name for name in asked(run) if not (run.site(name) / FILE).is_file()]
    complaints = tuple(_complaints(rows, unfinished, min_recall=min_recall, again=run.taken_up))
    return Review(
        text=table(rows, groups, total) + f"\nkept in {run.path}",
        complaints=tuple(line for _, line in complaints),
        code=first(code for code, _ in complaints),
    )


def misses_of(run: RunFolder, site: str, *, url: str | None = None) -> str:
    """Tell the story of a site's misses.

    Raises:
        Stop: the run has no such site, or its record cannot be read.
    """
    names = asked(run)
    if site not in names:
        raise Stop(Exit.USAGE, f"{run.path}: no site called {site}{near(site, names)}")
    if not (run.site(site) / FILE).is_file():
        raise Stop(Exit.USAGE, f"{site} is not measured yet; go on with: {run.taken_up}")
    return listing(_judged(run, site), url=url)


def asked(run: RunFolder) -> tuple[str, ...]:
    """Give the names of the sites that a run was asked for, in their order."""
    record = read_json(run.record) or {}
    return tuple(record.get("settings", {}).get("asked", ()))


def _verdicts(run: RunFolder) -> list[Verdict]:
    return [_judged(run, name) for name in asked(run) if (run.site(name) / FILE).is_file()]


def _judged(run: RunFolder, name: str) -> Verdict:
    try:
        return judged(run.site(name))
    except Unreadable as error:
        raise Stop(Exit.USAGE, str(error)) from error


def _samples(verdicts: Sequence[Verdict]) -> frozenset[str]:
    """Give the groups that are samples of the open web; made and served sites are none."""
    closed = {
        verdict.site.group or ""
        for verdict in verdicts
        if verdict.site.entry.get("lab") or verdict.site.entry.get("serve")
    }
    return frozenset(verdict.site.group or "" for verdict in verdicts) - closed


def _complaints(
    rows: Sequence[score.SiteScore],
    unfinished: Sequence[str],
    *,
    min_recall: float | None,
    again: str,
) -> Iterator[tuple[Exit, str]]:
    """Give what keeps a run from ending with 0, each with its code."""
    for row in rows:
        if row.skipped or row.fails_as_declared:
            continue
        if row.error is not None or not row.scored:
            yield Exit.UNMEASURED, f"{row.name}: not measured: {_why(row)}"
        elif row.failure is not None:
            yield Exit.UNMEASURED, f"{row.name}: the crawl failed, and counts 0: {row.failure}"
        if min_recall is not None and row.recall is not None and row.recall < min_recall:
            count = f"{row.found} of {row.truth} routes"
            told = f"recall {row.recall:.4g} ({count}) is below {min_recall:g}"
            yield Exit.MISSED, f"{row.name}: {told}"
    for name in unfinished:
        yield Exit.UNMEASURED, f"{name}: not measured yet; go on with: {again}"


def _why(row: score.SiteScore) -> str | None:
    if row.unscored or row.failure or row.error is None:
        return row.unscored or row.failure
    detail = f" ({row.error['detail']})" if row.error["detail"] else ""
    return f"{row.error['stage']}: {row.error['reason']}{detail}"
