"""Reported faults of crawlers under bad luck: throttling, hanging, bombs, deaths."""

import asyncio
import random
import re
import signal
import sys
import tracemalloc
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from crawler.answer.inventory import Inventory, Stop
from crawler.config import Budget, Config, Pacing
from crawler.crawl import crawl
from crawler.state.frontier import State
from crawler.wire.observation import Failure
from tests.crawler.web import QUICK, ROOT, Asked, Page, Site, explore, html, serve, short


def test_ur_133_a_budget_takes_the_same_pages_in_every_run() -> None:
    below = [f"/{branch}/{n}" for branch in "ab" for n in range(20)]
    site: Site = {
        "/": html("/a", "/b"),
        "/a": html(*below[:20]),
        "/b": html(*below[20:]),
        **{path: html() for path in below},
    }
    chance = random.Random(133)  # noqa: S311 - shuffles, guards nothing

    async def slow_a(url: str) -> None:
        await asyncio.sleep(chance.uniform(0, 0.1) if url.endswith("/a") else 0)

    runs = [explore(site, delay=slow_a, budget=Budget(pages=12)).inventory for _ in range(10)]
    fetched = {
        tuple(each.url for each in run.candidates if each.state is State.FETCHED) for run in runs
    }
    assert len(fetched) == 1
    assert len({run.digest for run in runs}) == 1


def _in_a_moment(seconds: float) -> str:
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


@pytest.mark.parametrize(
    "retry_after", [lambda: "1", lambda: _in_a_moment(2)], ids=["seconds", "date"]
)
def test_ur_135_a_site_that_asks_for_patience_gets_it(retry_after: Callable[[], str]) -> None:
    links = [f"/p{n}" for n in range(40)]
    answered: list[float] = []

    def throttled(_asked: Asked) -> Page:
        now = asyncio.get_running_loop().time()
        answered.append(now)
        if len(answered) > 20 and now < answered[19] + 1:
            return Page(status=429, headers=(("Retry-After", retry_after()),))
        return html()

    site: Site = {"/": html(*links), **dict.fromkeys(links, throttled)}
    found = explore(site, pacing=replace(QUICK, deadline=5.0))
    assert found.listed == {"/", *links}
    assert all(each.state is State.FETCHED for each in found.inventory.candidates)
    attempts = [each.observation.attempts for each in found.by_url.values() if each.observation]
    assert max(attempts) > 1


def test_ur_135_what_stays_throttled_is_named_so_and_listed() -> None:
    limited = Page(status=429, headers=(("Retry-After", "0"),))
    found = explore({"/": html("/a", "/b"), "/a": limited, "/b": html()})
    seen = found.by_url["/a"].observation
    assert seen is not None
    assert seen.error is not None
    assert seen.error.reason is Failure.RATE_LIMITED
    assert "/a" in found.listed


def test_ur_136_one_throttled_host_holds_up_no_other() -> None:
    paths = [f"/p{n}" for n in range(100)]
    throttled = [f"http://b.test/{n}" for n in range(4)]

    def every_second(asked: Asked) -> Page:
        late = (("Retry-After", "2"),)
        return Page(status=429, headers=late) if asked.nth == 1 else html()

    site: Site = {
        "/": html(*throttled, *paths),
        **dict.fromkeys(paths, html()),
        **dict.fromkeys(throttled, every_second),
    }
    found = explore(site, hosts=("b.test",), pacing=QUICK)
    assert found.inventory.counts["fetched"] == 105
    asked = [at for at, url in enumerate(found.asked) if url in throttled]
    # While the one host is left in peace, the other is asked on.
    pause = found.asked[asked[3] : asked[4]]
    assert sum(path.startswith("/p") for path in pause) > 20


def test_ur_141_a_bomb_is_cut_in_little_memory_and_the_crawl_goes_on() -> None:
    size = 192 << 20
    packer = zlib.compressobj(9, wbits=31)
    zeros = bytes(1 << 20)
    bomb = b"".join(packer.compress(zeros) for _ in range(size >> 20)) + packer.flush()
    gzipped = (("Content-Encoding", "gzip"),)
    raw = (("Content-Encoding", "deflate"),)
    site: Site = {
        "/": html("/bomb", "/raw", "/br", "/ok"),
        "/bomb": Page(body=bomb, headers=gzipped),
        "/raw": Page(body=zlib.compress(zeros * 64), headers=raw),
        "/br": Page(body=b"\x5b\xff\xff", headers=(("Content-Encoding", "br"),)),
        "/sitemap.xml": Page(body=bomb, type="application/x-gzip"),
        "/ok": html(),
    }
    tracemalloc.start()
    found = explore(site, pacing=replace(QUICK, deadline=20.0))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 192 << 20
    for path in ("/bomb", "/raw"):
        seen = found.by_url[path].observation
        assert seen is not None
        assert seen.error is not None
        assert (seen.error.reason, seen.truncated) == (Failure.TOO_LARGE, True)
    assert found.by_url["/ok"].state is State.FETCHED
    assert found.inventory.stop is Stop.EXHAUSTED


Attend = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def _silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Take what comes and never say a word."""
    while await reader.read(1024):
        pass
    writer.close()


async def _dripping(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer with a root that links a page whose body comes a byte at a time."""
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            asked = head.split()[1].decode()
            body = _PAGES.get(asked, b"")
            status = b"200 OK" if asked in _PAGES or asked == "/drip" else b"404 Not Found"
            length = 10_000 if asked == "/drip" else len(body)
            writer.write(
                b"HTTP/1.1 %s\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s"
                % (status, length, body)
            )
            while asked == "/drip":
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.1)
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


_PAGES: dict[str, bytes] = {}


@asynccontextmanager
async def _listening(attend: Attend) -> AsyncIterator[int]:
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(attend(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await server.wait_closed()


async def _crawl_of_hanging_hosts() -> tuple[Inventory, int]:
    async with AsyncExitStack() as stack:
        mute = await stack.enter_async_context(_listening(_silent))
        port = await stack.enter_async_context(_listening(_dripping))
        links = (
            f'<a href="https://127.0.0.1:{mute}/tls">t</a><a href="/drip">d</a><a href="/ok">o</a>'
        )
        _PAGES.update({"/": links.encode(), "/ok": b"ok"})
        config = Config(
            root=f"http://127.0.0.1:{port}/",
            hosts=(f"127.0.0.1:{mute}",),
            pacing=Pacing(deadline=0.5, backoff=0.01, timeout_retries=0, retries=0),
        )
        return await crawl(config), mute


def test_ur_142_who_never_answers_is_left_at_the_deadline_and_named() -> None:
    found, mute = asyncio.run(asyncio.wait_for(_crawl_of_hanging_hosts(), 20))
    by_path = {re.sub(r"^\w+://[^/]+", "", each.url): each for each in found.candidates}
    drip = by_path["/drip"].observation
    assert drip is not None
    assert drip.error is not None
    assert drip.error.reason is Failure.TIMEOUT
    # The robots.txt of the mute host is what was asked of it first, and all.
    robots = {policy.url: policy for policy in found.robots}
    assert "timeout" in (robots[f"https://127.0.0.1:{mute}/robots.txt"].error or "")
    assert by_path["/tls"].refusal is not None
    assert by_path["/ok"].state is State.FETCHED
    assert found.stop is Stop.EXHAUSTED


def test_ur_144_one_broken_page_costs_one_page() -> None:
    pages: dict[str, Page] = {f"/p{n}": html(f"/p{n + 1}") for n in range(1, 10)}
    pages["/p3"] = Page(
        body=b'<a href="http://[::1">x</a>\0<a href="/p4\0">\0</a><a href="/p4">n</a>'
        b'<a href="http://%zz/">z</a><base href="http://[">\0'
    )
    found = explore({"/": html("/p1"), **pages, "/p10": html()})
    assert {f"/p{n}" for n in range(1, 11)} <= found.listed
    broken = [each for each in found.by_url.values() if each.citation.written == "http://[::1"]
    assert len(broken) == 1
    assert broken[0].refusal is not None
    assert broken[0].citation.source == "http://site.test/p3"


async def _started(root: str, *options: str) -> asyncio.subprocess.Process:
    command = [sys.executable, "-m", "crawler", root, *options]
    return await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)


async def _killed_halfway(state: Path) -> tuple[list[str], list[str], list[str]]:
    """Kill a crawl at its 50th page and start it again; return both lists, and what was asked."""
    links = [f"/p{n}" for n in range(100)]
    halfway = asyncio.Event()

    async def watch(_url: str) -> None:
        if len([each for each in web.asked if "/p" in each]) == 50:
            halfway.set()
            await asyncio.sleep(0.2)

    site: Site = {"/": html(*links), **{link: html(text=link) for link in links}}
    async with serve(site, delay=watch) as web:
        options = ("--proxy", web.proxy, "--urls")
        clean, _ = await (await _started(ROOT, *options)).communicate()
        web.asked.clear()
        halfway.clear()
        killed = await _started(ROOT, *options, "--state", str(state))
        await asyncio.wait_for(halfway.wait(), 30)
        killed.kill()
        await killed.communicate()
        assert killed.returncode == -signal.SIGKILL
        resumed, _ = await (await _started(ROOT, *options, "--state", str(state))).communicate()
        asked = [short(url) for url in web.asked if "/p" in url]
    return clean.decode().splitlines(), resumed.decode().splitlines(), asked


def test_ur_139_a_crawl_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    clean, resumed, asked = asyncio.run(_killed_halfway(tmp_path / "state"))
    assert len(clean) == 101
    assert resumed == clean
    assert set(asked) == {f"/p{n}" for n in range(100)}
    # What was under way when it was killed is asked once more, and nothing else.
    assert len(asked) <= 100 + 8
