"""The second request stack: httpx, another one than the crawler's and than the browser's.

Redirects are followed hop by hop and kept, also out of the site, as they may lead back; what is
served elsewhere is not read.
Time, hops, body and the pace towards a host are bounded. A failure is an answer with its reason.
"""

import asyncio
import ssl
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from io import BytesIO
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import httpx

from oracle.config import LIVENESS_AGENT, Config
from oracle.exchange import Exchange, Heard
from oracle.liveness.answer import Answer, Failure, Head, Trail
from oracle.liveness.deadline import Deadline
from oracle.liveness.pace import Pace
from oracle.liveness.refresh import refresh_target
from oracle.url import document, resolve

DEADLINE = 12.0
"""Seconds for one address with all its hops."""

MOST_BYTES = 1 << 20
LONGEST_WAIT = 10.0
"""Seconds that a Retry-After is honoured; who asks for more is left to the browser."""

MOST_KEPT = 3
"""Chains that end at a stranger's before it is believed that it sends nobody back."""

AGAIN = 2
"""How often an address is asked for again whose answer may be a passing fault."""

CONCURRENCY = 8
_PATIENCE = httpx.Timeout(None).as_dict()  # the deadline bounds all of it
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_TRANSIENT = frozenset({429, 500, 502, 503, 504})
_GATEWAY = frozenset({502, 504})


class Client:
    """Asks for addresses, politely, each chain of hops with cookies of its own."""

    def __init__(
        self,
        config: Config,
        *,
        pace: Pace | None = None,
        agent: str = LIVENESS_AGENT,
        heard: Heard | None = None,
    ) -> None:
        """Nothing is opened before the first request; `pace` is shared with whoever else asks."""
        self._heard = heard
        proxy = None if config.proxy is None else httpx.Proxy(config.proxy)
        self._transport = httpx.AsyncHTTPTransport(
            verify=_trust(config), http2=True, proxy=proxy, retries=0
        )
        self._headers = {
            "user-agent": agent,
            "accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
            "accept-encoding": "gzip",
        }
        self._proxied = proxy is not None
        self._pace = Pace(config.delay) if pace is None else pace
        self._slots = asyncio.Semaphore(CONCURRENCY)
        self._kept: Counter[str] = Counter()
        self._back: set[str] = set()

    async def __aenter__(self) -> Self:
        """Open the pool."""
        await self._transport.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the pool."""
        await self._transport.__aexit__(kind, error, trace)

    async def fetch(self, url: str, *, admit: Callable[[str], bool], text: bool = False) -> Answer:
        """What the address answers; asked again when that may help.

        The body is read of documents alone, or with `text` of whatever has one.
        """
        async with self._slots:
            answer, wait = await self._chain(url, admit, text=text)
            self._note(answer)
            for _ in range(AGAIN):
                if wait is None or answer.left or wait > LONGEST_WAIT:
                    break
                await asyncio.sleep(wait)
                answer, wait = await self._chain(url, admit, text=text)
            return answer

    def _note(self, answer: Answer) -> None:
        """Learn which strangers send readers back, and which keep them."""
        if answer.left:
            self._kept[_host(answer.final_url)] += 1
        for _, onward in answer.hops:
            if not answer.left:
                self._back.add(_host(onward))

    def _keeps(self, stranger: str) -> bool:
        """Whether readers sent there were never sent back, so that one more need not be."""
        host = _host(stranger)
        return self._kept[host] >= MOST_KEPT and host not in self._back

    async def _chain(
        self, url: str, admit: Callable[[str], bool], *, text: bool
    ) -> tuple[Answer, float | None]:
        """One whole chain, and how long to wait before it is worth another try."""
        trail = Trail(url)
        try:
            return await self._follow(trail, admit, text=text)
        except TimeoutError:
            return trail.failed(Failure.TIMEOUT, f"no answer within {DEADLINE:g} s"), None
        except (httpx.ConnectError, httpx.ProxyError) as error:
            tls = isinstance(_first_cause(error), ssl.SSLError)
            return trail.failed(Failure.TLS if tls else Failure.CONNECT, str(error)), 0.0
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, zlib.error) as error:
            return trail.failed(Failure.PROTOCOL, str(error) or type(error).__name__), 0.0

    async def _follow(
        self, trail: Trail, admit: Callable[[str], bool], *, text: bool
    ) -> tuple[Answer, float | None]:
        cookies = httpx.Cookies()
        deadline = Deadline(DEADLINE)
        while True:
            turn = self._pace.turn(trail.at)  # waiting for it is none of the site's time
            async with turn, deadline.kept(), self._ask(trail.at, cookies) as response:
                head = _head(response)
                if head.status in _TRANSIENT:
                    return trail.ended(head), _wait(response)
                if trail.away and head.status not in _REDIRECTS:
                    return trail.ended(head), None  # what strangers say is not read
                onward, body = await _onward(trail.at, head, response, text=text)
            if onward is None:
                return trail.ended(head, body), None
            if onward == "":
                return trail.failed(Failure.LOCATION, "a redirect to no address", head), None
            seen = (onward, tuple(sorted((c.name, c.value) for c in cookies.jar)))
            if not trail.step(onward, seen):
                return trail.failed(trail.trouble(seen), "the redirects never end", head), None
            trail.crossed(head, inside=admit(onward))
            if trail.away and self._keeps(onward):
                return trail.ended(head), None

    @asynccontextmanager
    async def _ask(self, url: str, cookies: httpx.Cookies) -> AsyncIterator[httpx.Response]:
        """One request over the shared pool, with the cookies of its chain alone."""
        request = httpx.Request(
            "GET", document(url), headers=self._headers, extensions={"timeout": _PATIENCE}
        )
        cookies.set_cookie_header(request)
        started = datetime.now(UTC)
        try:
            response = await self._transport.handle_async_request(request)
        except (httpx.HTTPError, asyncio.CancelledError) as error:
            if self._heard is not None:
                self._heard(_unanswered(request, started, error))
            raise
        response.request = request
        response.extensions["kept"] = None if self._heard is None else bytearray()
        fault: BaseException | None = None
        try:
            cookies.extract_cookies(response)
            if self._proxied and response.status_code in _GATEWAY:
                _believe(response)
            yield response
        except BaseException as error:
            fault = error
            raise
        finally:
            if self._heard is not None:
                self._heard(_answered(response, started, fault))
            await response.aclose()


async def _onward(
    at: str, head: Head, response: httpx.Response, *, text: bool
) -> tuple[str | None, bytes]:
    """Where a response sends its reader ("" for nowhere), and the body that was read for it."""
    if head.status in _REDIRECTS and "location" in response.headers:
        return resolve(at, response.headers["location"]) or "", b""
    if not head.is_document:
        return None, await _read(response) if text and head.status == 200 else b""
    body = await _read(response)
    target = refresh_target(body, header=response.headers.get("refresh"), base=at)
    return (None if target == at else target), body


async def _read(response: httpx.Response) -> bytes:
    """The decoded body, as far as the bound; what a bomb would unpack is never held."""
    packed = response.headers.get("content-encoding", "").strip().lower() in {"gzip", "x-gzip"}
    unpack = zlib.decompressobj(wbits=31) if packed else None
    body = bytearray()
    kept: bytearray | None = response.extensions["kept"]
    async for chunk in response.aiter_raw():
        if kept is not None:
            kept += chunk
        room = MOST_BYTES - len(body)
        body += unpack.decompress(chunk, room) if unpack else chunk[:room]
        if len(body) >= MOST_BYTES:
            break
    else:
        response.extensions["whole"] = True
    return bytes(body)


def _believe(response: httpx.Response) -> None:
    """Take a proxy's word that no answer could be had (RFC 9209)."""
    told = response.headers.get("proxy-status")
    if told is not None:
        raise httpx.ProxyError(told)


def _answered(
    response: httpx.Response, started: datetime, fault: BaseException | None
) -> Exchange:
    request = response.request
    return Exchange(
        method=request.method,
        url=str(request.url),
        started=started,
        request=tuple(request.headers.multi_items()),
        status=response.status_code,
        reason=response.reason_phrase,
        headers=tuple(response.headers.multi_items()),
        body=BytesIO(response.extensions["kept"]),
        coded=True,
        whole=response.extensions.get("whole", False),
        failure=None if fault is None else type(fault).__name__,
    )


def _unanswered(request: httpx.Request, started: datetime, error: BaseException) -> Exchange:
    return Exchange(
        method=request.method,
        url=str(request.url),
        started=started,
        request=tuple(request.headers.multi_items()),
        body=BytesIO(),
        whole=False,
        failure=type(error).__name__,
        detail=str(_first_cause(error)),
    )


def _head(response: httpx.Response) -> Head:
    return Head(
        status=response.status_code,
        content_type=response.headers.get("content-type"),
        disposition=response.headers.get("content-disposition"),
    )


def _wait(response: httpx.Response) -> float:
    """Seconds until the next try; a date instead of seconds counts as too long."""
    asked = response.headers.get("retry-after", "0.5").strip()
    try:
        return max(0.0, float(asked))
    except ValueError:
        return LONGEST_WAIT * 2


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _trust(config: Config) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=None if config.ca is None else str(config.ca))


def _first_cause(error: BaseException) -> BaseException:
    while (cause := error.__cause__ or error.__context__) is not None:
        error = cause
    return error
