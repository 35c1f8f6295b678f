"""How the CPU time of some work grows with the size of its input: a shape, never a duration."""

import math
import time
from collections.abc import Callable

ROUNDS = 3
TICK = 0.002  # seconds; below that a clock says little of the work


def exponent(work: Callable[[int], object], size: int, *, factor: int = 4) -> float:
    """Give k of a cost that goes by size to the k, from `size` to `factor` times that.

    1 is linear, 2 quadratic. Each cost is the least of some rounds: a busy machine hardly tells.
    """
    small, large = (min(_seconds(work, n) for _ in range(ROUNDS)) for n in (size, size * factor))
    return math.log(max(large, TICK) / max(small, TICK), factor)


def _seconds(work: Callable[[int], object], size: int) -> float:
    begun = time.process_time()
    work(size)
    return time.process_time() - begun
