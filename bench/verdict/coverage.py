"""Tells how much of what can be found the oracle saw: a truth below the mark is called weak."""

from dataclasses import dataclass

from bench.facts.checks import Liveness, Pool
from bench.verdict.atlas import Atlas

WEAK = 0.98


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """The share of the pool that the oracle saw.

    `pool` counts the oracle's routes and the live documents that it never saw; where only a
    sample of those was asked, their number is scaled up. `unknown` could not be told.
    """

    share: float
    pool: int
    seen: int
    unseen: tuple[str, ...] = ()
    asked: int = 0
    beyond: int = 0
    unknown: int = 0

    @property
    def weak(self) -> bool:
        """Whether the truth is too poor to be believed without a word."""
        return self.share < WEAK


def coverage(atlas: Atlas, pool: Pool | None) -> Coverage | None:
    """Count what was asked during the run; None where nobody asked, or nothing can be found."""
    if pool is None:
        return None
    alive: dict[str, str] = {}
    for probe in pool.sample:
        end = probe.final_url or probe.url
        if probe.verdict is Liveness.ALIVE and atlas.locate(end) is None:
            alive.setdefault(atlas.identity.keys(end).variant, probe.url)
    seen = len(atlas.routes)
    scale = pool.beyond / len(pool.sample) if pool.sample else 1.0
    size = seen + round(len(alive) * scale)
    if not size:
        return None
    return Coverage(
        share=seen / size,
        pool=size,
        seen=seen,
        unseen=tuple(sorted(alive.values())),
        asked=len(pool.sample),
        beyond=pool.beyond,
        unknown=sum(probe.verdict is Liveness.UNKNOWN for probe in pool.sample),
    )
