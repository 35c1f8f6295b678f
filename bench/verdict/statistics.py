"""Intervals for shares and means, each named for what it assumes."""

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

Z_95 = 1.959963984540054
RESAMPLES = 2000


class Interval(NamedTuple):
    """A 95 % interval; both ends included."""

    low: float
    high: float


def wilson(successes: int, trials: int) -> Interval:
    """Give Wilson's score interval of a share; of no trial nothing is known."""
    if trials == 0:
        return Interval(0.0, 1.0)
    share, spread = successes / trials, Z_95**2 / trials
    centre = (share + spread / 2) / (1 + spread)
    half = Z_95 * math.sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    # At the ends the formula is exact, its floating point is not.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return Interval(low, high)


def bootstrap(values: Sequence[float], *, seed: int = 0) -> Interval:
    """Give the percentile interval of the mean, for values that are a sample of something."""
    if not values:
        return Interval(0.0, 1.0)
    draw = random.Random(seed)  # noqa: S311 - resampling, seeded to be the same every time
    means = sorted(
        math.fsum(draw.choices(values, k=len(values))) / len(values) for _ in range(RESAMPLES)
    )
    return Interval(means[round(0.025 * (RESAMPLES - 1))], means[round(0.975 * (RESAMPLES - 1))])


def mean(values: Sequence[float]) -> float | None:
    """Give the mean; of nothing there is none."""
    return math.fsum(values) / len(values) if values else None
