"""Lays two crawls of the same sites side by side, both on the truths of the second."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bench.gate.side import Side
from bench.verdict.score import SAMPLE_OF
from bench.verdict.statistics import Interval, bootstrap, mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One site in two runs; `same_truth` when both were measured on it."""

    name: str
    group: str | None = None
    truth: int = 0
    one: float | None = None
    other: float | None = None
    only_one: tuple[str, ...] = ()
    only_other: tuple[str, ...] = ()
    same_truth: bool = True
    sample: bool = False

    @property
    def delta(self) -> float | None:
        """How much more the second found."""
        return None if self.one is None or self.other is None else self.other - self.one

    def as_json(self) -> dict[str, Any]:
        """Give the pair in JSON's own types."""
        return {**asdict(self), "delta": self.delta}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPair:
    """One group in two runs; interval and sign test only where it is a sample."""

    name: str
    sites: int
    one: float | None
    other: float | None
    better: int
    worse: int
    interval: Interval | None = None
    sign: float | None = None

    @property
    def delta(self) -> float | None:
        """How much more the second found, the mean of sites."""
        return None if self.one is None or self.other is None else self.other - self.one

    def as_json(self) -> dict[str, Any]:
        """Give the group in JSON's own types."""
        interval = list(self.interval) if self.interval else None
        return {**asdict(self), "interval": interval, "delta": self.delta}


def pair(name: str, group: str | None, one: Side, other: Side, *, sample: bool) -> Pair:
    """Compare one site: two crawls on one truth."""
    left, right = other.judge(one.inventory), other.match
    first = {found.route.url for found in left.found}
    second = {found.route.url for found in right.found}
    return Pair(
        name=name,
        group=group,
        truth=right.permitted,
        one=left.recall,
        other=right.recall,
        only_one=tuple(sorted(first - second)),
        only_other=tuple(sorted(second - first)),
        same_truth=one.truth.digest == other.truth.digest,
        sample=sample,
    )


def groups(pairs: Iterable[Pair]) -> tuple[GroupPair, ...]:
    """Sum up each group, in the order of its first site."""
    named: dict[str, list[Pair]] = {}
    for each in pairs:
        named.setdefault(each.group or "", []).append(each)
    return tuple(_group(name, members) for name, members in named.items())


def sign_test(better: int, worse: int) -> float:
    """Give the two-sided exact probability of so lopsided a split if neither were better."""
    trials = better + worse
    if trials == 0:
        return 1.0
    tail = sum(math.comb(trials, count) for count in range(min(better, worse) + 1))
    return min(1.0, tail / 2.0 ** (trials - 1))


def _group(name: str, members: Sequence[Pair]) -> GroupPair:
    both = [each for each in members if each.delta is not None]
    deltas = [each.delta for each in both if each.delta is not None]
    better, worse = sum(delta > 0 for delta in deltas), sum(delta < 0 for delta in deltas)
    sample = bool(both) and all(each.sample for each in members)
    return GroupPair(
        name=name,
        sites=len(both),
        one=mean([each.one for each in both if each.one is not None]),
        other=mean([each.other for each in both if each.other is not None]),
        better=better,
        worse=worse,
        # Sites are drawn, each with both of its figures: the differences are what is resampled.
        interval=bootstrap(deltas) if sample and len(deltas) >= SAMPLE_OF else None,
        sign=sign_test(better, worse) if sample else None,
    )
