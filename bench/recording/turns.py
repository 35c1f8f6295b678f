"""Knows at which of its visits the browser is, by standing between it and the oracle."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from bench.recording.exchange import Exchange
from bench.recording.role import Turn

FIRST = Turn(role="pass-1")


@dataclass(slots=True)
class Turns:
    """The browser's visits in their order.

    A page's second visit is pass 2 of it, whatever was visited between the two.
    """

    _begun: list[datetime] = field(default_factory=list)
    _turns: list[Turn] = field(default_factory=list)
    _seen: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def now(self) -> Turn:
        """The visit that the browser is at."""
        return self._turns[-1] if self._turns else FIRST

    def begin(self, page: str, *, doing: str) -> None:
        """Begin a visit of a page, or a mere look at it."""
        self._seen[doing, page] += 1
        turn = Turn(role=f"pass-{self._seen[doing, page]}", visit=len(self._turns) + 1, page=page)
        self._begun.append(datetime.now(UTC))
        self._turns.append(turn)

    def of(self, exchange: Exchange) -> Turn:
        """Give the visit at which an exchange began, however late it is told."""
        at = bisect_right(self._begun, exchange.started)
        return self._turns[at - 1] if at else FIRST


class Visitor(Protocol):
    """Who visits the pages of a site."""

    def visit(self, url: str, *, level: int) -> Awaitable[Any]:
        """Visit one page."""
        ...

    def render(self, url: str) -> Awaitable[Any]:
        """Look at one page."""
        ...

    def reset(self) -> Awaitable[None]:
        """Forget what the site left behind."""
        ...


class Browser(Protocol):
    """Opens one site after the other."""

    @property
    def version(self) -> str:
        """Which browser it is."""
        ...

    @property
    def site(self) -> Callable[[Any], Awaitable[Any]]:
        """Opens one site."""
        ...


@dataclass(slots=True)
class Turning:
    """A browser whose visits are told to `turns`."""

    browser: Browser
    turns: Turns

    @property
    def version(self) -> str:
        """Which browser it is."""
        return self.browser.version

    async def site(self, config: Any) -> "_Turning":  # noqa: ANN401 - the oracle's own
        """Open one site."""
        return _Turning(await self.browser.site(config), self.turns)


@dataclass(slots=True)
class _Turning:
    visitor: Visitor
    turns: Turns

    async def visit(self, url: str, *, level: int) -> Any:  # noqa: ANN401 - the oracle's own
        self.turns.begin(url, doing="visit")
        return await self.visitor.visit(url, level=level)

    async def render(self, url: str) -> Any:  # noqa: ANN401 - the oracle's own
        self.turns.begin(url, doing="render")
        return await self.visitor.render(url)

    async def reset(self) -> None:
        await self.visitor.reset()
