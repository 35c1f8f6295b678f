"""The share alive of a sample of what was listed beyond the truth, with its interval."""

from collections.abc import Iterable
from dataclasses import dataclass

from bench.facts.checks import Liveness, PrecisionSample
from bench.verdict.statistics import wilson


@dataclass(frozen=True, slots=True, kw_only=True)
class Precision:
    """The share alive of a sample of what was listed beyond the truth."""

    share: float
    low: float
    high: float
    sample: int


def precision_of(checked: PrecisionSample | None) -> Precision | None:
    """Give the share alive of those of the sample that could be told; None where none could."""
    told = [
        probe.verdict
        for probe in (checked.sample if checked else ())
        if probe.verdict is not Liveness.UNKNOWN
    ]
    return _share(told.count(Liveness.ALIVE), len(told))


def pooled(precisions: Iterable[Precision | None]) -> Precision | None:
    """Give the share over the samples of several sites."""
    told = [each for each in precisions if each is not None]
    alive = sum(round(each.share * each.sample) for each in told)
    return _share(alive, sum(each.sample for each in told))


def _share(alive: int, sample: int) -> Precision | None:
    if not sample:
        return None
    interval = wilson(alive, sample)
    return Precision(share=alive / sample, low=interval.low, high=interval.high, sample=sample)
