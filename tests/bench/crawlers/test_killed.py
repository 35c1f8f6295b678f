"""A run that is killed while a command is at work."""

import os
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Bench = Callable[..., Any]

# It prints an address and waits for ever, as long as it is held.
CRAWL = """
import os, sys, time
print(sys.argv[1] + "about")
if "plain" not in sys.argv[1] and os.path.exists("held"):
    with open("writing", "w") as met:
        met.write(str(os.getpid()))
    os.rename("writing", "met")
    while True:
        time.sleep(60)
"""
SITES = f"""
crawlers:
  one: {{command: "{sys.executable} crawl.py {{url}}"}}
  two: {{command: "{sys.executable} crawl.py {{url}}"}}
sites: [{{lab: plain}}, {{lab: scheme}}]
"""


def test_nothing_outlives_a_run_that_is_killed(tmp_path: Path, truths: Path, bench: Bench) -> None:
    (tmp_path / "sites.yaml").write_text(SITES)
    (tmp_path / "crawl.py").write_text(CRAWL)
    (tmp_path / "held").touch()
    asked = ("--crawler", "one", "--crawler", "two", "--workers", 1)
    process = bench("run", "sites.yaml", "--truth", truths, *asked)
    while not (tmp_path / "met").exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    crawler = os.pidfd_open(int((tmp_path / "met").read_text()))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    over, _, _ = select.select([crawler], [], [], 60)
    os.close(crawler)
    assert over, "the command outlived the run"
    sites = tmp_path / "results" / "latest" / "sites"
    assert (sites / "plain" / "site.json").exists()
    assert not (sites / "scheme" / "site.json").exists()
