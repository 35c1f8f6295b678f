"""The least that a browser can do with pages: one tab, each page until it is parsed, its hrefs."""

import asyncio

from playwright.async_api import async_playwright

from oracle.chromium import Found, find_chromium, launch_flags
from tests.bars.lines import asked, say

HREFS = "[...document.querySelectorAll('a[href]')].map((link) => link.href)"


async def main() -> None:
    """Visit the pages of each line, and say after each how many hrefs there were."""
    found = find_chromium()
    path = found.path if isinstance(found, Found) else None
    hrefs: set[str] = set()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=launch_flags())
        page = await browser.new_page()
        async for pages in asked():
            for url in pages:
                await page.goto(url, wait_until="domcontentloaded")
                hrefs.update(await page.evaluate(HREFS))
            say(f"{len(hrefs)} hrefs")
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
