"""What our oracle does with a page of level 1, and nothing else: load, settle, act, gather."""

import asyncio
import sys
from pathlib import Path

from oracle.browser import open_browser
from oracle.config import Config


async def main(pages: list[str]) -> None:
    """Visit the listed pages and tell how many addresses they show."""
    seen: set[str] = set()
    async with open_browser() as browser:
        visitor = await browser.site(Config(root=pages[0]))
        for url in pages:
            visit = await visitor.visit(url, level=1)
            seen.update(one.url for one in visit.sightings)
    sys.stdout.write(f"{len(seen)} addresses\n")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).read_text("utf-8").split()))
