"""Crawls the lab so that each cause is the cause somewhere, and hears what the judge says."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from tabulate import tabulate

from bench.exits import Exit
from bench.judging import judged, judged_bare
from bench.lab import catalogue
from bench.progress import shown
from bench.trials import TRIALS, Heard, Row, Trial, rows
from bench.verdict.causes import Cause
from bench.verdict.diagnose import by_cause
from bench.verdict.judge import Verdict
from bench.work.executor import execute
from bench.work.task import Task

Say = Callable[[str], None]


def inquest(
    folder: Path, names: Sequence[str], *, truths: Path | None, workers: int, say: Say
) -> Exit:
    """Prove that the judge names every cause; without `truths`, the browser makes them first."""
    usual = [Trial(site=name) for name in names if catalogue.load(name).fails is None]
    trials = [each for each in dict.fromkeys(TRIALS.values()) if each.site in names]
    changed = [each for each in trials if each not in usual]
    first = folder / "as-usual"
    homes = {each: first / each.site for each in usual}
    homes |= {each: folder / "changed" / each.name for each in changed}
    _measure([_task(each, homes[each], truths) for each in usual], workers=workers)
    _measure([_task(each, homes[each], truths or first) for each in changed], workers=workers)
    heard = [_heard(trial, judged(home)) for trial, home in homes.items()]
    printed = [_heard(trial, judged_bare(homes[trial])) for trial in usual]
    return _told(heard, printed, [row for row in rows(heard) if row.trial in homes], say)


def _task(trial: Trial, out: Path, truths: Path | None) -> Task:
    return Task(site=trial.asked, out=out, truths=truths, faults=trial.faults, habits=trial.habits)


def _measure(tasks: Sequence[Task], *, workers: int) -> None:
    with shown(len(tasks)) as show:
        for outcome in execute(tasks, workers=workers, listen=show.update):
            show.done(outcome)


def _heard(trial: Trial, verdict: Verdict) -> Heard:
    declared = getattr(catalogue.load(trial.site), "causes", {})
    return Heard(
        trial=trial,
        counts=by_cause(verdict.misses),
        causes={miss.url: miss.cause.value for miss in verdict.misses},
        declared={url: cause for cause, urls in declared.items() for url in urls},
        failed=verdict.unscored,
    )


def _told(
    heard: Sequence[Heard], printed: Sequence[Heard], table: Sequence[Row], say: Say
) -> Exit:
    """Say the table and the sums."""
    for line in matrix(table):
        say(line)
    complaints = list(_complaints(heard, printed))
    for line in complaints:
        say(line)
    right = sum(row.right for row in table)
    say(f"causes: {right} of {len(table)} named where each has to be")
    for what, told in (("as it is", heard), ("as bare addresses", printed)):
        misses = sum(sum(each.counts.values()) for each in told)
        unexplained = sum(each.counts.get(Cause.UNEXPLAINED, 0) for each in told)
        say(f"inventory {what}: {misses} misses in {len(told)} crawls, {unexplained} unexplained")
    well = right == len(table) and not complaints
    say("causes: all right" if well else "causes: not right, see above")
    return Exit.OK if well else Exit.MISSED


def matrix(table: Iterable[Row]) -> Iterator[str]:
    """Draw causes by sites: the crawl that has to show each, and where else it came up."""
    cells = [
        (
            row.cause.value,
            row.trial.site,
            row.trial.crawl,
            row.misses,
            "right" if row.right else "SILENT",
            ", ".join(f"{site} {count}" for site, count in row.elsewhere.items()),
        )
        for row in table
    ]
    heads = ("cause", "site", "crawl", "misses", "", "also, as usual, on")
    yield tabulate(cells, headers=heads, maxcolwidths=[None, None, None, None, None, 48])


def _complaints(heard: Iterable[Heard], printed: Iterable[Heard]) -> Iterator[str]:
    for each in heard:
        where = f"{each.trial.site} ({each.trial.crawl})"
        if each.failed:
            yield f"{where}: not scored: {each.failed}"
        for line in each.wrong:
            yield f"{where}: {line}"
        if count := each.counts.get(Cause.UNEXPLAINED, 0):
            yield f"{where}: {count} misses unexplained"
    for each in printed:
        if count := each.counts.get(Cause.UNEXPLAINED, 0):
            yield f"{each.trial.site}, as bare addresses: {count} misses unexplained"
