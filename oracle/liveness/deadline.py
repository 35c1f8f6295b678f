"""A deadline that counts only time in which somebody listened."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

TICK = 0.25
"""Seconds that are counted at a time, and at the most for however late a look at the clock."""


@dataclass(slots=True)
class Deadline:
    """Seconds that are left, over several blocks of waiting.

    A machine that is busy with other things must not turn an answer that lies there unread into
    one that never came: what a tick is late by is none of the site's time.
    """

    left: float

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Bound a block.

        Raises:
            TimeoutError: nothing is left.
        """
        loop = asyncio.get_running_loop()
        waiting: asyncio.TimerHandle

        def tick() -> None:
            nonlocal waiting
            self.left -= TICK
            if self.left <= 0:
                bound.reschedule(loop.time())
            else:
                waiting = loop.call_later(TICK, tick)

        async with asyncio.timeout(None) as bound:
            waiting = loop.call_later(TICK, tick)
            try:
                yield
            finally:
                waiting.cancel()
