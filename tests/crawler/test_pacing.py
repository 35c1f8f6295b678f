"""When a request may start, with a clock that only sleeping moves."""

import asyncio
from datetime import UTC, datetime
from itertools import pairwise

import pytest

from crawler.wire.pacing import Pace, retry_after


class Clock:
    """Time that passes by sleeping, and no other way."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def starts(pace: Pace, clock: Clock, hosts: list[str]) -> list[float]:
    async def run() -> list[float]:
        times = []
        for host in hosts:
            await pace.turn(host)
            times.append(clock.now - 100.0)
        return times

    return asyncio.run(run())


def test_without_a_delay_nothing_waits() -> None:
    clock = Clock()
    assert starts(Pace(0.0, clock=clock, sleep=clock.sleep), clock, ["a", "a", "b"]) == [0, 0, 0]


def test_a_delay_lies_between_the_starts_at_one_host() -> None:
    clock = Clock()
    pace = Pace(2.0, clock=clock, sleep=clock.sleep)
    assert starts(pace, clock, ["a", "b", "a", "a"]) == [0, 0, 2, 4]


def test_a_site_may_ask_for_more_delay_but_not_for_less() -> None:
    clock = Clock()
    pace = Pace(2.0, clock=clock, sleep=clock.sleep)
    pace.slow_down("a", 0.2)
    pace.slow_down("b", 5.0)
    assert starts(pace, clock, ["a", "a", "b", "b"]) == [0, 2, 2, 7]


def test_a_held_host_starts_when_the_hold_is_over() -> None:
    clock = Clock()
    pace = Pace(0.0, clock=clock, sleep=clock.sleep)
    pace.hold("a", 3.0)
    pace.hold("a", 1.0)
    assert starts(pace, clock, ["b", "a"]) == [0, 3]


def test_a_host_that_refuses_is_slowed_and_eases_again_while_others_run_on() -> None:
    clock = Clock()
    pace = Pace(0.0, slowest=0.3, clock=clock, sleep=clock.sleep)
    pace.hold("a", 1.0)
    pace.hold("a", 1.0)  # of a request that was under way with it
    assert starts(pace, clock, ["a", "a", "a"]) == pytest.approx([1.0, 1.1, 1.19])
    assert starts(pace, clock, ["b", "b"]) == pytest.approx([1.19, 1.19])
    for _ in range(8):
        pace.hold("a", 1.0)
        clock.now += 1.0
    first, second = starts(pace, clock, ["a", "a"])
    assert second - first == pytest.approx(0.3)
    eased = starts(pace, clock, ["a"] * 60)
    assert eased[-1] == eased[-2]


def test_refusals_that_ask_for_no_wait_slow_a_host_all_the_same() -> None:
    clock = Clock()
    pace = Pace(0.0, clock=clock, sleep=clock.sleep)
    for _ in range(8):
        pace.hold("a", 0.0)
    first, second = starts(pace, clock, ["a", "a"])
    assert second - first == pytest.approx(0.1)


def test_jitter_only_lengthens_a_gap_and_is_the_same_from_one_seed() -> None:
    def gaps(seed: int, host: str = "a") -> list[float]:
        clock = Clock()
        pace = Pace(1.0, jitter=0.5, seed=seed, clock=clock, sleep=clock.sleep)
        times = starts(pace, clock, [host] * 6)
        return [later - sooner for sooner, later in pairwise(times)]

    assert gaps(1) == gaps(1)
    assert gaps(1) != gaps(2)
    assert gaps(1) != gaps(1, "b")
    assert len(set(gaps(1))) == 5
    assert all(1.0 <= gap <= 1.5 for gap in gaps(1))


NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("2", 2.0),
        (" 120 ", 120.0),
        ("0", 0.0),
        ("99999999999999999999", 999999999.0),
        ("Mon, 30 Nov 2026 12:00:05 GMT", 5.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("Mon, 30 Nov 2026 12:00:05 -0000", 5.0),
        ("-3", None),
        ("1.5", None),
        ("soon", None),
        ("²", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str | None, seconds: float | None) -> None:
    assert retry_after(value, now=NOW) == seconds
