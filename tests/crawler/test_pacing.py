"""When a request may start, with a clock that only sleeping moves."""

import asyncio
from datetime import UTC, datetime

import pytest

from crawler.pacing import Pace, retry_after


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
