"""Keeps a browser's pace towards a site, and asks again for a page that was busy."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from oracle.routes.visit import Rendered, Visit, Visitor

PAUSE = 2.0
"""Seconds after which a busy page is asked for once more."""

_BUSY = frozenset({429, 500, 502, 503, 504})

Page = TypeVar("Page", Visit, Rendered)


class Paced:
    """A visitor that takes its time between two pages, and is not put off by one refusal."""

    def __init__(self, visitor: Visitor, *, delay: float) -> None:
        """The first page is not waited for."""
        self._visitor = visitor
        self._delay = delay
        self._next = 0.0

    async def visit(self, url: str, *, level: int) -> Visit:
        """Visit when it is time."""
        return await self._patiently(lambda: self._visitor.visit(url, level=level))

    async def render(self, url: str) -> Rendered:
        """Render when it is time."""
        return await self._patiently(lambda: self._visitor.render(url))

    async def reset(self) -> None:
        """Forget what the site left behind; nothing is asked for it."""
        await self._visitor.reset()

    async def _patiently(self, ask: Callable[[], Awaitable[Page]]) -> Page:
        await self._turn()
        page = await ask()
        if page.status not in _BUSY:
            return page
        await asyncio.sleep(PAUSE)
        await self._turn()
        return await ask()

    async def _turn(self) -> None:
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, self._next - now))
        self._next = max(now, self._next) + self._delay
