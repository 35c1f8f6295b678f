"""A session with the web: one request, one answer or one closed reason."""

import errno
import ipaddress
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import yarl

from crawler.config import Config
from crawler.wire.answer import Answer, Appetite, Transport, header
from crawler.wire.observation import Trouble
from crawler.wire.tape import Heard, Tape
from crawler.wire.transport.body import read_body
from crawler.wire.transport.reasons import GATEWAY_ERRORS, PRIVATE, proxys_word, trouble

ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
HEADER_BYTES = 64 * 1024
BUFFER_BYTES = 64 * 1024
# As browsers do: a site that sets ever more cookies loses them, and requests stay small.
MAX_COOKIES = 180


@asynccontextmanager
async def open_transport(
    config: Config, *, heard: Heard | None = None
) -> AsyncIterator[Transport]:
    """Open the way to the web that a configuration asks for; `heard` is told every exchange."""
    connector = aiohttp.TCPConnector(
        limit=0,
        ssl=_tls(config.ca),
        keepalive_timeout=30,
        socket_factory=_public_socket if config.refuse_private else None,
    )
    async with aiohttp.ClientSession(
        connector=connector,
        cookie_jar=aiohttp.CookieJar(unsafe=True, quote_cookie=False),
        headers={
            "User-Agent": config.sent_as,
            "Accept": ACCEPT,
            "Accept-Language": "en-US,en;q=0.9",
            "Accept-Encoding": "gzip, deflate",
        },
        timeout=aiohttp.ClientTimeout(total=config.pacing.deadline),
        auto_decompress=False,
        read_bufsize=BUFFER_BYTES,
        max_line_size=HEADER_BYTES,
        max_field_size=HEADER_BYTES,
        proxy=config.proxy,
    ) as session:
        transport = _Aiohttp(session, proxied=config.proxy is not None)
        yield transport if heard is None else _Taped(transport, heard)


def _tls(ca: Path | None) -> ssl.SSLContext | bool:
    """Trust a CA file's certificates alone, or (True) those of the machine, loaded already."""
    return True if ca is None else ssl.create_default_context(cafile=ca)


def _public_socket(info: aiohttp.AddrInfoType) -> socket.socket:
    """Open a socket to an address of the public internet; asked where the name has led."""
    family, kind, protocol, _, (host, *_) = info
    if not ipaddress.ip_address(str(host).partition("%")[0]).is_global:
        raise OSError(errno.EACCES, PRIVATE)
    return socket.socket(family=family, type=kind, proto=protocol)


class _Aiohttp:
    """The Transport that ships."""

    def __init__(self, session: aiohttp.ClientSession, *, proxied: bool) -> None:
        self._session = session
        self._proxied = proxied

    async def get(
        self, url: str, *, appetite: Appetite, tape: Tape | None = None
    ) -> Answer | Trouble:
        """Ask once, without following a redirect."""
        address = yarl.URL(url.partition("#")[0], encoded=True)
        try:
            async with self._session.get(address, allow_redirects=False) as response:
                return await self._read(url, response, appetite=appetite, tape=tape)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            return trouble(error)

    def keep_cookie(self, url: str, cookie: str) -> None:
        """Take a Set-Cookie as if it had come just now."""
        self._session.cookie_jar.update_cookies_from_headers([cookie], yarl.URL(url, encoded=True))

    async def _read(
        self,
        url: str,
        response: aiohttp.ClientResponse,
        *,
        appetite: Appetite,
        tape: Tape | None,
    ) -> Answer | Trouble:
        headers = tuple(response.headers.items())
        if tape is not None:
            sent = response.request_info.headers
            tape.begin(response.status, response.reason, headers, sent)
        if self._proxied and response.status in GATEWAY_ERRORS:
            refused = header(headers, "Proxy-Status")
            if refused is not None:
                return proxys_word(refused)
        cookies = tuple(response.headers.getall("Set-Cookie", ()))
        if cookies and len(self._session.cookie_jar) > MAX_COOKIES:
            self._session.cookie_jar.clear()
        body = await read_body(response, appetite(response.status, headers), tape)
        return Answer(
            url=url,
            status=response.status,
            headers=headers,
            body=body.data,
            size=len(body.data),
            truncated=body.truncated,
            trouble=body.trouble,
            cookies=cookies,
        )


class _Taped:
    """The same, and every exchange is told."""

    def __init__(self, transport: _Aiohttp, heard: Heard) -> None:
        self._transport = transport
        self._heard = heard

    async def get(self, url: str, *, appetite: Appetite) -> Answer | Trouble:
        """Ask once, and tell how it went."""
        tape = Tape(url=url, request=())
        answer = await self._transport.get(url, appetite=appetite, tape=tape)
        lost = answer if isinstance(answer, Trouble) else answer.trouble
        self._heard(
            tape.end(
                whole=isinstance(answer, Answer) and not answer.truncated,
                failure=None if lost is None else str(lost.reason),
                detail=None if lost is None else lost.detail,
            )
        )
        return answer

    def keep_cookie(self, url: str, cookie: str) -> None:
        """Take a Set-Cookie as if it had come just now."""
        self._transport.keep_cookie(url, cookie)
