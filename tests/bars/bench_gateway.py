"""What the gateway costs: requests per CPU-second, and a whole bench through it beside nginx.

The gateway's CPU time is its own process's; a bench's is that of all its processes, the browser
and nginx with them. Pairs are run in turn, the median of each side counts. `make bench-gateway`.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import yaml
from tabulate import tabulate

from bench.work.processes import children_of
from tests.bars.bench_crawler import _missing, _say, _served
from tests.bench.web.test_throughput import requests_per_cpu_second

ROOT = Path(__file__).parents[2]
DOCS = {"sqlite3-doc": Path("/usr/share/doc/sqlite3"), "git-doc": Path("/usr/share/doc/git-doc")}
LEAST = 1500.0
MOST = 1.5
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one bench took, in seconds."""

    cpu: float
    wall: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when a bar is missed and `--check` asks for it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--visits", type=int, default=40, help="pages that the oracle renders")
    parser.add_argument("--docs", choices=DOCS, nargs="*", default=tuple(DOCS))
    parser.add_argument("--check", action="store_true", help="fail when a bar is missed")
    asked = parser.parse_args(arguments)
    bars = [*_throughput(), *_benches(asked.docs, asked.pairs, asked.visits)]
    for words, met in bars:
        _say(f"{'met   ' if met else 'MISSED'}  {words}")
    return int(asked.check and not all(met for _, met in bars))


def _throughput() -> list[tuple[str, bool]]:
    bars = []
    for scheme in ("http", "https"):
        with tempfile.TemporaryDirectory() as home:
            rates = [requests_per_cpu_second(Path(home), scheme) for _ in range(3)]
        words = f"{scheme}: {median(rates):.0f} requests per CPU-second, bar {LEAST:.0f}"
        bars.append((words, median(rates) >= LEAST))
    return bars


def _benches(docs: Sequence[str], pairs: int, visits: int) -> list[tuple[str, bool]]:
    lacking = [name for name in _missing() if name == "nginx-light"]
    lacking += [name for name in docs if not (DOCS[name] / "index.html").is_file()]
    if lacking:
        _say(f"No bench was run. On Debian: apt-get install {' '.join(lacking)}")
        return []
    bars = []
    for name in docs:
        found = _pairs(name, DOCS[name], pairs=pairs, visits=visits)
        rows = [[way, *_medians(costs)] for way, costs in found.items()]
        _say(tabulate(rows, headers=[name, "CPU s", "wall s"], floatfmt=".1f") + "\n")
        through, directly = (_medians(found[way]) for way in ("gateway", "nginx"))
        for what, one, other in zip(("CPU", "wall"), through, directly, strict=True):
            words = f"{name}: {one / other:.2f} x nginx's {what} time, bar {MOST:g}"
            bars.append((words, one <= MOST * other))
    return bars


def _medians(costs: Sequence[Cost]) -> tuple[float, float]:
    return median(cost.cpu for cost in costs), median(cost.wall for cost in costs)


def _pairs(name: str, folder: Path, *, pairs: int, visits: int) -> dict[str, list[Cost]]:
    with tempfile.TemporaryDirectory() as home, _served(folder, Path(home)) as server:
        budget = {"budget": {"visits": visits}}
        url = f"https://{name}.test/"
        sites = {
            "gateway": {"url": url, "serve": str(folder), "symlinks": True, **budget},
            "nginx": {"url": server.url, "delay": 0, "concurrency": 8, "passes": 1, **budget},
        }
        found: dict[str, list[Cost]] = {way: [] for way in sites}
        for number in range(pairs):
            for way, site in sites.items():
                file = Path(home) / f"{way}.yaml"
                file.write_text(yaml.safe_dump({"sites": [{"name": name, **site}]}))
                found[way].append(_bench(file, Path(home) / f"results-{way}-{number}"))
        return found


def _bench(sites: Path, out: Path) -> Cost:
    nginx = _counted(b"nginx")
    bench = str(Path(sys.executable).parent / "bench")
    command = [bench, "run", str(sites), "--out", str(out), "--workers", "1"]
    before, started = nginx(), time.monotonic()
    with (out.parent / "said").open("wb") as sink:
        process = subprocess.Popen(command, stdout=sink, stderr=sink, cwd=ROOT)
        _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError((out.parent / "said").read_text("utf-8", "replace")[-2000:])
    return Cost(cpu=used.ru_utime + used.ru_stime + nginx() - before, wall=wall)


def _counted(name: bytes) -> Callable[[], float]:
    """Make a reader of the CPU seconds that our children of a name have taken so far."""
    pids = [
        pid for pid in children_of(os.getpid()) if name in Path(f"/proc/{pid}/comm").read_bytes()
    ]

    def used() -> float:
        stats = (Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids)
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / TICKS

    return used


if __name__ == "__main__":
    sys.exit(main())
