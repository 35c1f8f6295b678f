"""A transport that tells which of its requests has been under way for the longest."""

import time
from collections.abc import Callable

from crawler.wire.answer import Answer, Appetite, Transport
from crawler.wire.observation import Trouble


class Underway:
    """Another transport, its open requests known."""

    def __init__(
        self, transport: Transport, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._transport = transport
        self._clock = clock
        self._open: dict[object, tuple[str, float]] = {}

    def oldest(self) -> tuple[str, float] | None:
        """Return the address that was asked first of those still open, and the seconds since."""
        for url, since in self._open.values():
            return url, self._clock() - since
        return None

    async def get(self, url: str, *, appetite: Appetite) -> Answer | Trouble:
        """Ask once, without following a redirect."""
        request = object()
        self._open[request] = (url, self._clock())
        try:
            return await self._transport.get(url, appetite=appetite)
        finally:
            del self._open[request]

    def keep_cookie(self, url: str, cookie: str) -> None:
        """Take a Set-Cookie as if it had come just now."""
        self._transport.keep_cookie(url, cookie)
