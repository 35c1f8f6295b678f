"""A run that is killed while a command is at work, and taken up again."""

import json
import os
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.exits import Exit

Bench = Callable[..., Any]
Call = Callable[..., Any]

# It prints an address; the second one waits for ever at the second site, as long as it is held.
CRAWL = """
import os, sys, time
name, url = sys.argv[1:]
with open("log", "a") as log:
    log.write(f"{name} {url}\\n")
print(url + "about")
if name == "two" and "plain" not in url and os.path.exists("held"):
    with open("writing", "w") as met:
        met.write(str(os.getpid()))
    os.rename("writing", "met")
    while True:
        time.sleep(60)
"""
SITES = f"""
crawlers:
  one: {{command: "{sys.executable} crawl.py one {{url}}"}}
  two: {{command: "{sys.executable} crawl.py two {{url}}"}}
sites: [{{lab: plain}}, {{lab: scheme}}]
"""


def stamps(home: Path) -> dict[str, tuple[int, int]]:
    """Every file of a site, to be known again."""
    files = [each for each in home.rglob("*") if each.is_file()]
    return {each.name: (each.stat().st_ino, each.stat().st_mtime_ns) for each in files}


def test_nothing_outlives_a_run_that_is_killed_and_nothing_of_it_is_lost_or_told_twice(
    tmp_path: Path, truths: Path, bench: Bench, call: Call
) -> None:
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
    out = tmp_path / "results"
    sites = out / "latest" / "sites"
    assert (sites / "plain" / "site.json").exists()
    assert not (sites / "scheme" / "site.json").exists()

    done = stamps(sites / "plain")
    (tmp_path / "held").unlink()
    assert call("run", "--resume", "--out", out, "--workers", 1).code == Exit.OK
    assert stamps(sites / "plain") == done
    rows = json.loads((out / "latest" / "run.json").read_text())["sites"]
    told = {
        row["name"]: [(each["name"], each["listed"]) for each in row["crawlers"]] for row in rows
    }
    assert told == {name: [("one", 1), ("two", 1)] for name in ("plain", "scheme")}
    # A finished site is left alone; one that was cut is measured whole, as its web may have moved.
    asked_for = Counter((tmp_path / "log").read_text().splitlines())
    assert {line: times for line, times in asked_for.items() if "plain" in line} == {
        f"{name} https://plain.test/": 1 for name in ("one", "two")
    }
    assert set(asked_for.values()) == {1, 2}
