"""What a worker keeps warm between sites: a gateway, and a browser for each way to the web."""

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from bench.recording.role import Door
from bench.web.gateway import Gateway
from bench.web.origin import Hosts
from bench.web.traffic import Traffic

PATIENCE = 10.0

Browser = TypeVar("Browser")
Browser_co = TypeVar("Browser_co", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a site is reached: through the gateway, or by nothing in between."""

    proxy: str | None = None
    ca: Path | None = None
    doors: tuple[tuple[str, str], ...] = ()

    def door(self, role: str) -> str | None:
        """Give the proxy by which one of us asks."""
        return dict(self.doors).get(role, self.proxy)


class Open(Protocol[Browser_co]):
    """Opens a browser for a way."""

    def __call__(
        self, *, proxy: str | None, ca: Path | None
    ) -> AbstractAsyncContextManager[Browser_co]:
        """Give the browser as a context."""
        ...


@dataclass(slots=True)
class Instruments(Generic[Browser]):
    """The gateway and the browsers of one worker; both are started when first needed."""

    open: Open[Browser]
    gateway: Gateway | None = None
    traffic: Traffic = field(default_factory=Traffic)
    browsers: dict[Way, tuple[Browser, AsyncExitStack]] = field(default_factory=dict)
    opened: bool = False  # whether a browser ever started here

    async def way(self, web: Hosts | None) -> Way:
        """Give the way to a site, with the gateway answering for its web."""
        if web is None:
            return Way()
        if self.gateway is None:
            self.gateway = await Gateway(web, listen=self.traffic).__aenter__()
        self.gateway.serve(web)
        doors = [(str(each), await self.gateway.door(each)) for each in Door]
        return Way(proxy=self.gateway.proxy, ca=self.gateway.ca, doors=tuple(doors))

    async def browser(self, way: Way) -> Browser:
        """Give the browser for a way."""
        if way not in self.browsers:
            stack = AsyncExitStack()
            browser = await stack.enter_async_context(
                self.open(proxy=way.door(Door.BROWSER), ca=way.ca)
            )
            self.browsers[way] = (browser, stack)
            self.opened = True
        return self.browsers[way][0]

    async def drop(self, way: Way) -> None:
        """Close a browser that cannot be trusted any more; the next site gets a new one."""
        if way in self.browsers:
            _, stack = self.browsers.pop(way)
            # It may be the very thing that hangs or is gone; the worker's end takes what is left.
            with suppress(Exception):
                await asyncio.wait_for(stack.aclose(), PATIENCE)

    async def __aenter__(self) -> Self:
        """Start nothing yet."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close whatever was started."""
        for way in list(self.browsers):
            await self.drop(way)
        if self.gateway is not None:
            await self.gateway.__aexit__(kind, error, trace)
