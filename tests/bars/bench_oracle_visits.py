"""What our oracle does with a page of level 1, and nothing else: load, settle, act, gather."""

import asyncio

from oracle.browser import open_browser
from oracle.config import Config
from tests.bars.lines import asked, say


async def main() -> None:
    """Visit the pages of each line, and say after each how many addresses were seen."""
    seen: set[str] = set()
    async with open_browser() as browser:
        visitor = await browser.site(Config(root="https://site.test/"))
        async for pages in asked():
            for url in pages:
                visit = await visitor.visit(url, level=1)
                seen.update(one.url for one in visit.sightings)
            say(f"{len(seen)} addresses")


if __name__ == "__main__":
    asyncio.run(main())
