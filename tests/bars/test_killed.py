"""A crawl that is killed twenty times at random moments ends as if nothing had been."""

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from crawler.config import Pacing
from tests.crawler.web import ROOT, Asked, Page, Site, html, proxied

pytestmark = [pytest.mark.bar, pytest.mark.timeout(1800)]

KILLS, PAGES = 20, 600
COMMAND = (sys.executable, "-m", "crawler", ROOT)


def test_killed_at_random_moments_nothing_is_lost_or_done_again(tmp_path: Path) -> None:
    chance = random.Random(20261130)  # noqa: S311 - moments, not secrets
    asked = Counter[str]()

    def page(request: Asked) -> Page:
        asked[request.url] += 1
        time.sleep(0.01)  # so that a run is long enough to be killed within
        number = int(request.url.rpartition("p")[2])
        links = [f"/p{(number * 5 + step) % PAGES}" for step in range(1, 6)]
        return html(*links, text=f"page {number}")

    site: Site = {"/": html("/p1", "/p2"), **{f"/p{n}": page for n in range(PAGES)}}
    with proxied(site) as proxy:
        clean = _run(proxy)
        once = set(asked)
        asked.clear()
        killed = 0
        while killed < KILLS:
            options = ("--state", str(tmp_path / "state"), "--proxy", proxy)
            with subprocess.Popen([*COMMAND, *options], stdout=subprocess.DEVNULL) as child:
                before, until = asked.total(), chance.randrange(1, PAGES // KILLS)
                while child.poll() is None and asked.total() < before + until:
                    time.sleep(0.001)
                time.sleep(chance.uniform(0, 0.03))
                child.send_signal(signal.SIGKILL)
            assert child.returncode == -signal.SIGKILL
            killed += 1
        ended = _run(proxy, "--state", str(tmp_path / "state"))
    again = asked.total() - len(asked)
    print({"bar": "killed", "kills": killed, "pages": len(once), "asked again": again})  # noqa: T201
    assert ended == clean
    assert set(asked) == once
    # What was under way when it was killed is asked once more, and nothing else.
    assert again <= KILLS * Pacing().concurrency


def _run(proxy: str, *options: str) -> list[str]:
    command = [*COMMAND, "--urls", "--proxy", proxy, *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()
