"""A crawl's first page comes at once, and the hundred-thousandth costs what the first one did."""

import asyncio
import ctypes
import gc
import os
import subprocess
import sys
import time
from collections import defaultdict
from statistics import median
from typing import NamedTuple

import pytest

from crawler.config import Budget, Config, Pacing
from crawler.crawl import crawl
from crawler.story.events import Event, PageFetched, SitemapRead, Stopped
from tests.crawler.generated import Generated
from tests.crawler.web import ROOT, Raw, Site, explore, html, index, xml

WARM = 5_000  # as many as what is kept within bounds holds
# Pages of a crawl, and how many such crawls stand side by side in a round.
STEPS = {1_000: 5, 10_000: 3, 100_000: 1}
ROUNDS = 3
WITHIN = 1.3


class Cost(NamedTuple):
    """What a crawl of so many pages took, for each page and for each address that it knew."""

    microseconds: float
    bytes: float


class _Mallinfo2(ctypes.Structure):
    """What glibc says of its heap; see mallinfo(3)."""

    _fields_ = (
        *((name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd")),
        *((name, ctypes.c_size_t) for name in ("usmblks", "fsmblks", "uordblks", "fordblks")),
        ("keepcost", ctypes.c_size_t),
    )


def allocated() -> int:
    """Return the bytes that the C library has handed out; with PYTHONMALLOC=malloc, to all.

    Exact as tracing is, but asked for twice a crawl, not noted at each allocation.
    """
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = _Mallinfo2
    heap = mallinfo()
    return int(heap.uordblks) + int(heap.hblkhd)


def cost(pages: int, *, warm: int = WARM) -> Cost:
    """Crawl a generated site, after a small one that fills what is filled once."""
    asyncio.run(crawl(Config(root="http://warm.test/"), transport=Generated(warm, "warm.test")))
    gc.collect()
    memory, cpu = allocated(), time.process_time()
    known = 0
    taken: list[tuple[float, int]] = []

    def listen(event: Event) -> None:
        nonlocal known
        if isinstance(event, PageFetched):
            known = event.known
        elif isinstance(event, Stopped):
            seconds = time.process_time() - cpu
            gc.collect()
            taken.append((seconds, allocated() - memory))

    config = Config(root=ROOT, budget=Budget(pages=None))
    asyncio.run(crawl(config, listen=listen, transport=Generated(pages)))
    ((seconds, size),) = taken
    assert known >= pages
    return Cost(seconds / pages * 1e6, size / known)


SLOW: tuple[Site, ...] = (
    {"/sitemap.xml": Raw(hang=True)},
    {"/sitemap.xml": xml(index(*(f"/{n}.xml" for n in range(50)))), "*": Raw(hang=True)},
    {"/a": Raw(hang=True)},
)
QUICK_ROOT: Site = {"/robots.txt": html(text="none"), "/": html("/a")}


@pytest.mark.parametrize("slow", SLOW)
def test_the_first_page_is_told_before_anything_that_is_slow(slow: Site) -> None:
    pacing = Pacing(deadline=0.5, timeout_retries=0, silence=1)
    events = explore({**QUICK_ROOT, **slow}, pacing=pacing).events
    told = [event for event in events if isinstance(event, PageFetched | SitemapRead)]
    first = told[0]
    assert isinstance(first, PageFetched)
    assert first.url == ROOT


@pytest.mark.bar
@pytest.mark.parametrize("slow", SLOW)
def test_the_first_page_is_told_within_a_second(slow: Site) -> None:
    began = time.monotonic()
    heard: list[float] = []

    def listen(event: Event) -> None:
        if isinstance(event, PageFetched):
            heard.append(time.monotonic() - began)

    explore({**QUICK_ROOT, **slow}, heard=listen, budget=Budget(seconds=2))
    sys.stdout.write(f"\nfirst page after {heard[0] * 1000:.0f} ms\n")
    assert heard[0] < 1


def test_what_a_page_costs_is_measured() -> None:
    found = cost(100, warm=10)
    assert found.microseconds > 0


@pytest.mark.bar
@pytest.mark.timeout(7200)
def test_a_page_costs_the_same_from_the_first_to_the_hundred_thousandth() -> None:
    taken: defaultdict[int, list[Cost]] = defaultdict(list)
    for pages, times in ROUNDS * tuple(STEPS.items()):
        taken[pages].extend(_crawled(pages) for _ in range(times))
    found = {pages: Cost(*map(median, zip(*costs, strict=True))) for pages, costs in taken.items()}
    for pages, each in found.items():
        sys.stdout.write(f"\n{pages} pages: {_words(each)} (medians of {len(taken[pages])})")
    for figures in zip(*found.values(), strict=True):
        assert max(figures) <= WITHIN * min(figures)


def _crawled(pages: int) -> Cost:
    """Crawl in a process of its own."""
    command = [sys.executable, "-m", "tests.crawler.test_growth", str(pages)]
    counted = {**os.environ, "PYTHONMALLOC": "malloc"}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=counted).stdout
    return Cost(*map(float, told.split()[:2]))


def _words(found: Cost) -> str:
    return f"{found.microseconds:.0f} {found.bytes:.0f} us of CPU a page, bytes a known address"


def main(pages: int) -> None:
    """Print the figures."""
    sys.stdout.write(f"{_words(cost(pages))}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
