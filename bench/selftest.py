"""Runs the instrument over the lab: truths as declared, then every combination of faults."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tabulate import tabulate

from bench.conditions import Condition, under
from bench.exits import Exit, first
from bench.facts.truth import Truth
from bench.judging import judged
from bench.lab import catalogue
from bench.progress import shown
from bench.proof import COMBINATIONS, FAULTS, Pass, Row, differences, pooled
from bench.record import Unreadable, read_truth
from bench.sites.site import Site
from bench.store import RunFolder, read_json
from bench.work.executor import execute
from bench.work.sitefile import FILE
from bench.work.task import Task

SLOW = 5.0
"""Seconds of crawling above which a site is left out of the combinations, which is said."""

GROUP = "lab"

Say = Callable[[str], None]


def selftest(  # noqa: PLR0913 - the options of the command
    folder: Path,
    names: Sequence[str],
    *,
    runs: int,
    workers: int,
    say: Say,
    conditions: Sequence[Condition] = (Condition.IDLE,),
    faults: bool = True,
) -> Exit:
    """Prove truths `runs` times under each condition, and all combinations of faults once."""
    done: list[Pass] = []
    for condition in conditions:
        passes = [
            Pass(condition=condition, run=RunFolder(path=folder / f"{condition}-{number}"))
            for number in range(1, runs + 1)
        ]
        crawled = passes[0] if faults and not done else None
        _measure_truths(passes, names, crawled=crawled, workers=workers)
        done += [_compared(each, names, say=say) for each in passes]
    for line in pooled(done):
        say(line)
    codes = [Exit.MISSED if any(each.wrong for each in done) else Exit.OK]
    if faults:
        codes.append(_combinations(folder, done[0].run, names, workers=workers, say=say))
    code = first(codes)
    say("selftest: all right" if code is Exit.OK else "selftest: not right, see above")
    return code


def _site(name: str) -> Site:
    return Site(name=name, group=GROUP, lab=name)


def _measure_truths(
    passes: Sequence[Pass], names: Sequence[str], *, crawled: Pass | None, workers: int
) -> None:
    """Measure the lab in all passes of a condition, by workers whose browsers stay open."""
    tasks = [
        Task(site=_site(name), out=each.run.site(name), truth_only=each is not crawled)
        for each in passes
        for name in names
    ]
    with under(passes[0].condition):
        _measure(tasks, workers=workers)


def _compared(each: Pass, names: Sequence[str], *, say: Say) -> Pass:
    """Compare each truth of a pass with what is declared."""
    truths = {name: _truth(each.run.site(name)) for name in names}
    told = {name: list(differences(catalogue.load(name), truths[name])) for name in names}
    for name, lines in told.items():
        for line in lines:
            say(f"{name}: {line}")
    wrong = tuple(name for name, lines in told.items() if lines)
    right = len(names) - len(wrong)
    say(f"truth, {each.run.id}: {right} of {len(names)} lab sites equal the declared")
    digests = {name: truth.digest for name, truth in truths.items() if truth is not None}
    return replace(each, wrong=wrong, sites=len(names), digests=digests)


def _combinations(
    folder: Path, first_pass: RunFolder, names: Sequence[str], *, workers: int, say: Say
) -> Exit:
    """Crawl the lab anew with every combination of faults, against the truths of a pass."""
    quick = tuple(_crawlable(first_pass, names, say))
    unfaulted, *faulted = COMBINATIONS
    homes = {faults: folder / "-".join(sorted(faults)) for faults in faulted}
    tasks = [
        Task(site=_site(name), out=homes[faults] / name, truths=first_pass.path, faults=faults)
        for faults in faulted
        for name in quick
    ]
    _measure(tasks, workers=workers)
    rows = [_row(unfaulted, {name: first_pass.site(name) for name in names})]
    rows += [_row(faults, {name: homes[faults] / name for name in quick}) for faults in faulted]
    for line in matrix(rows):
        say(line)
    return Exit.OK if all(row.right for row in rows) else Exit.MISSED


def _crawlable(run: RunFolder, names: Sequence[str], say: Say) -> Iterator[str]:
    """Give the lab sites that take part in the combinations: those that work, and quickly."""
    for name in names:
        seconds = _seconds(run.site(name))
        if catalogue.load(name).fails is not None:
            say(f"{name}: meant to fail, left out of the combinations")
        elif seconds > SLOW:
            say(f"{name}: takes {seconds:.0f} s to crawl, left out of the combinations")
        else:
            yield name


def _row(faults: frozenset[str], homes: Mapping[str, Path]) -> Row:
    verdicts = {name: judged(home) for name, home in homes.items()}
    return Row(
        faults=faults,
        fired={
            name: frozenset(verdict.regressions)
            for name, verdict in verdicts.items()
            if verdict.regressions
        },
    )


def matrix(rows: Sequence[Row]) -> Iterator[str]:
    """Draw combinations by detectors: switched on, and on how many sites each fired."""
    heads = [f"{fault}\n-> {detector}" for fault, detector in FAULTS.items()]
    table = [
        [*(_cell(row, fault) for fault in FAULTS), "right" if row.right else "WRONG"]
        for row in rows
    ]
    yield tabulate(table, headers=[*heads, ""])
    for row in rows:
        if not row.right:
            faults = " + ".join(sorted(row.faults)) or "no fault"
            told = [f"{', '.join(sorted(each))} on {name}" for name, each in row.fired.items()]
            expected = ", ".join(sorted(row.expected)) or "nothing"
            yield f"{faults}: expected {expected}; fired: {'; '.join(told) or 'nothing'}"
    right = sum(row.right for row in rows)
    yield f"faults: {right} of {len(rows)} combinations right"


def _cell(row: Row, fault: str) -> str:
    count = sum(FAULTS[fault] in fired for fired in row.fired.values())
    if fault not in row.faults:
        return f"FALSE on {count}" if count else "."
    return f"on, fired on {count}" if count else "on, SILENT"


def _measure(tasks: Sequence[Task], *, workers: int) -> None:
    with shown(len(tasks)) as show:
        for outcome in execute(tasks, workers=workers, listen=show.update):
            show.done(outcome)


def _truth(home: Path) -> Truth | None:
    try:
        return read_truth(home / "truth.json")
    except Unreadable:
        return None


def _seconds(home: Path) -> float:
    record: Any = read_json(home / FILE)
    return float(record["seconds"].get("crawler", 0.0))
