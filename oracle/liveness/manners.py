"""A browser's manners towards a site: turns, the site's rules, and patience with a busy page."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from oracle.liveness.pace import Pace
from oracle.liveness.robots import Robots
from oracle.routes.visit import FORBIDDEN, Rendered, Visit, Visitor

PAUSE = 2.0
"""Seconds after which a busy page is asked for again."""

AGAIN = 2
"""How often it is."""

_BUSY = frozenset({429, 500, 502, 503, 504})

_LOST = frozenset(
    {"broken-off", "ERR_CONNECTION_RESET", "ERR_CONNECTION_CLOSED", "ERR_EMPTY_RESPONSE"}
)
"""Faults of a visit whose connection was lost; a page that is slow is none of them."""

Page = TypeVar("Page", Visit, Rendered)


class Polite:
    """A visitor that keeps turns and rules, and is not put off by a refusal or a lost connection.

    Where to go is asked before a visit, by whoever plans it; what is only looked at is asked here.
    """

    def __init__(self, visitor: Visitor, *, pace: Pace, robots: Robots | None = None) -> None:
        """Without `robots`, everything may be looked at."""
        self._visitor = visitor
        self._pace = pace
        self._robots = robots

    async def visit(self, url: str, *, level: int) -> Visit:
        """Visit when it is time."""
        return await self._patiently(url, lambda: self._visitor.visit(url, level=level))

    async def render(self, url: str) -> Rendered:
        """Render when it is time, if that is allowed."""
        if self._robots is not None and (no := await self._robots.objection(url)):
            return Rendered(
                url=url,
                final_url=url,
                status=None,
                content_type=None,
                settled=FORBIDDEN,
                faults=(no.why,),
            )
        return await self._patiently(url, lambda: self._visitor.render(url))

    async def reset(self) -> None:
        """Forget what the site left behind; nothing is asked for it."""
        await self._visitor.reset()

    async def _patiently(self, url: str, ask: Callable[[], Awaitable[Page]]) -> Page:
        async with self._pace.turn(url):
            page = await ask()
        for _ in range(AGAIN):
            if page.status not in _BUSY and _LOST.isdisjoint(page.faults):
                break
            await asyncio.sleep(PAUSE)
            async with self._pace.turn(url):
                page = await ask()
        return page
