"""How many requests for small pages the gateway answers in one second of its CPU time."""

import socket
import ssl
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.bar

LEAST = 1500
REQUESTS = 3000
AGENT = b"User-Agent: throughput\r\nAccept: text/html\r\nAccept-Encoding: gzip, deflate, br\r\n"

# The gateway has a process of its own; it says its CPU time whenever it is asked.
SERVER = """
import asyncio, sys, time
from pathlib import Path
from bench.web.directory import Directory
from bench.web.gateway import Gateway
from bench.web.origin import Web

async def main():
    async with Gateway(Web({"docs.test": Directory(Path(sys.argv[1]))})) as gateway:
        print(gateway.proxy, gateway.ca, flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            print(time.process_time(), flush=True)

asyncio.run(main())
"""


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_requests_per_cpu_second(tmp_path: Path, scheme: str) -> None:
    rate = requests_per_cpu_second(tmp_path, scheme)
    sys.stdout.write(f"\n{scheme}: {rate:.0f} requests per CPU-second\n")
    assert rate >= LEAST


def requests_per_cpu_second(home: Path, scheme: str) -> float:
    """Ask a gateway of its own for small pages of a folder, over one connection."""
    pages = [home / f"{number}.html" for number in range(20)]
    for page in pages:
        page.write_text(f"<title>{page.name}</title>" + f"<p>Words of {page.name}.</p>" * 300)
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as gateway:
        assert gateway.stdin is not None
        assert gateway.stdout is not None

        def used() -> float:
            print(file=gateway.stdin, flush=True)
            return float(gateway.stdout.readline()) if gateway.stdout else 0.0

        proxy, ca = gateway.stdout.readline().split()
        with connect(proxy, ca, scheme) as wire:
            prefix = b"http://docs.test" if scheme == "http" else b""
            fetch(wire, prefix, pages, 200)
            before = used()
            fetch(wire, prefix, pages, REQUESTS)
            rate = REQUESTS / (used() - before)
        gateway.stdin.close()
    return rate


def connect(proxy: str, ca: str, scheme: str) -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", int(proxy.rpartition(":")[2])))
    if scheme == "http":
        return wire
    wire.sendall(b"CONNECT docs.test:443 HTTP/1.1\r\nHost: docs.test:443\r\n\r\n")
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += wire.recv(4096)
    assert answer.startswith(b"HTTP/1.1 200")
    return ssl.create_default_context(cafile=ca).wrap_socket(wire, server_hostname="docs.test")


def fetch(wire: socket.socket, prefix: bytes, pages: list[Path], count: int) -> None:
    """Ask for one page after the other on one connection."""
    buffer = b""
    for number in range(count):
        path = pages[number % len(pages)].name.encode()
        wire.sendall(b"GET %s/%s HTTP/1.1\r\nHost: docs.test\r\n%s\r\n" % (prefix, path, AGENT))
        while b"\r\n\r\n" not in buffer:
            buffer += wire.recv(65536)
        head, _, buffer = buffer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        length = int(head.partition(b"Content-Length: ")[2].partition(b"\r\n")[0])
        while len(buffer) < length:
            buffer += wire.recv(65536)
        buffer = buffer[length:]
