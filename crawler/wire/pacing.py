"""Politeness per host: when the next request to it may start, and how long to wait after a no."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import Random

# Of a gap that a host brought about by refusing, what is left after each request it let pass.
EASING = 0.9
FIRST_GAP = 0.1
NO_GAP = 0.01
# Refusals within this time are of requests that were under way together.
ONE_REFUSAL = 0.5


@dataclass(slots=True)
class _Host:
    """A host's manners: the gap that it or we ask for, the one its refusals add, and when next."""

    delay: float
    chance: Random
    slowness: float = 0.0
    slowed_until: float = 0.0
    free_at: float = 0.0


class Pace:
    """The starts of requests, host by host; one host's delay never holds up another's.

    A host that asks to come back later is slowed down, each time to twice the gap and at most to
    `slowest`; what it then lets pass shortens the gap again. Gaps vary by `jitter`, so that
    requests of several crawls do not fall together, the same from one `seed` each time.
    """

    def __init__(  # noqa: PLR0913 - the manners, each named by its caller
        self,
        delay: float,
        *,
        slowest: float = 5.0,
        jitter: float = 0.0,
        seed: int = 0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._delay = delay
        self._slowest = slowest
        self._jitter = jitter
        self._seed = seed
        self._clock = clock
        self._sleep = sleep
        self._hosts: dict[str, _Host] = {}

    async def turn(self, host: str) -> None:
        """Wait until a request to the host may start."""
        pace = self._hosts.get(host)
        if pace is None:
            if not self._delay:
                return
            pace = self._host(host)
        while (wait := pace.free_at - self._clock()) > 0:
            await self._sleep(wait)
        gap = max(pace.delay, pace.slowness)
        pace.slowness = pace.slowness * EASING if pace.slowness > NO_GAP else 0.0
        if gap:  # never shorter than what was asked for
            pace.free_at = self._clock() + gap * (1 + self._jitter * pace.chance.random())

    def slow_down(self, host: str, delay: float) -> None:
        """Keep at least this gap between the host's requests from now on."""
        pace = self._host(host)
        pace.delay = max(pace.delay, delay)

    def hold(self, host: str, seconds: float) -> None:
        """Start nothing at the host for a while, as it asks for, and go more slowly after that."""
        pace = self._host(host)
        now = self._clock()
        if now >= pace.slowed_until:
            pace.slowness = min(self._slowest, max(FIRST_GAP, 2 * pace.slowness))
            pace.slowed_until = now + max(seconds, ONE_REFUSAL)
        pace.free_at = max(pace.free_at, now + seconds)

    def stretched(self, host: str, seconds: float) -> float:
        """Return a wait before a retry, longer by up to the jitter."""
        return seconds * (1 + self._jitter * self._host(host).chance.random())

    def _host(self, host: str) -> _Host:
        if host not in self._hosts:
            # Not for secrets: the same gaps in each run.
            chance = Random(f"{self._seed} {host}")  # noqa: S311
            self._hosts[host] = _Host(delay=self._delay, chance=chance)
        return self._hosts[host]


def retry_after(value: str | None, *, now: datetime | None = None) -> float | None:
    """Read a Retry-After header, seconds or a date, as seconds from now; None: it says nothing."""
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - (now or datetime.now(UTC))).total_seconds())
