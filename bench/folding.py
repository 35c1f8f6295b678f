"""Judges a run's sites one by one and keeps of each only what is shown: verdicts are large.

Large runs are judged by several processes; what they give is the same, in the same order.
"""

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.exits import Exit, Stop
from bench.judging import judged_all
from bench.record import Unreadable
from bench.report.page.sitepack import packed
from bench.report.tables import miss_lines
from bench.verdict import score

LARGE = 64 * 2**20
"""Bytes of raw files from which on it pays to start processes, which load for a second or two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Folded:
    """What is kept of one site; `piece` is its part of the page, where one is to be written."""

    row: score.SiteScore
    misses: str
    digest: str | None
    closed: bool
    piece: str | None = None


def fold(
    homes: Sequence[Path], *, stories: int | None, processes: int | None = None
) -> Iterator[Folded]:
    """Judge the sites in these folders, in their order; `stories` are wanted for a page.

    Raises:
        Stop: a site's own record cannot be read, or a process died.
    """
    one = partial(fold_site, stories=stories)
    several = min(processes or os.cpu_count() or 1, len(homes))
    if several < 2 or (processes is None and _size(homes) < LARGE):
        yield from map(_told, map(one, homes))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(several, mp_context=context, initializer=gc.disable) as pool:
        try:
            yield from map(_told, pool.map(one, homes))
        except BrokenProcessPool as error:
            raise Stop(Exit.ENVIRONMENT, f"a process that judges sites died: {error}") from error


def fold_site(home: Path, *, stories: int | None) -> Folded | str:
    """Judge one site and fold it; a record that cannot be read is told in words."""
    try:
        verdict, entrants = judged_all(home)
    except Unreadable as error:
        return str(error)
    entry = verdict.site.entry
    return Folded(
        row=score.row(verdict, entrants),
        misses=miss_lines(verdict),
        digest=verdict.truth.digest if verdict.truth else None,
        # Made and served sites are no sample of the open web.
        closed=bool(entry.get("lab") or entry.get("serve")),
        piece=None if stories is None else packed(verdict, stories=stories),
    )


def _told(folded: Folded | str) -> Folded:
    if isinstance(folded, str):
        raise Stop(Exit.USAGE, folded)
    return folded


def _size(homes: Sequence[Path]) -> int:
    return sum(file.stat().st_size for home in homes for file in home.iterdir())
