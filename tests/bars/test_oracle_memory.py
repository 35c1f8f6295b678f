"""Five hundred pages in one go need no more memory at their end than at their beginning."""

import asyncio
import os
import tempfile
from pathlib import Path
from statistics import median

import pytest

from oracle.browser import open_browser
from oracle.config import Config
from tests.bars.bench_crawler import _missing, _served
from tests.bars.processes import held

pytestmark = [pytest.mark.bar, pytest.mark.browser]

ROOT = Path("/usr/share/doc/apache2-doc/manual")
PAGES = int(os.environ.get("MEMORY_PAGES", "500"))
EVERY = 5  # visits between two looks
GROWTH = 1.2


async def visited(pages: list[str]) -> list[int]:
    """What the tree holds after every few visits."""
    looks = []
    async with open_browser() as browser:
        visitor = await browser.site(Config(root=pages[0]))
        for number, url in enumerate(pages, start=1):
            await visitor.visit(url, level=1)
            if number % EVERY == 0:
                looks.append(held(os.getpid()))
    return looks


@pytest.mark.skipif(bool(_missing()), reason="needs nginx and the documentation packages")
@pytest.mark.timeout(3600)
def test_memory_does_not_grow_with_pages() -> None:
    files = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.html"))
    with tempfile.TemporaryDirectory() as home, _served(ROOT, Path(home)) as server:
        looks = asyncio.run(visited([server.url + name for name in files[:PAGES]]))
    quarter = len(looks) // 4
    first, last = median(looks[:quarter]), median(looks[-quarter:])
    print(f"{len(looks) * EVERY} pages: first quarter {first} MiB, last {last}, peak {max(looks)}")  # noqa: T201
    assert last <= GROWTH * first
