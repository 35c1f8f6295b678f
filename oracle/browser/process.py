"""A Chromium as a process: found, started, and started again when it has died."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import Browser as Process
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright, async_playwright

from oracle.browser.room import Room
from oracle.browser.tap import Tap
from oracle.bundle import bundle
from oracle.chromium import Found, Missing, find_chromium, launch_flags, unfit
from oracle.clock import frozen_at
from oracle.hands.patience import quietly
from oracle.hands.trace import Trace, Watch
from oracle.hands.visitor import SiteVisitor

if TYPE_CHECKING:
    from oracle.config import Config
    from oracle.exchange import Heard

WINDOW = {"width": 1280, "height": 900}
STARTING = 60.0  # seconds that a browser may take to start


class NoBrowserError(RuntimeError):
    """There is no browser, or what is there does not start; says what to type."""


async def why_unfit() -> str | None:
    """Why the browser that would be used is none, found by starting it; None if it is one."""
    try:
        async with open_browser():
            return None
    except NoBrowserError as error:
        return str(error)


@asynccontextmanager
async def open_browser(
    *, proxy: str | None = None, ca: Path | None = None, trace: Path | None = None
) -> AsyncIterator["Browser"]:
    """One Chromium for many sites; nothing of it is left when the block ends.

    With `ca`, certificates are taken unseen: Chromium cannot be told of one more authority by
    a flag, and such a site stands behind the proxy of this machine. Live sites are verified.
    With `trace`, each visit is told there, with pictures.
    """
    found = await asyncio.to_thread(find_chromium)
    if isinstance(found, Missing):
        raise NoBrowserError(found.message)
    async with async_playwright() as playwright:
        browser = Browser(playwright, found, proxy=proxy, lenient=ca is not None)
        browser.watch = None if trace is None else Trace(trace)
        try:
            await browser.start()
            yield browser
        finally:
            await browser.stop()


class Browser:
    """A Chromium that is started again when it has died."""

    def __init__(
        self, playwright: Playwright, found: Found, *, proxy: str | None, lenient: bool
    ) -> None:
        self._playwright = playwright
        self._found = found
        self._proxy = proxy
        self._lenient = lenient
        self._process: Process | None = None
        self._visitor: SiteVisitor | None = None
        self.watch: Watch | None = None
        self.heard: Heard | None = None  # is told what the browser exchanges with the web
        self.moment: float | None = None  # at which the time of day stands still
        self.version = found.version
        self.starts = 0

    async def start(self) -> Process:
        """The running process, a new one if the last has died."""
        if self._process is not None and self._process.is_connected():
            return self._process
        try:
            self._process = await self._playwright.chromium.launch(
                executable_path=self._found.path,
                args=launch_flags(),
                proxy={"server": self._proxy} if self._proxy else None,
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
                timeout=STARTING * 1000,
            )
        except PlaywrightError as error:
            raise NoBrowserError(unfit(self._found)) from error
        self.version = self._process.version
        self.starts += 1
        return self._process

    async def stop(self) -> None:
        """End the process that was started here."""
        if self._process is not None:
            await quietly(self._process.close())
            self._process = None

    async def site(self, config: "Config") -> SiteVisitor:
        """A visitor with cookies and storage of its own; the last site's visitor is done with."""
        del config  # the proxy is the browser's; what a visit may cost is the visitor's
        if self._visitor is not None:
            await self._visitor.reset()
        self._visitor = SiteVisitor(self.room, watch=self.watch)
        return self._visitor

    async def rest(self) -> None:
        """Be done with the last site: all that was exchanged with it has been told then."""
        if self._visitor is not None:
            await self._visitor.reset()

    async def room(self) -> Room:
        """A fresh context."""
        process = await self.start()
        context = await process.new_context(
            viewport=WINDOW,  # type: ignore[arg-type] # a TypedDict of Playwright's own
            service_workers="block",
            accept_downloads=False,
            ignore_https_errors=self._lenient,
            locale="en-US",
        )
        opener = await context.new_page()  # without our script: it opens windows
        key = f"__{secrets.token_hex(8)}"
        await context.add_init_script(bundle(key))
        if self.moment is not None:
            await context.add_init_script(frozen_at(self.moment))
        tap = None if self.heard is None else Tap(context, self.heard)
        return Room(opener, key, lenient=self._lenient, tap=tap)
