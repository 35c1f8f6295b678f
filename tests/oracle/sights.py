"""Pages on loopback for a real browser, and the browser that the tests share."""

import asyncio
import contextlib
import re
import threading
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from oracle.browser import Browser
from oracle.hands.settle import Caps
from oracle.hands.visitor import SiteVisitor
from oracle.routes.visit import Rendered, Visit, Visitor

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """One answer; `wait` holds it back, `then` is the rest of its body and comes `later`.

    `short` bytes more are announced than ever come: the connection ends before.
    """

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)
    wait: float = 0.0
    then: bytes = b""
    later: float = 1.0
    short: int = 0


Site = Mapping[str, str | Served]


@dataclass(slots=True)
class Host:
    """A running site: where it is, and what it was asked."""

    site: Site
    address: str = ""
    asked: list[str] = field(default_factory=list)

    def url(self, path: str) -> str:
        return self.address + path

    def find(self, path: str) -> Served:
        for key in (path, path.partition("?")[0]):
            if key in self.site:
                answer = self.site[key]
                return answer if isinstance(answer, Served) else Served(body=answer.encode())
        return Served(status=404, body=b"<h1>Not here</h1>")


@contextmanager
def host(site: Site) -> Iterator[Host]:
    """Serve the pages from a thread, for as long as the block lasts."""
    running = Host(site)
    ready = threading.Event()
    loop = asyncio.new_event_loop()
    stop = asyncio.Event()
    writers: set[asyncio.StreamWriter] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.add(writer)
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while await _answer(running, stop, reader, writer):
                pass
        writer.transport.abort()

    async def serve() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        running.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        ready.set()
        await stop.wait()
        server.close()
        for writer in writers:
            writer.transport.abort()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        await asyncio.gather(*rest, return_exceptions=True)

    def serving() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve())

    thread = threading.Thread(target=serving)
    thread.start()
    ready.wait()
    try:
        yield running
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


async def _answer(
    running: Host,
    stop: asyncio.Event,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> bool:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    verb, path, _ = head.split("\r\n", 1)[0].split(" ", 2)
    length = re.search(r"(?im)^content-length: *(\d+)", head)
    if length:
        await reader.readexactly(int(length[1]))
    running.asked.append(f"{verb} {path}")
    served = running.find(path)
    await _pause(stop, served.wait)
    size = len(served.body + served.then) + served.short
    headers = (*served.headers, ("Content-Length", str(size)))
    lines = [f"HTTP/1.1 {served.status} Answer", *(f"{name}: {value}" for name, value in headers)]
    writer.write("\r\n".join((*lines, "", "")).encode("latin-1"))
    if verb != "HEAD":
        writer.write(served.body)
        if served.then:
            await writer.drain()
            await _pause(stop, served.later)
            writer.write(served.then)
    await writer.drain()
    return not served.short


async def _pause(stop: asyncio.Event, seconds: float) -> None:
    """Wait so long, or until the site is closed."""
    if seconds:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), seconds)


class Runs(Protocol):
    """Runs a coroutine to its end."""

    def __call__(self, doing: Coroutine[object, object, T], /) -> T:
        """Give its result."""
        ...


@dataclass(slots=True)
class Eyes:
    """The shared browser, asked from tests that are not asynchronous."""

    browser: Browser
    run: Runs

    def visitor(self, caps: Caps | None = None) -> Visitor:
        return SiteVisitor(self.browser.room, caps)

    def visits(self, *asked: tuple[str, int], caps: Caps | None = None) -> list[Visit]:
        """Visit addresses at their levels, one after the other, as one site."""

        async def visiting() -> list[Visit]:
            visitor = self.visitor(caps)
            try:
                return [await visitor.visit(url, level=level) for url, level in asked]
            finally:
                await visitor.reset()

        return self.run(visiting())

    def visit(self, url: str, *, level: int = 0, caps: Caps | None = None) -> Visit:
        (visit,) = self.visits((url, level), caps=caps)
        return visit

    def render(self, url: str) -> Rendered:
        async def rendering() -> Rendered:
            visitor = self.visitor()
            try:
                return await visitor.render(url)
            finally:
                await visitor.reset()

        return self.run(rendering())


def construct(path: Path) -> tuple[str, set[tuple[str, int, str]]]:
    """A page, and what its first comment says is to be seen: path, level and phase."""
    listed, _, html = path.read_text("utf-8").removeprefix("<!-- sees\n").partition("\n-->\n")
    lines = [line.split() for line in listed.splitlines() if line != "nothing"]
    return html, {(address, int(level), phase) for level, phase, address in lines}


def seen(visit: Visit, address: str) -> set[tuple[str, int, str]]:
    """Path, level and phase of all that the site itself is."""
    return {
        (one.url.removeprefix(address), one.level, str(one.phase))
        for one in visit.sightings
        if one.url.startswith(address)
    }
