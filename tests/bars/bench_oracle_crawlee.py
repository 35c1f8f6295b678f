"""The same pages by Crawlee's PlaywrightCrawler, one at a time, in an environment of its own."""

import asyncio
import os
import sys
from datetime import timedelta
from pathlib import Path

from crawlee import ConcurrencySettings, service_locator  # type: ignore[import-not-found]
from crawlee.crawlers import (  # type: ignore[import-not-found]
    PlaywrightCrawler,
    PlaywrightCrawlingContext,
)
from crawlee.storage_clients import MemoryStorageClient  # type: ignore[import-not-found]

HREFS = "[...document.querySelectorAll('a[href]')].map((link) => link.href)"


async def main(pages: list[str], chromium: str) -> None:
    """Visit the listed pages and tell how many hrefs they have."""
    hrefs: set[str] = set()
    service_locator.set_storage_client(MemoryStorageClient())  # else it leaves files where one is
    crawler = PlaywrightCrawler(
        browser_type="chromium",
        browser_launch_options={"executable_path": chromium, "args": ["--no-sandbox"]}
        if os.geteuid() == 0
        else {"executable_path": chromium},
        concurrency_settings=ConcurrencySettings(desired_concurrency=1, max_concurrency=1),
        request_handler_timeout=timedelta(minutes=2),
        configure_logging=False,
    )

    @crawler.router.default_handler  # type: ignore[untyped-decorator]
    async def read(context: PlaywrightCrawlingContext) -> None:
        hrefs.update(await context.page.evaluate(HREFS))

    await crawler.run(pages)
    sys.stdout.write(f"{len(hrefs)} hrefs\n")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).read_text("utf-8").split(), sys.argv[2]))
