"""Sites that were live are recorded, and measured again without a network: the same to the digest.

Two documentation sites stand behind an nginx that is gone when they are replayed, and each replay
runs in a network namespace of its own, in which nothing but loopback exists.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = [pytest.mark.bar, pytest.mark.browser]

DOCS = {
    "python": Path("/usr/share/doc/python3.11/html"),
    "sqlite": Path("/usr/share/doc/sqlite3"),
}
LAB = ("plain", "volatile", "hash-app", "iframe", "login-redirect", "www-redirect")
REPLAYS = 3
NGINX = """
daemon off; pid {home}/nginx.pid; error_log {home}/error.log; worker_processes 1;
events {{ worker_connections 256; }}
http {{
  access_log off; include /etc/nginx/mime.types; default_type text/plain; gzip on;
  client_body_temp_path {home}/temp; proxy_temp_path {home}/temp; fastcgi_temp_path {home}/temp;
  uwsgi_temp_path {home}/temp; scgi_temp_path {home}/temp;
  {servers}
}}
"""
SERVER = "server {{ listen 127.0.0.1:{port}; root {folder}; index index.html; }}"
ENTRY = """  - name: {name}
    url: http://127.0.0.1:{port}/
    delay: 0
    concurrency: 8
    passes: 2
    budget: {{visits: 8, pages: 60}}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(home: Path, ports: dict[str, int]) -> Iterator[None]:
    """Serve the documentation as long as the context lasts."""
    servers = [SERVER.format(port=port, folder=DOCS[name]) for name, port in ports.items()]
    config = home / "nginx.conf"
    config.write_text(NGINX.format(home=home, servers="\n  ".join(servers)))
    with subprocess.Popen(["nginx", "-c", str(config)]) as nginx:
        try:
            for port in ports.values():
                patience = ["--retry", "20", "--retry-connrefused", "--retry-delay", "1"]
                address = f"http://127.0.0.1:{port}/"
                command = ["curl", "-sf", "-o", os.devnull, *patience, address]
                subprocess.run(command, check=True, timeout=60)
            yield
        finally:
            nginx.terminate()


def bench(*arguments: object, alone: bool = False) -> subprocess.CompletedProcess[str]:
    """Run the command; `alone`, where there is no network but loopback."""
    command = [sys.executable, "-m", "bench", *map(str, arguments)]
    if alone:
        inner = 'ip link set lo up && test "$(ls /sys/class/net 2>/dev/null)" != "" && exec "$@"'
        command = ["unshare", "-r", "-n", "sh", "-c", inner, "sh", *command]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=3000)


def told(out: Path) -> dict[str, dict[str, object]]:
    """What each site of the last run came to."""
    run = out / "latest" / "sites"
    return {
        each.name: json.loads((each / "site.json").read_text()) for each in sorted(run.iterdir())
    }


@pytest.mark.skipif(not shutil.which("nginx") or not shutil.which("unshare"), reason="not here")
def test_three_replays_without_a_network_are_the_run_that_was_recorded(tmp_path: Path) -> None:
    ports = {name: free_port() for name, folder in DOCS.items() if folder.is_dir()}
    sites = tmp_path / "sites.yaml"
    entries = [ENTRY.format(name=name, port=port) for name, port in ports.items()]
    entries += [f"  - {{lab: {name}, passes: 2}}\n" for name in LAB]
    sites.write_text("sites:\n" + "".join(entries))
    with served(tmp_path, ports):
        done = bench("run", sites, "--record", "--out", tmp_path / "first")
    assert done.returncode == 0, done.stderr
    first = told(tmp_path / "first")
    recording = tmp_path / "first" / "latest"
    packed = [str(each) for each in recording.resolve().glob("sites/*/recording/*.warc.gz")]
    check = [sys.executable, "-m", "warcio.cli", "check", *packed]
    assert subprocess.run(check, capture_output=True, check=False).returncode == 0
    for turn in range(REPLAYS):
        out = tmp_path / f"replay-{turn}"
        done = bench("run", sites, "--replay", recording, "--out", out, alone=True)
        assert done.returncode == 0, done.stderr
        again = told(out)
        for name, site in again.items():
            sys.stdout.write(f"replay {turn}: {name} {site['digests']} {site['unrecorded']}\n")
        assert {name: site["digests"] for name, site in again.items()} == {
            name: site["digests"] for name, site in first.items()
        }
        asked = [site["unrecorded"]["asked"] for site in again.values()]  # type: ignore[index]
        assert asked == [{}] * len(again)
        truth = json.loads((out / "latest" / "sites" / "volatile" / "truth.json").read_text())
        volatile = [each["url"] for each in truth["excluded"] if each["reason"] == "volatile"]
        assert "https://bazaar.test/offers?tid=*" in volatile
