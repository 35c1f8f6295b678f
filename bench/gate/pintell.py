"""Says what a pinning changed."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from bench.gate.kept import folder_of
from bench.gate.pin import age
from bench.gate.pinning import Pinned
from bench.gate.pins import Pin
from bench.report.words import counted, percent, plain


def pinned(done: Pinned, path: Path, *, now: datetime) -> str:
    """Write it for a terminal."""
    return "\n".join(_lines(done, path, now))


def _lines(done: Pinned, path: Path, now: datetime) -> Iterator[str]:
    was, sites = done.before.sites, done.baseline.sites
    for name in sorted({*was, *sites}):
        if was.get(name) != sites.get(name):
            yield f"{plain(name)}: {_change(was.get(name), sites.get(name))}"
    for name in done.left_out:
        yield f"{plain(name)}: skipped by the run; left as it was"
    oldest = min((pin.pinned for pin in sites.values()), default="")
    size = sum(each.stat().st_size for each in folder_of(path).glob("*"))
    others = len(sites) - len(done.sites)
    stay = f"; {counted(others, 'site')} of before as they were" if others else ""
    yield f"pinned: {counted(len(done.sites), 'site')}{stay}; the oldest pin {age(oldest, now)}"
    yield f"{path}: {_size(path.stat().st_size)}, for review"
    yield f"{folder_of(path)}/: {_size(size)} of truths, crawls and served bytes"
    yield "commit both"


def _size(count: int) -> str:
    return f"{count / 1024:.0f} KB" if count < 1 << 20 else f"{count / (1 << 20):.1f} MB"


def _change(old: Pin | None, new: Pin | None) -> str:
    if new is None:
        return "taken out"
    figure = f"recall {percent(new.recall)} %" if new.recall is not None else "not scored"
    noise = f", noise margin {new.margin} from {new.base_runs} runs" if new.base_runs > 2 else ""
    if old is None:
        return f"new, {figure}{noise}"
    before = "" if old.recall == new.recall else f", was {percent(old.recall)}"
    lost = len(set(new.missed) - set(old.missed))
    fixed = len(set(old.missed) - set(new.missed))
    moved = ", ".join(
        told for told, n in ((f"{fixed} fixed", fixed), (f"{lost} more missed", lost)) if n
    )
    return f"{figure}{before}{f' ({moved})' if moved else ''}{noise}"
