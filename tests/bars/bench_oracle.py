"""What a page costs: our oracle beside a bare loop and Crawlee, all in the same Chromium.

All visit the same pages of two documentation sites over nginx. Ours and the bare loop keep their
browsers and take turns after every few pages, so that a busy minute falls on both; Crawlee's
figures hold its start. CPU time is the kernel's, over the whole process tree with the browser in
it. `make bench-oracle` prints it.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Self
from urllib.parse import urljoin

from tabulate import tabulate

from oracle.chromium import Found, find_chromium
from tests.bars.bench_crawler import _missing, _say, _served
from tests.bars.processes import cpu

ROOT = Path(__file__).parents[2]
CRAWLEE = "crawlee[playwright]==1.*"
SITES = {
    "sqlite3-doc": Path("/usr/share/doc/sqlite3"),
    "python3.11-doc": Path("/usr/share/doc/python3.11/html"),
}
WARM = {
    "bare loop": "tests.bars.bench_oracle_bare",
    "ours": "tests.bars.bench_oracle_visits",
}
PAGES = 100
AT_ONCE = 5
BAR = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Seconds a page, or of all pages."""

    cpu: float
    wall: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when a bar is missed and `--check` asks for it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--check", action="store_true", help="fail when a bar is missed")
    asked = parser.parse_args(arguments)
    if missing := _lacking():
        _say(f"Nothing was measured. On Debian: apt-get install {' '.join(missing)}")
        return 0
    missed = False
    with tempfile.TemporaryDirectory() as venv:
        crawlee = _crawlee(Path(venv))
        for site, root in SITES.items():
            found = _measure(root, crawlee, pages=asked.pages, rounds=asked.rounds)
            _say(_table(site, found) + "\n")
            for words, met in _bars(found):
                missed |= not met
                _say(f"{'met   ' if met else 'MISSED'}  {site}: {words}")
            _say("")
    return int(missed and asked.check)


def _lacking() -> list[str]:
    sites = [site for site, root in SITES.items() if not (root / "index.html").exists()]
    return [*(one for one in _missing() if one == "nginx-light"), *sites]


def _crawlee(home: Path) -> list[str]:
    """Return how Crawlee is started, installed for this once; nothing where it cannot be had."""
    python = str(home / "bin" / "python")
    install = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", CRAWLEE]
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    found = find_chromium()
    if not isinstance(found, Found) or found.path is None:
        _say("Crawlee is left out; it is given the machine's own Chromium, and there is none.")
        return []
    if subprocess.run(install, check=False).returncode:
        _say(f"Crawlee is left out; it needs: {' '.join(install)}")
        return []
    return [python, str(ROOT / "tests/bars/bench_oracle_crawlee.py"), str(found.path)]


def _measure(
    root: Path, crawlee: Sequence[str], *, pages: int, rounds: int
) -> dict[str, list[Cost]]:
    """Visit the pages by each."""
    with tempfile.TemporaryDirectory() as home, _served(root, Path(home)) as server:
        listed = Path(home) / "pages"
        urls = _pages(root, server.url)[:pages]
        listed.write_text("\n".join(urls), "utf-8")
        found = _in_turns(urls, rounds)
        command = [*crawlee[:2], str(listed), *crawlee[2:]]
        for _ in range(rounds if crawlee else 0):
            if (cost := _cost(command, len(urls), Path(home))) is not None:
                found.setdefault("Crawlee", []).append(cost)
    return found


def _in_turns(urls: Sequence[str], rounds: int) -> dict[str, list[Cost]]:
    """Let each visit a few pages at a time, the other one first every second time."""
    found: dict[str, list[Cost]] = {name: [] for name in WARM}
    with ExitStack() as stack:
        running = {name: stack.enter_context(_Warm(module)) for name, module in WARM.items()}
        for _ in range(rounds):
            spent: dict[str, list[Cost]] = {name: [] for name in running}
            for turn, start in enumerate(range(0, len(urls), AT_ONCE)):
                for name in sorted(running, reverse=bool(turn % 2)):
                    spent[name].append(running[name].visit(urls[start : start + AT_ONCE]))
            for name, each in spent.items():
                cpus, walls = sum(cost.cpu for cost in each), sum(cost.wall for cost in each)
                found[name].append(Cost(cpu=cpus / len(urls), wall=walls / len(urls)))
    return found


class _Warm:
    """A process whose browser runs already."""

    def __init__(self, module: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def __enter__(self) -> Self:
        self._heard()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate("\n")

    def visit(self, urls: Sequence[str]) -> Cost:
        """Visit pages; what all of them took."""
        used, began = cpu(self._process.pid), time.monotonic()
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(urls) + "\n")
        self._process.stdin.flush()
        self._heard()
        wall = time.monotonic() - began
        return Cost(cpu=cpu(self._process.pid) - used, wall=wall)

    def _heard(self) -> None:
        assert self._process.stdout is not None
        if not self._process.stdout.readline():
            message = f"{self._process.args!r} ended"
            raise RuntimeError(message)


def _pages(root: Path, url: str) -> list[str]:
    """List the first page and those that it links to, as far as they are there."""
    html = (root / "index.html").read_text("utf-8", "replace")
    linked = (urljoin(url, href) for href in re.findall(r'href="([^"#?]+\.html)', html))
    there = [one for one in linked if one.startswith(url) and (root / one[len(url) :]).is_file()]
    return list(dict.fromkeys([url, *there]))


def _cost(command: Sequence[str], pages: int, home: Path) -> Cost | None:
    """Run to the end; None, said aloud, when that was no good end."""
    started = time.monotonic()
    with (home / "said").open("wb") as sink:
        process = subprocess.Popen(
            command, stdout=sink, stderr=sink, cwd=ROOT, env=os.environ | {"TMPDIR": str(home)}
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - started
    if process.returncode:
        _say(f"{command[-2]}: {(home / 'said').read_text('utf-8', 'replace')[-500:]}")
        return None
    return Cost(cpu=(used.ru_utime + used.ru_stime) / pages, wall=wall / pages)


def _table(site: str, found: Mapping[str, Sequence[Cost]]) -> str:
    rows = [
        {
            site: name,
            "CPU s a page": median(cost.cpu for cost in costs),
            "wall s a page": median(cost.wall for cost in costs),
        }
        for name, costs in found.items()
    ]
    return tabulate(rows, headers="keys", floatfmt=".3f")


def _bars(found: Mapping[str, Sequence[Cost]]) -> Iterator[tuple[str, bool]]:
    """Yield each bar in words, and whether it is met."""
    if not {"ours", "bare loop"} <= found.keys():
        return
    for what in ("cpu", "wall"):
        ours, bare = (
            median(getattr(cost, what) for cost in found[name]) for name in ("ours", "bare loop")
        )
        yield f"{ours / bare:.2f} x the bare loop's {what}, bar {BAR:g}", ours <= BAR * bare


if __name__ == "__main__":
    sys.exit(main())
