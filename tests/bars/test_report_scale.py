"""A run of 100 sites with 10,000 routes each: how large its report is, and how fast it opens."""

import asyncio
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from oracle.chromium import Missing, find_chromium, launch_flags
from tests.bars.bigrun import write_run

SITES, ROUTES = 100, 10_000
MOST_BYTES = 15_000_000
OPENING, JUDGING, MEMORY = 3.0, 60.0, 2_000_000


@pytest.mark.bar
def test_the_report_of_a_large_run(tmp_path: Path) -> None:
    run = write_run(tmp_path, sites=SITES, routes=ROUTES)
    took, memory = measured(run, "--html")
    size = (run / "report.html").stat().st_size
    opening = min(asyncio.run(opened(run / "report.html")) for _ in range(3))
    sys.stdout.write(
        f"\n{SITES} sites of {ROUTES} routes: judged and rendered in {took:.1f} CPU-s, at most"
        f" {memory / 1000:.0f} MB; report.html {size / 1e6:.1f} MB, opens in {opening:.2f} s\n"
    )
    assert size < MOST_BYTES
    assert opening < OPENING
    assert took / 2 < JUDGING  # two processes share it
    assert memory < MEMORY


def measured(run: Path, *options: str) -> tuple[float, int]:
    """Give CPU seconds, and peak kilobytes with two processes at work, of showing a run."""
    code = "import sys; from bench.cli import main; code = main(sys.argv[1:])\n"
    code += "import resource as r\n"
    code += "one, all = r.getrusage(r.RUSAGE_SELF), r.getrusage(r.RUSAGE_CHILDREN)\n"
    code += "took = one.ru_utime + one.ru_stime + all.ru_utime + all.ru_stime\n"
    code += "print(took, one.ru_maxrss + 2 * all.ru_maxrss, file=sys.stderr); sys.exit(code)"
    done = subprocess.run(
        [sys.executable, "-c", code, "show", str(run), "--out", str(run.parent), *options],
        capture_output=True,
        text=True,
        check=True,
    )
    took, memory = done.stderr.split()[-2:]
    return float(took), int(memory)


async def opened(report: Path) -> float:
    """Give the seconds until the table and the charts are there and a site's routes are drawn."""
    found = find_chromium()
    assert not isinstance(found, Missing), found.message
    async with async_playwright() as playwright:
        path = str(found.path) if found.path else None
        browser = await playwright.chromium.launch(executable_path=path, args=launch_flags())
        page = await browser.new_page()
        began = time.perf_counter()
        await page.goto(report.as_uri())
        await page.locator("[data-chart=bands] svg").wait_for()
        took = time.perf_counter() - began
        began = time.perf_counter()
        await page.locator("#table tbody a").first.click()
        await page.locator("[role=treeitem]").first.wait_for()
        sys.stdout.write(
            f"\na site of {ROUTES} routes opens in {time.perf_counter() - began:.2f} s"
        )
        assert re.search(r"^99\.|^9[78]\.", await page.locator(".lead dd").inner_text())
        await browser.close()
    return took
