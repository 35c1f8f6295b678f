"""What the bench asks a site itself: robots.txt, and whether sampled addresses are alive."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TypeVar, cast

import httpx

from bench.facts.checks import Liveness, Probe, RobotsAnswer
from bench.recording.exchange import Asked, Heard
from bench.soft404 import DOCUMENTS, Nowhere

USER_AGENT = "route-recall-bench/0.1.0"
MAX_ROBOTS = 1 << 20
MAX_PAGE = 1 << 19
MAX_HOPS = 10
MAX_WAIT = 3.0
SECONDS = 20.0
PASSING = frozenset({429, 500, 502, 503, 504})
GATEWAY = frozenset({502, 504})

In = TypeVar("In")
Out = TypeVar("Out")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer after redirects, its body cut at a bound; without a status there was none."""

    url: str
    status: int | None = None
    content_type: str = ""
    attachment: bool = False
    body: bytes = b""
    retry_after: float = 0.0
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Asks politely: so many at a time, with a pause after each."""

    client: httpx.AsyncClient
    concurrency: int = 8
    delay: float = 0.0
    proxied: bool = False

    async def get(self, url: str, *, limit: int = MAX_PAGE) -> Reply:
        """Fetch one address; what passes (429, 5xx) is asked once more."""
        reply = await self._once(url, limit)
        if reply.status in PASSING:
            await asyncio.sleep(min(max(reply.retry_after, self.delay), MAX_WAIT))
            reply = await self._once(url, limit)
        await asyncio.sleep(self.delay)
        return reply

    async def _once(self, url: str, limit: int) -> Reply:
        try:
            # A drip of bytes never trips the client's own timeouts.
            async with asyncio.timeout(SECONDS), self.client.stream("GET", url) as response:
                if self.proxied and response.status_code in GATEWAY:
                    refused = response.headers.get("proxy-status")
                    if refused is not None:
                        return Reply(url=url, error=f"the proxy has no answer: {refused}"[:200])
                body = bytearray()
                async for piece in response.aiter_bytes():
                    body += piece
                    if len(body) >= limit:
                        break
                return _reply(response, bytes(body[:limit]))
        except TimeoutError:
            return Reply(url=url, error=f"no whole answer within {SECONDS:.0f} s")
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, OSError) as error:
            return Reply(url=url, error=f"{type(error).__name__}: {error}".rstrip(": "))

    async def each(self, ask: Callable[[In], Awaitable[Out]], items: Iterable[In]) -> list[Out]:
        """Ask about many, so many at a time; answers come in the order of the items."""
        turn = asyncio.Semaphore(self.concurrency)

        async def one(item: In) -> Out:
            async with turn:
                return await ask(item)

        return list(await asyncio.gather(*(one(item) for item in items)))


def _reply(response: httpx.Response, body: bytes) -> Reply:
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    disposition = response.headers.get("content-disposition", "").strip().lower()
    wait = response.headers.get("retry-after", "")
    return Reply(
        url=str(response.url),
        status=response.status_code,
        content_type=kind,
        attachment=disposition.startswith("attachment"),
        body=body,
        retry_after=float(wait) if wait.isdecimal() else 0.0,
    )


@asynccontextmanager
async def open_asker(
    *,
    proxy: str | None = None,
    ca: Path | None = None,
    concurrency: int = 8,
    delay: float = 0.0,
    heard: Heard | None = None,
) -> AsyncIterator[Asker]:
    """Open a client, through the gateway when one is given; `heard` is told every exchange."""
    trust = ssl.create_default_context(cafile=None if ca is None else str(ca))
    way: httpx.AsyncBaseTransport = httpx.AsyncHTTPTransport(
        verify=trust, http2=True, proxy=None if proxy is None else httpx.Proxy(proxy)
    )
    async with httpx.AsyncClient(
        transport=way if heard is None else _Taped(way, heard),
        trust_env=False,
        follow_redirects=True,
        max_redirects=MAX_HOPS,
        timeout=SECONDS,
        headers={"user-agent": USER_AGENT},
    ) as client:
        yield Asker(client=client, concurrency=concurrency, delay=delay, proxied=proxy is not None)


@dataclass(slots=True)
class _Taped(httpx.AsyncBaseTransport):
    """A way to the web on which every exchange is told."""

    way: httpx.AsyncBaseTransport
    heard: Heard

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:  # type: ignore[explicit-override]
        """Ask, and tell at the end of the body, or at once that there was no answer."""
        told = Asked(
            method=request.method,
            url=str(request.url),
            started=datetime.now(UTC),
            request=tuple(request.headers.multi_items()),
            body=BytesIO(),
            whole=False,
        )
        try:
            response = await self.way.handle_async_request(request)
        except (httpx.HTTPError, asyncio.CancelledError) as error:
            self.heard(replace(told, failure=type(error).__name__, detail=str(error)))
            raise
        answered = replace(
            told,
            status=response.status_code,
            reason=response.reason_phrase,
            headers=tuple(response.headers.multi_items()),
        )
        stream = cast("httpx.AsyncByteStream", response.stream)
        response.stream = _Tee(stream=stream, told=answered, heard=self.heard)
        return response

    async def aclose(self) -> None:  # type: ignore[explicit-override]
        """Close the way."""
        await self.way.aclose()


@dataclass(slots=True, kw_only=True)
class _Tee(httpx.AsyncByteStream):
    """A body that is kept while it is read."""

    stream: httpx.AsyncByteStream
    told: Asked
    heard: Heard
    kept: bytearray = field(default_factory=bytearray)
    whole: bool = False
    closed: bool = False

    async def __aiter__(self) -> AsyncIterator[bytes]:  # type: ignore[explicit-override]
        async for piece in self.stream:
            self.kept += piece
            yield piece
        self.whole = True

    async def aclose(self) -> None:  # type: ignore[explicit-override]
        """Tell the exchange, once."""
        await self.stream.aclose()
        if not self.closed:
            self.closed = True
            self.heard(replace(self.told, body=BytesIO(self.kept), whole=self.whole))


async def ask_robots(asker: Asker, origins: Iterable[str]) -> tuple[RobotsAnswer, ...]:
    """Fetch robots.txt of each origin (`https://www.shop.test`)."""

    async def one(origin: str) -> RobotsAnswer:
        url = f"{origin}/robots.txt"
        reply = await asker.get(url, limit=MAX_ROBOTS)
        text = reply.body.decode("utf-8-sig", errors="replace") if reply.status == 200 else None
        return RobotsAnswer(
            origin=origin, url=url, status=reply.status, text=text, error=reply.error
        )

    return tuple(await asker.each(one, origins))


async def ask_alive(
    asker: Asker, urls: Iterable[str], *, at_home: Callable[[str], bool], shell: bool
) -> tuple[Probe, ...]:
    """Tell for each address whether it is a live document; `at_home` says what is in site."""
    nowhere = Nowhere(get=asker.get)

    async def one(url: str) -> Probe:
        reply = await asker.get(url)
        verdict = judge(reply, at_home=at_home)
        if verdict is Liveness.ALIVE:
            if shell:
                # One application answers every path: only a browser could tell.
                verdict = Liveness.UNKNOWN
            elif await nowhere.looks_like(reply.url, reply.body):
                verdict = Liveness.SOFT_404
        final = reply.url if reply.status is not None else None
        return Probe(url=url, verdict=verdict, status=reply.status, final_url=final)

    return tuple(await asker.each(one, urls))


def judge(reply: Reply, *, at_home: Callable[[str], bool]) -> Liveness:
    """Judge one answer by itself."""
    if reply.status in {404, 410}:
        return Liveness.DEAD
    if reply.status != 200:
        return Liveness.UNKNOWN
    if not at_home(reply.url):
        return Liveness.OFF_SITE
    if reply.attachment or reply.content_type not in DOCUMENTS:
        return Liveness.NOT_A_DOCUMENT
    return Liveness.ALIVE
