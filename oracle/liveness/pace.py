"""Whose turn it is: one request at a time to a host, and a pause between.

Request stack and browser share the turns, so that a host hears from both no faster than from one.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

LONGEST_DELAY = 10.0
"""Seconds of a Crawl-delay that are kept; a site that wants more could not be explored at all."""


class Pace:
    """Whose turn it is at each host; without a delay it is everybody's."""

    def __init__(self, delay: float) -> None:
        """The first request to a host is not waited for."""
        self._delay = delay
        self._slower: dict[str, float] = {}
        self._next: dict[str, float] = {}
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def slow(self, url: str, delay: float) -> None:
        """Keep a host's own delay where it is the longer one."""
        self._slower[_host(url)] = min(delay, LONGEST_DELAY)

    @asynccontextmanager
    async def turn(self, url: str) -> AsyncIterator[None]:
        """Wait for a turn at the host of the address, and keep it for as long as the block."""
        host = _host(url)
        delay = max(self._delay, self._slower.get(host, 0.0))
        if delay <= 0:
            yield
            return
        clock = asyncio.get_running_loop().time
        async with self._turns[host]:
            await asyncio.sleep(max(0.0, self._next.get(host, 0.0) - clock()))
            try:
                yield
            finally:
                self._next[host] = clock() + delay


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
