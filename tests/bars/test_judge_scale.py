"""A hundred sites of ten thousand routes, judged and rendered from raw files."""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bars.scale import write_run

SITES, ROUTES = 100, 10_000
SECONDS, MEMORY, PAGE = 60.0, 2 * 2**30, 15 * 2**20
PROCESSES = 2


@pytest.mark.bar
@pytest.mark.timeout(3600)
def test_a_million_routes(tmp_path: Path) -> None:
    run = tmp_path / "20261130T000000Z"
    write_run(run, sites=SITES, routes=ROUTES)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    said = subprocess.run(
        [sys.executable, "-m", "bench", "show", str(run), "--html", "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    # The largest process, as if the one that starts the others and each of them were as large.
    memory = after.ru_maxrss * 1024 * ((os.cpu_count() or 1) + 1)
    page = (run / "report.html").stat().st_size
    print(  # noqa: T201 - the figures are what a bar is run for
        f"\n{SITES} sites of {ROUTES} routes: {wall:.0f} s, {cpu:.0f} CPU-s"
        f" ({cpu / SITES:.2f} a site), at most {memory / 2**20:.0f} MiB,"
        f" report.html {page / 2**20:.1f} MiB"
    )
    assert f"{SITES} of {SITES} asked are scored" in said.stdout
    # A machine that is busy with other things has less of its processors for us, not more.
    assert min(wall, cpu / PROCESSES) < SECONDS
    assert memory < MEMORY
    assert page < PAGE
