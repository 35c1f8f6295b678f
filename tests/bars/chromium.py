"""One Chromium page for measurements: what it makes of documents and of addresses."""

import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Error, Page, Route, async_playwright

from oracle.chromium import Missing, find_chromium, launch_flags

# What a person can click or sees within the page, as the browser itself resolves it.
_LINKS = """() => {
    const found = new Set();
    for (const node of document.querySelectorAll("a[href], area[href]"))
        found.add(typeof node.href === "string" ? node.href
            : new URL(node.getAttribute("href"), node.baseURI).href);
    for (const node of document.querySelectorAll("svg a"))
        if (!node.hasAttribute("href") && node.href?.baseVal)
            found.add(new URL(node.href.baseVal, node.baseURI).href);
    for (const node of document.querySelectorAll("frame[src], iframe[src]")) found.add(node.src);
    return [...found];
}"""
_RESOLVE = """pairs => pairs.map(([written, base]) => {
    try { return new URL(written, base).href; } catch { return null; }
})"""


class Browsing:
    """One page that is used again and again; what it loads is handed to it, and nothing else."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._wanted = ""
        self._body = b""
        self._type = ""

    async def links(self, url: str, body: bytes, content_type: str = "text/html") -> set[str]:
        """Load a document as if it were answered from `url`; return its links, resolved."""
        self._wanted, self._body, self._type = url, body, content_type
        await self._page.goto(url, wait_until="domcontentloaded")
        for _ in range(3):
            try:
                return set(await self._page.evaluate(_LINKS))
            except Error as error:
                # A refresh that is turned away tears the page's context down for a moment.
                if "context" not in str(error):
                    raise
        message = f"{url} does not hold still"
        raise AssertionError(message)

    async def resolve(self, pairs: Iterable[tuple[str, str]]) -> list[str | None]:
        """Resolve addresses against bases as the browser's own parser does."""
        found: list[str | None] = await self._page.evaluate(_RESOLVE, list(pairs))
        return found

    async def hand_out(self, route: Route) -> None:
        """Answer for the document that is wanted, once; turn all else away."""
        if route.request.is_navigation_request() and route.request.url == self._wanted:
            self._wanted = ""
            await route.fulfill(status=200, content_type=self._type, body=self._body)
        else:
            await route.abort("aborted")


@asynccontextmanager
async def browsing(*, scripts: bool = False) -> AsyncIterator[Browsing]:
    """Open the page, or skip where there is no browser."""
    found = find_chromium()
    if isinstance(found, Missing):
        pytest.skip(found.message)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=found.path and str(found.path), args=launch_flags()
        )
        context = await browser.new_context(java_script_enabled=scripts)
        page = await context.new_page()
        shown = Browsing(page)
        if not scripts:
            await page.route("**/*", shown.hand_out)
        try:
            yield shown
        finally:
            await browser.close()


def told(figures: dict[str, object]) -> None:
    """Print a measurement's figures on a line of their own."""
    print(json.dumps(figures, ensure_ascii=False))  # noqa: T201 - figures are what bars are for
