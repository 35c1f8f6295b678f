"""Where the tabs of one site live, with its cookies and storage."""

import asyncio

from playwright.async_api import BrowserContext, Page
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from oracle.browser.page import PlaywrightTab
from oracle.browser.tap import Tap
from oracle.browser.window import open_window
from oracle.hands.patience import quietly


class Room:
    """A context and the tabs that `opener` opens in it, a page without our script."""

    def __init__(
        self,
        opener: Page,
        key: str,
        *,
        lenient: bool,
        tap: Tap | None = None,
    ) -> None:
        self._context = opener.context
        self._opener = opener
        self._tap = tap
        self._lenient = lenient
        self._key = key

    @property
    def alive(self) -> bool:
        """Whether its browser still runs."""
        browser = self._context.browser
        return browser is not None and browser.is_connected()

    async def served(self, url: str, *, cap: float) -> bytes | None:
        """What the site serves there, asked for by a tab in which no script runs."""
        browser = self._context.browser
        if browser is None:
            return None
        try:
            silent = await browser.new_context(
                java_script_enabled=False,
                accept_downloads=False,
                ignore_https_errors=self._lenient,
            )
        except PlaywrightError:  # the browser died of the page
            return None
        tap = None if self._tap is None else self._tap.over(silent)
        try:
            page = await silent.new_page()
            if tap is not None:
                await tap.attend(page)
            response = await page.goto(url, wait_until="commit", timeout=cap * 1000)
            return await asyncio.wait_for(response.body(), cap) if response else None
        except PlaywrightTimeout:
            return None
        except PlaywrightError:  # a page that leaves at once takes its bytes along
            return await _bytes_of(silent, url, cap)
        except TimeoutError:
            return None
        finally:
            if tap is not None:
                await tap.settle()
            await quietly(silent.close())

    async def tab(self) -> PlaywrightTab:
        """A new tab; those before it are closed."""
        await self._settle()
        for page in self._context.pages:
            if page != self._opener:
                await quietly(page.close())
        page = await open_window(self._opener)
        if self._tap is not None:
            await self._tap.attend(page)
        tab = PlaywrightTab(page, self._key)
        await tab.prepare()
        return tab

    async def close(self) -> None:
        """Forget everything."""
        await self._settle()
        await quietly(self._context.close())

    async def _settle(self) -> None:
        if self._tap is not None:
            await self._tap.settle()


async def _bytes_of(context: BrowserContext, url: str, cap: float) -> bytes | None:
    """What is served there, asked for without a page."""
    try:
        answer = await asyncio.wait_for(context.request.get(url, timeout=cap * 1000), cap)
        return await asyncio.wait_for(answer.body(), cap)
    except (PlaywrightError, TimeoutError):
        return None
