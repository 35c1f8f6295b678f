"""How much runs of one state differ among themselves: what a check must not take for a loss."""

from collections.abc import Sequence
from dataclasses import dataclass

ENOUGH = 3
"""Runs from which on a spread says something."""

Routes = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Noise:
    """Routes that were missed in some base run only, and how many new misses are no sign."""

    unstable: Routes = frozenset()
    margin: int = 0


def noise(missed: Sequence[Routes]) -> Noise:
    """Learn the noise of one site from what each of its base runs missed.

    The margin is what the noisiest base run would have shown as new against all others.
    """
    if len(missed) < ENOUGH:
        return Noise()
    alone = [
        each - Routes().union(*(other for at, other in enumerate(missed) if at != mine))
        for mine, each in enumerate(missed)
    ]
    return Noise(
        unstable=Routes().union(*missed) - missed[0].intersection(*missed),
        margin=max(map(len, alone)),
    )
