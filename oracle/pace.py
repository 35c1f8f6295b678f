"""Keeps a browser's pace towards a site: at least so long between two pages."""

import asyncio

from oracle.visit import Rendered, Visit, Visitor


class Paced:
    """A visitor that takes its time."""

    def __init__(self, visitor: Visitor, *, delay: float) -> None:
        """The first page is not waited for."""
        self._visitor = visitor
        self._delay = delay
        self._next = 0.0

    async def visit(self, url: str, *, level: int) -> Visit:
        """Visit when it is time."""
        await self._turn()
        return await self._visitor.visit(url, level=level)

    async def render(self, url: str) -> Rendered:
        """Render when it is time."""
        await self._turn()
        return await self._visitor.render(url)

    async def reset(self) -> None:
        """Forget what the site left behind; nothing is asked for it."""
        await self._visitor.reset()

    async def _turn(self) -> None:
        now = asyncio.get_running_loop().time()
        await asyncio.sleep(max(0.0, self._next - now))
        self._next = max(now, self._next) + self._delay
