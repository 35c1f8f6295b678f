"""The bench's own asks against recorded exchanges: each hop as it went over a real wire.

With BENCH_RECORD=1 in the environment they are recorded anew, from the server below.
"""

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import vcr  # type: ignore[import-untyped]
from vcr.errors import (  # type: ignore[import-untyped]
    CannotOverwriteExistingCassetteException,
)

from bench.ask import Asker, ask_alive, ask_robots, open_asker
from bench.facts.checks import Liveness

CASSETTES = Path(__file__).parent / "cassettes"
RECORDING = "BENCH_RECORD" in os.environ
PORT = 8977
HOME = f"http://127.0.0.1:{PORT}"

WORDS = "<!doctype html><title>{0}</title><h1>{0}</h1><p>Of {0}, and of nothing else at all.</p>"
ANSWERS: dict[str, tuple[int, dict[str, str], str]] = {
    "/robots.txt": (200, {"Content-Type": "text/plain"}, "User-agent: *\nDisallow: /b\n"),
    "/a": (302, {"Location": "/b", "Set-Cookie": "s=1; Path=/"}, ""),
    "/old": (301, {"Location": "/news"}, ""),
    "/news": (200, {"Content-Type": "text/html"}, WORDS.format("harbour news")),
    "/away": (302, {"Location": f"http://localhost:{PORT}/news"}, ""),
    "/map.pdf": (200, {"Content-Type": "application/pdf"}, "%PDF"),
    "/gone": (410, {"Content-Type": "text/html"}, "gone"),
}


class Site(BaseHTTPRequestHandler):
    """A small site; /b wants the cookie that /a sets."""

    def do_GET(self) -> None:
        status, headers, body = ANSWERS.get(
            self.path, (404, {"Content-Type": "text/html"}, "no such page")
        )
        if self.path == "/b":
            known = "s=1" in self.headers.get("Cookie", "")
            status, headers, body = (200, {"Content-Type": "text/html"}, WORDS.format("the quay"))
            status = status if known else 403
        self.send_response(status)
        for name, value in (headers | {"Content-Length": str(len(body))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:  # type: ignore[explicit-override]  # 3.11 has none
        """Say nothing."""


@contextmanager
def serving(port: int) -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", port), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


@contextmanager
def cassette(name: str) -> Iterator[Any]:
    """Play a cassette; a request that it does not hold fails, unless it is being recorded."""
    path = CASSETTES / f"{name}.yaml"
    if RECORDING:
        path.unlink(missing_ok=True)
        with serving(PORT), vcr.use_cassette(path, record_mode="once") as played:
            yield played
        return
    with vcr.use_cassette(path, record_mode="none") as played:
        yield played
        assert played.all_played


def asking(work: Callable[[Asker], Coroutine[Any, Any, Any]]) -> Any:
    async def run() -> Any:
        # One at a time: exchanges are played in the order in which they were recorded.
        async with open_asker(concurrency=1) as asker:
            return await work(asker)

    return asyncio.run(run())


def test_robots_as_they_were_answered() -> None:
    with cassette("robots"):
        (told,) = asking(lambda asker: ask_robots(asker, [HOME]))
    assert (told.status, told.text) == (200, "User-agent: *\nDisallow: /b\n")


def test_verdicts_on_what_was_answered() -> None:
    paths = ["/old", "/news", "/away", "/map.pdf", "/gone", "/never"]
    with cassette("verdicts"):
        probes = asking(
            lambda asker: ask_alive(
                asker,
                [f"{HOME}{path}" for path in paths],
                at_home=lambda url: url.startswith(f"{HOME}/"),
                shell=False,
            )
        )
    assert [probe.verdict for probe in probes] == [
        Liveness.ALIVE,
        Liveness.ALIVE,
        Liveness.OFF_SITE,
        Liveness.NOT_A_DOCUMENT,
        Liveness.DEAD,
        Liveness.DEAD,
    ]
    assert probes[0].final_url == f"{HOME}/news"


async def chain(asker: Asker, home: str) -> tuple[Any, ...]:
    reply = await asker.get(f"{home}/a")
    return reply.status, reply.url, reply.body, dict(asker.client.cookies)


def test_ur_125_a_redirect_is_recorded_and_played_hop_by_hop() -> None:
    with cassette("redirect") as played:
        told = asking(lambda asker: chain(asker, HOME))
    assert told == (200, f"{HOME}/b", WORDS.format("the quay").encode(), {"s": "1"})
    assert [request.path for request in played.requests] == ["/a", "/b"]
    first, second = played.responses
    assert (first["status"]["code"], second["status"]["code"]) == (302, 200)


def test_ur_125_what_is_recorded_now_plays_without_a_server(tmp_path: Path) -> None:
    path = tmp_path / "redirect.yaml"
    with serving(0) as port, vcr.use_cassette(path, record_mode="once"):
        home = f"http://127.0.0.1:{port}"
        recorded = asking(lambda asker: chain(asker, home))
    with vcr.use_cassette(path, record_mode="none") as played:
        assert asking(lambda asker: chain(asker, home)) == recorded
        assert played.all_played
    assert recorded[0] == 200


def test_a_request_that_is_not_recorded_fails_loudly() -> None:
    with (
        vcr.use_cassette(CASSETTES / "robots.yaml", record_mode="none"),
        pytest.raises(CannotOverwriteExistingCassetteException),
    ):
        asking(lambda asker: asker.get(f"{HOME}/other"))
