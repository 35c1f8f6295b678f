"""Intervals: known values, bounds, and what they do at the ends."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.verdict.statistics import Z_95, Interval, bootstrap, mean, wilson
from tests.bench.strategies import drawn

# Published values of the interval, to four places.
KNOWN = [
    (0, 10, 0.0, 0.2775),
    (5, 10, 0.2366, 0.7634),
    (10, 10, 0.7225, 1.0),
    (0, 0, 0.0, 1.0),
]


@pytest.mark.parametrize(("successes", "trials", "low", "high"), KNOWN)
def test_wilson_of_known_shares(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@drawn
@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share_within_bounds(counts: tuple[int, int]) -> None:
    successes, trials = counts
    interval = wilson(successes, trials)
    share = successes / trials
    assert 0 <= interval.low <= share <= interval.high <= 1
    # What defines it: at its ends the share is just as far off as the score test allows.
    for end in interval:
        allowed = Z_95 * math.sqrt(end * (1 - end) / trials)
        assert abs(share - end) == pytest.approx(allowed, abs=1e-6)


@settings(drawn, max_examples=10)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_bootstrap_lies_within_the_values(values: list[float]) -> None:
    interval = bootstrap(values)
    assert min(values) - 1e-9 <= interval.low <= interval.high <= max(values) + 1e-9


def test_bootstrap_is_the_same_every_time_and_narrows_with_the_sample() -> None:
    values = [0.5, 1.0] * 10
    assert bootstrap(values) == bootstrap(values)
    wide, narrow = bootstrap(values), bootstrap(values * 20)
    assert narrow.high - narrow.low < wide.high - wide.low
    assert bootstrap([]) == Interval(0.0, 1.0)


def test_mean_of_nothing_is_unknown() -> None:
    assert mean([]) is None
    assert mean([0.0, 1.0]) == pytest.approx(0.5)
