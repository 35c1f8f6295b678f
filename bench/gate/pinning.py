"""`bench baseline`'s job: pins stored runs, keeps their truths, and lowers nothing silently."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from bench.broken import broken
from bench.exits import Exit, Stop
from bench.gate.file import load_if_there, save
from bench.gate.kept import folder_of, keep, prune
from bench.gate.margins import noise
from bench.gate.pin import cut_short, losses, pin_of, with_noise
from bench.gate.pins import Baseline, Loss, Pin
from bench.gate.sides import side_at
from bench.judging import judged
from bench.record import Unreadable
from bench.review import asked
from bench.sites.nodes import near
from bench.store import RunFolder, read_json
from bench.verdict.judge import Verdict
from bench.work.sitefile import FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be pinned, and what may get lost; `drop` names sites to leave the baseline."""

    groups: Collection[str] = ()
    sites: Collection[str] = ()
    drop: Collection[str] = ()
    allow_loss: str | None = None
    witness: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    """What changed in the baseline; `sites` are those that were pinned now."""

    baseline: Baseline
    sites: tuple[str, ...]
    before: Baseline
    left_out: tuple[str, ...] = ()


def pin(runs: Sequence[RunFolder], path: Path, wish: Wish, *, now: datetime) -> Pinned:
    """Pin the first run; further ones say how much runs of that state differ.

    Raises:
        Stop: a run cannot be pinned, or a figure would be lowered without a reason.
    """
    before = load_if_there(path)
    _refuse_the_broken(runs)
    verdicts = dict(_chosen(runs[0], wish))
    _refuse_the_cut(runs[0], verdicts)
    pins = {
        name: _pin(runs, name, verdict)
        for name, verdict in verdicts.items()
        if not verdict.site.skipped
    }
    lost = tuple(_lost(before, pins, wish))
    if lost and not wish.allow_loss:
        told = "say why with --allow-loss REASON; the reason is kept in the baseline"
        raise Stop(Exit.MISSED, *lost, told)
    kept = {name: _with_files(runs[0].site(name), path, each, wish) for name, each in pins.items()}
    stay = {name: each for name, each in before.sites.items() if name not in wish.drop}
    loss = Loss(date=f"{now:%Y-%m-%d}", reason=wish.allow_loss or "", sites=lost)
    baseline = Baseline(sites={**stay, **kept}, losses=(*before.losses, *([loss] if lost else [])))
    save(path, baseline)
    prune(folder_of(path), baseline)
    skipped = tuple(name for name in verdicts if name not in pins)
    return Pinned(baseline=baseline, sites=tuple(pins), before=before, left_out=skipped)


def _chosen(run: RunFolder, wish: Wish) -> Iterator[tuple[str, Verdict]]:
    """Judge the sites that are to be pinned."""
    names = asked(run)
    strangers = [name for name in wish.sites if name not in names]
    if strangers:
        lines = (f"{run.path}: no site called {each}{near(each, names)}" for each in strangers)
        raise Stop(Exit.USAGE, *lines)
    unfinished = [name for name in names if not (run.site(name) / FILE).is_file()]
    wanted = [name for name in names if not wish.sites or name in wish.sites]
    if open_ends := [name for name in wanted if name in unfinished]:
        told = f"{', '.join(open_ends)}: not measured yet; go on with: {run.taken_up}"
        raise Stop(Exit.UNMEASURED, told)
    for name in wanted:
        verdict = verdict_of(run, name)
        if not wish.groups or verdict.site.group in wish.groups:
            yield name, verdict


def verdict_of(run: RunFolder, name: str) -> Verdict:
    """Judge one site of a run.

    Raises:
        Stop: its record cannot be read.
    """
    try:
        return judged(run.site(name))
    except Unreadable as error:
        raise Stop(Exit.USAGE, str(error)) from error


def _refuse_the_broken(runs: Sequence[RunFolder]) -> None:
    lines = [
        f"{run.path}: broken on purpose ({faults}); pin a run without"
        for run in runs
        if (faults := broken(read_json(run.record) or {}))
    ]
    if lines:
        raise Stop(Exit.USAGE, *lines)


def _refuse_the_cut(run: RunFolder, verdicts: dict[str, Verdict]) -> None:
    if not verdicts:
        raise Stop(Exit.USAGE, f"{run.path}: no such site to pin")
    cut = [
        f"{name}: cannot be pinned: {reason}"
        for name, verdict in verdicts.items()
        if not verdict.site.skipped and (reason := cut_short(verdict))
    ]
    if cut:
        told = "nothing is pinned; measure again, or name what to pin with --site or --group"
        raise Stop(Exit.UNMEASURED, *cut, told)


def _pin(runs: Sequence[RunFolder], name: str, verdict: Verdict) -> Pin:
    first, *others = runs
    pinned = pin_of(verdict, side_at(first.site(name)), run=first.id, started=_started(first))
    further = [verdict_of(run, name) for run in others if (run.site(name) / FILE).is_file()]
    missed = [frozenset(pinned.missed)]
    missed += [
        frozenset(route.url for route in each.match.missed)
        for each in further
        if cut_short(each) is None and each.unscored is None
    ]
    learnt = noise(missed)
    return with_noise(pinned, learnt.unstable, margin=learnt.margin, runs=len(missed))


def _with_files(home: Path, path: Path, pinned: Pin, wish: Wish) -> Pin:
    files = keep(home, folder_of(path), pinned.digests, witness=wish.witness)
    return replace(pinned, kept=files)


def _lost(before: Baseline, pins: dict[str, Pin], wish: Wish) -> Iterator[str]:
    for name, new in pins.items():
        if name in before.sites:
            yield from (f"{name}: {loss}" for loss in losses(before.sites[name], new))
    strangers = [name for name in wish.drop if name not in before.sites]
    if strangers:
        lines = (f"{each} is not in the baseline{near(each, before.sites)}" for each in strangers)
        raise Stop(Exit.USAGE, *lines)
    yield from (f"{name}: would leave the baseline" for name in wish.drop)


def _started(run: RunFolder) -> str:
    record: Any = read_json(run.record) or {}
    return str(record.get("started", ""))
