"""A crawl's events as one line that stays in its place on a terminal; elsewhere, nothing."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TextIO

from crawler.story.events import Event, Finished, PageFetched

WIDTH = 78
CLEAR = "\r\x1b[K"
TICK = 1.0
# A request that takes longer is what a crawl waits for, and is named.
SLOW = 2.0
Oldest = Callable[[], tuple[str, float] | None]


class Progress:
    """A listener that shows how far a crawl is, and what it has been waiting for."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.shows = stream.isatty()
        self._count = "nothing fetched yet"
        self._latest = ""

    def __call__(self, event: Event) -> None:
        """Show an event if it moves the count."""
        if not self.shows:
            return
        match event:
            case PageFetched():
                self._count = f"{event.fetched} of {event.known} fetched"
                self._latest = event.url
                self._draw(event.url)
            case Finished():
                self._stream.write(CLEAR)
                self._stream.flush()
            case _:
                pass

    def tick(self, oldest: tuple[str, float] | None) -> None:
        """Show what a crawl waits for, if it has waited long: an address, and for how long."""
        if oldest is None or oldest[1] < SLOW:
            self._draw(self._latest)
        else:
            url, seconds = oldest
            self._draw(f"{seconds:.0f} s waiting for {url}")

    @asynccontextmanager
    async def ticking(self, oldest: Oldest) -> AsyncIterator[None]:
        """Keep the line true while nothing happens."""

        async def run() -> None:
            while True:
                await asyncio.sleep(TICK)
                self.tick(oldest())

        task = asyncio.create_task(run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _draw(self, about: str) -> None:
        line = f"{self._count}  {about}"[:WIDTH]
        self._stream.write(f"{CLEAR}{line}")
        self._stream.flush()
