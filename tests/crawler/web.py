"""A closed web on loopback: a plain-http forward proxy that answers from a table of pages."""

import asyncio
import socket
import struct
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urljoin

from crawler.answer.inventory import Candidate, Inventory
from crawler.config import Config, Pacing
from crawler.crawl import crawl
from crawler.story.events import Event, silence

ROOT = "http://site.test/"
QUICK = Pacing(deadline=2.0, backoff=0.01)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """An answer with a right length."""

    body: bytes = b""
    status: int = 200
    type: str | None = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()

    def wire(self) -> bytes:
        lines = [f"HTTP/1.1 {self.status} Said", f"Content-Length: {len(self.body)}"]
        lines += [f"Content-Type: {self.type}"] if self.type else []
        lines += [f"{name}: {value}" for name, value in self.headers]
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogateescape") + self.body


@dataclass(frozen=True, slots=True, kw_only=True)
class Raw:
    """Bytes as they are, and then the end of the connection, its reset, drops, or silence."""

    data: bytes = b""
    hang: bool = False
    reset: bool = False
    drop: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request; `nth` counts those of its address, from 1."""

    url: str
    headers: Mapping[str, str]
    nth: int


Answer = Page | Raw
Site = Mapping[str, Answer | Callable[[Asked], Answer]]


@dataclass(slots=True)
class Web:
    """The running web, and what it was asked."""

    site: Site
    delay: Callable[[str], Awaitable[None]] | None = None
    proxy: str = ""
    asked: list[str] = field(default_factory=list)
    open: int = 0
    busiest: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def answer(self, asked: Asked) -> Answer:
        found = self.site.get(asked.url, self.site.get("*", Page(status=404, body=b"<h1>no</h1>")))
        return found(asked) if callable(found) else found

    async def attend(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await _head(reader):
                url, headers = head
                self.asked.append(url)
                self.counts[url] += 1
                answer = self.answer(Asked(url=url, headers=headers, nth=self.counts[url]))
                self.open += 1
                self.busiest = max(self.busiest, self.open)
                try:
                    if self.delay:
                        await self.delay(url)
                finally:
                    self.open -= 1
                if isinstance(answer, Raw):
                    writer.write(answer.data)
                    await writer.drain()
                    while answer.drop:
                        writer.write(answer.drop)
                        await writer.drain()
                        await asyncio.sleep(0.02)
                    if answer.hang:
                        await reader.read()
                    if answer.reset:
                        reset(writer)
                    break
                writer.write(answer.wire())
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()


def reset(writer: asyncio.StreamWriter) -> None:
    """End a connection as a machine does that has forgotten it: by RST, after what was sent."""
    at_once = struct.pack("ii", 1, 0)
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
    writer.transport.abort()


async def _head(reader: asyncio.StreamReader) -> tuple[str, dict[str, str]] | None:
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    return first.split(" ")[1], headers


@asynccontextmanager
async def serve(
    site: Site, *, delay: Callable[[str], Awaitable[None]] | None = None
) -> AsyncIterator[Web]:
    """Serve a web; keys are addresses, or paths of the root's host."""
    web = Web(site={key if key == "*" else urljoin(ROOT, key): v for key, v in site.items()})
    web.delay = delay
    clients: set[asyncio.Task[None]] = set()

    def attend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(web.attend(reader, writer))
        clients.add(task)
        task.add_done_callback(clients.discard)

    server = await asyncio.start_server(attend, "127.0.0.1", 0)
    web.proxy = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield web
    finally:
        server.close()
        for client in clients:
            client.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        await server.wait_closed()


@dataclass(frozen=True, slots=True, kw_only=True)
class Crawled:
    """A crawl of a closed web, and what the web was asked."""

    inventory: Inventory
    asked: tuple[str, ...]
    events: tuple[Event, ...]
    busiest: int

    @property
    def listed(self) -> set[str]:
        return {short(url) for url in self.inventory.listed}

    @property
    def by_url(self) -> dict[str, Candidate]:
        return {short(each.url): each for each in self.inventory.candidates}


def short(url: str) -> str:
    """Name addresses of the root's host by their path."""
    return "/" + url.removeprefix(ROOT) if url.startswith(ROOT) else url


def explore(
    site: Site,
    *,
    root: str = ROOT,
    delay: Callable[[str], Awaitable[None]] | None = None,
    heard: Callable[[Event], None] = silence,
    **settings: Any,
) -> Crawled:
    """Crawl a closed web from its root; whoever hears is told as it happens."""

    async def run() -> Crawled:
        told: list[Event] = []

        def listen(event: Event) -> None:
            told.append(event)
            heard(event)

        async with serve(site, delay=delay) as web:
            config = Config(root=root, proxy=web.proxy, pacing=QUICK)
            found = await crawl(replace(config, **settings), listen=listen)
            return Crawled(
                inventory=found,
                asked=tuple(map(short, web.asked)),
                events=tuple(told),
                busiest=web.busiest,
            )

    return asyncio.run(run())


def html(*links: str, text: str = "") -> Page:
    """Make a page of links."""
    anchors = " ".join(f'<a href="{link}">{link}</a>' for link in links)
    return Page(body=f"<!doctype html><title>{text}</title><p>{text}</p>{anchors}".encode())


def moved(location: str, *, status: int = 302, cookie: str | None = None) -> Page:
    """Make a redirect."""
    cookies = (("Set-Cookie", cookie),) if cookie else ()
    return Page(status=status, type=None, headers=(("Location", location), *cookies))


def plain(text: str) -> Page:
    """Make a text file."""
    return Page(body=text.encode(), type="text/plain")


def urlset(*locs: str) -> bytes:
    """Make a sitemap."""
    listed = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return f'<?xml version="1.0"?><urlset>{listed}</urlset>'.encode()


def index(*locs: str) -> bytes:
    """Make a sitemap index."""
    listed = "".join(f"<sitemap><loc>{loc}</loc></sitemap>" for loc in locs)
    return f'<?xml version="1.0"?><sitemapindex>{listed}</sitemapindex>'.encode()


def xml(body: bytes) -> Page:
    """Make an XML answer."""
    return Page(body=body, type="application/xml")


@contextmanager
def proxied(site: Site) -> Iterator[str]:
    """Serve a web from a thread; gives its proxy's address."""
    loop = asyncio.new_event_loop()
    ready, done = threading.Event(), asyncio.Event()
    proxy = ""

    async def run() -> None:
        nonlocal proxy
        async with serve(site) as web:
            proxy = web.proxy
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    ready.wait(10)
    try:
        yield proxy
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join(10)
        loop.close()
