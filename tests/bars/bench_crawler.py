"""What a page costs: our crawler, a bare loop, Scrapy and wget on the same two sites over nginx.

Pages are counted by the server, CPU time and memory by the kernel over a crawler's whole process
tree, its start included. `make bench-crawler` prints the table.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from tabulate import tabulate

HERE = Path(__file__).parent
VENV = HERE.parents[1] / "build" / "bench-venv"
SCRAPY = "scrapy==2.19.*"
ROUNDS = 3
CONCURRENCY = 8
SITES = {
    "sqlite3-doc": Path("/usr/share/doc/sqlite3"),
    "apache2-doc": Path("/usr/share/doc/apache2-doc/manual"),
}
OVER_SCRAPY, OVER_BARE = 6.0, 0.5
NGINX = """
daemon off;
worker_processes 1;
pid {home}/nginx.pid;
error_log {home}/error.log;
events {{ worker_connections 256; }}
http {{
  default_type application/octet-stream;
  types {{ text/html html; text/css css; text/plain txt; image/png png; image/gif gif;
           image/svg+xml svg; application/pdf pdf; text/javascript js; }}
  log_format page "$status\\t$sent_http_content_type\\t$uri";
  access_log {home}/access.log page;
  client_body_temp_path {home}; proxy_temp_path {home}; fastcgi_temp_path {home};
  uwsgi_temp_path {home}; scgi_temp_path {home};
  keepalive_requests 100000;
  sendfile on;
  server {{ listen 127.0.0.1:{port}; root {root}; index index.html; }}
}}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One crawl: the pages that the server saw delivered, and what they cost."""

    fetches: int
    pages: frozenset[str]
    cpu: float
    wall: float
    peak: int

    @property
    def rate(self) -> float:
        """Documents fetched per CPU-second."""
        return self.fetches / self.cpu


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A running nginx and its log."""

    url: str
    log: Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when a bar is missed and `--check` asks for it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", nargs="*", help="measure these crawlers alone")
    parser.add_argument("--check", action="store_true", help="fail when a bar is missed")
    asked = parser.parse_args(arguments)
    if missing := _missing():
        _say(f"Nothing was measured. On Debian: apt-get install {' '.join(missing)}")
        return 0
    missed = False
    for site, root in SITES.items():
        with tempfile.TemporaryDirectory() as home, _served(root, Path(home)) as server:
            commands = _commands(server.url, Path(home))
            chosen = {k: v for k, v in commands.items() if not asked.only or k in asked.only}
            found = _measure(chosen, server, rounds=asked.rounds)
        _say(_table(site, found) + "\n")
        for words, met in _bars(found):
            missed |= not met
            _say(f"{'met   ' if met else 'MISSED'}  {site}: {words}")
        _say("")
    return int(missed and asked.check)


def _missing() -> list[str]:
    packages = [site for site, root in SITES.items() if not (root / "index.html").exists()]
    return packages if shutil.which("nginx", path=_path()) else ["nginx-light", *packages]


def _path() -> str:
    return f"{os.environ.get('PATH', '')}:/usr/sbin"


def _commands(url: str, home: Path) -> dict[str, list[str]]:
    """Return how each crawler is started; Scrapy is left out when it cannot be installed."""
    python = sys.executable
    ours = [python, "-m", "crawler", url, "--pages", "100000"]
    commands = {
        "ours": [*ours, "--delay", "0", "--concurrency", str(CONCURRENCY)],
        "bare loop": [python, str(HERE / "bench_crawler_bare.py"), url, str(CONCURRENCY)],
    }
    if spider := _scrapy():
        commands["Scrapy"] = [spider, str(HERE / "bench_crawler_spider.py"), url, str(CONCURRENCY)]
    if wget := shutil.which("wget"):
        commands["wget -r"] = [wget, "-q", "-r", "-l", "inf", "-e", "robots=on", "--no-cookies"]
        commands["wget -r"] += ["-P", str(home / "mirror"), url]
    return commands


def _scrapy() -> str | None:
    python = str(VENV / "bin" / "python")
    if not Path(python).exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    install = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", SCRAPY]
    found = subprocess.run([python, "-c", "import scrapy"], capture_output=True, check=False)
    if found.returncode and subprocess.run(install, check=False).returncode:
        _say(f"Scrapy is left out; it needs: {' '.join(install)}")
        return None
    return python


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


@contextmanager
def _served(root: Path, home: Path) -> Iterator[Server]:
    """Run an nginx of our own, and end it by its process."""
    nginx = shutil.which("nginx", path=_path())
    if nginx is None:
        message = "nginx is missing"
        raise FileNotFoundError(message)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home.chmod(0o755)
    settings = home / "nginx.conf"
    settings.write_text(NGINX.format(home=home, port=port, root=root), "utf-8")
    process = subprocess.Popen([nginx, "-p", home, "-c", settings], stderr=subprocess.DEVNULL)
    try:
        _await_port(port)
        yield Server(url=f"http://127.0.0.1:{port}/", log=home / "access.log")
    finally:
        process.terminate()
        process.wait()


def _await_port(port: int) -> None:
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    message = "nginx did not start"
    raise TimeoutError(message)


def _measure(
    commands: Mapping[str, Sequence[str]], server: Server, *, rounds: int
) -> dict[str, list[Run]]:
    """Run the crawlers in turn, so that a busy minute of the machine falls on all of them."""
    found: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            found[name].append(_crawl(command, server))
    return found


def _crawl(command: Sequence[str], server: Server) -> Run:
    before = server.log.stat().st_size
    started = time.monotonic()
    with tempfile.TemporaryFile() as sink:
        process = subprocess.Popen(command, stdout=sink, cwd=HERE.parents[1])
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - started
    with server.log.open() as log:
        log.seek(before)
        rows = [line.rstrip("\n").split("\t") for line in log]
    served = [uri for status, kind, uri in rows if status == "200" and kind == "text/html"]
    return Run(
        fetches=len(served),
        pages=frozenset(uri.removesuffix("index.html") for uri in served),
        cpu=used.ru_utime + used.ru_stime,
        wall=wall,
        peak=used.ru_maxrss // 1024,
    )


def _table(site: str, found: Mapping[str, Sequence[Run]]) -> str:
    rows = [
        {
            site: name,
            "pages": len(runs[0].pages),
            "fetched": runs[0].fetches,
            "CPU s": median(run.cpu for run in runs),
            "pages/CPU-s": round(median(run.rate for run in runs)),
            "wall s": median(run.wall for run in runs),
            "peak MiB": median(run.peak for run in runs),
        }
        for name, runs in found.items()
    ]
    return tabulate(rows, headers="keys", floatfmt=".2f")


def _bars(found: Mapping[str, Sequence[Run]]) -> Iterator[tuple[str, bool]]:
    """Yield each bar in words, and whether it is met."""
    rate = {name: median(run.rate for run in runs) for name, runs in found.items()}
    peak = {name: median(run.peak for run in runs) for name, runs in found.items()}
    for other, least in (("Scrapy", OVER_SCRAPY), ("bare loop", OVER_BARE)):
        if {"ours", other} <= rate.keys():
            share = rate["ours"] / rate[other]
            yield f"{share:.2f} x {other}'s pages per CPU-second, bar {least:g}", share >= least
            pages = found["ours"][0].pages == found[other][0].pages
            yield f"the same pages as {other}", pages
    if {"ours", "Scrapy"} <= peak.keys():
        words = f"peak {peak['ours']:.0f} MiB, Scrapy's {peak['Scrapy']:.0f}"
        yield words, peak["ours"] < peak["Scrapy"]


if __name__ == "__main__":
    sys.exit(main())
