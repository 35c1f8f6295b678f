"""Politeness per host: when the next request to it may start, and how long to wait after a no."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


@dataclass(slots=True)
class _Host:
    """A host's manners: the gap between starts, and when the next may be."""

    delay: float
    free_at: float = 0.0


class Pace:
    """The starts of requests, host by host; one host's delay never holds up another's."""

    def __init__(
        self,
        delay: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._delay = delay
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
        pace.free_at = self._clock() + pace.delay

    def slow_down(self, host: str, delay: float) -> None:
        """Keep at least this gap between the host's requests from now on."""
        pace = self._host(host)
        pace.delay = max(pace.delay, delay)

    def hold(self, host: str, seconds: float) -> None:
        """Start nothing at the host for a while."""
        pace = self._host(host)
        pace.free_at = max(pace.free_at, self._clock() + seconds)

    def _host(self, host: str) -> _Host:
        return self._hosts.setdefault(host, _Host(delay=self._delay))


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
