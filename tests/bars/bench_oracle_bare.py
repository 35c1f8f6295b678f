"""The least that a browser can do with pages: one tab, each page until it is parsed, its hrefs."""

import asyncio
import sys
from pathlib import Path

from playwright.async_api import async_playwright

from oracle.chromium import Found, find_chromium, launch_flags

HREFS = "[...document.querySelectorAll('a[href]')].map((link) => link.href)"


async def main(pages: list[str]) -> None:
    """Visit the listed pages and tell how many hrefs they have."""
    found = find_chromium()
    path = found.path if isinstance(found, Found) else None
    hrefs: set[str] = set()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=launch_flags())
        page = await browser.new_page()
        for url in pages:
            await page.goto(url, wait_until="domcontentloaded")
            hrefs.update(await page.evaluate(HREFS))
        await browser.close()
    sys.stdout.write(f"{len(hrefs)} hrefs\n")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).read_text("utf-8").split()))
