"""The way to the web: one request, one answer or one closed reason; aiohttp's only importer."""

import errno
import ipaddress
import re
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import yarl
from aiohttp.client_proto import ResponseHandler

from crawler.config import Config
from crawler.wire.answer import Answer, Appetite, Transport, header
from crawler.wire.inflate import Inflater, inflater
from crawler.wire.observation import Failure, Trouble
from crawler.wire.tape import Heard, Tape

ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
HEADER_BYTES = 64 * 1024
BUFFER_BYTES = 64 * 1024
# As browsers do: a site that sets ever more cookies loses them, and requests stay small.
MAX_COOKIES = 180
GATEWAY_ERRORS = frozenset({502, 504})
MAX_DETAIL = 200
PRIVATE = "the address lies in a private network, which is refused"
LOST = "the connection was lost"
BROKEN_CODING = Trouble(reason=Failure.PROTOCOL, detail="the packed body is broken or cut")


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
                return _proxys_word(refused)
        cookies = tuple(response.headers.getall("Set-Cookie", ()))
        if cookies and len(self._session.cookie_jar) > MAX_COOKIES:
            self._session.cookie_jar.clear()
        body = await _body(response, appetite(response.status, headers), tape)
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


@dataclass(frozen=True, slots=True)
class _Body:
    data: bytes
    truncated: bool = False
    trouble: Trouble | None = None


async def _body(response: aiohttp.ClientResponse, wanted: int, tape: Tape | None = None) -> _Body:
    """Read a body up to what is wanted; what a lost connection left of it is kept."""
    unpack = inflater(response.headers.get("Content-Encoding"))
    if isinstance(unpack, Trouble):
        return _Body(b"", truncated=True, trouble=unpack)
    parts: list[bytes] = []
    line = response.connection and response.connection.protocol
    try:
        cut = await _collect(response, unpack, wanted, parts, tape)
    except (aiohttp.ClientError, OSError, ValueError) as error:
        ended = isinstance(error, aiohttp.ClientPayloadError)
        lost = (_reset(line) if ended else None) or trouble(error)
        return _Body(b"".join(parts)[:wanted], truncated=True, trouble=lost)
    data = b"".join(parts)[:wanted]
    reset = _reset(line) if not cut and _ends_with_its_connection(response) else None
    if reset is not None:
        return _Body(data, truncated=True, trouble=reset)
    if not cut and unpack is not None and not unpack.whole:
        return _Body(data, truncated=True, trouble=BROKEN_CODING)
    return _Body(data, truncated=cut)


def _ends_with_its_connection(response: aiohttp.ClientResponse) -> bool:
    return not any(name in response.headers for name in ("Content-Length", "Transfer-Encoding"))


def _reset(line: ResponseHandler | None) -> Trouble | None:
    """Tell a connection that was reset from one that was closed, which may end a body."""
    error = line.exception() if line is not None else None
    return trouble(error) if isinstance(error, OSError) else None


async def _collect(
    response: aiohttp.ClientResponse,
    unpack: Inflater | None,
    wanted: int,
    parts: list[bytes],
    tape: Tape | None,
) -> bool:
    """Gather pieces until the body ends or one byte more than wanted is there: then it is cut."""
    room = wanted + 1
    async for chunk in response.content.iter_any():
        if tape is not None:
            tape.add(chunk)
        piece = unpack.feed(chunk, room) if unpack else chunk
        parts.append(piece)
        room -= len(piece)
        if room <= 0:
            parts[-1] = piece[: len(piece) + room - 1]
            return True
        if unpack and unpack.broken:
            return False
    return False


# The kinds of errors by which a proxy says why it has no answer (RFC 9209); others are `connect`.
_PROXYS_ERRORS = {
    "connection_timeout": Failure.TIMEOUT,
    "connection_read_timeout": Failure.TIMEOUT,
    "http_response_timeout": Failure.TIMEOUT,
    "tls_protocol_error": Failure.TLS,
    "tls_certificate_error": Failure.TLS,
    "tls_alert_received": Failure.TLS,
    "http_protocol_error": Failure.PROTOCOL,
    "http_response_incomplete": Failure.PROTOCOL,
}
_PROXYS_KIND = re.compile(r";\s*error=([a-z_]+)")
_PROXYS_DETAIL = re.compile(r';\s*details="([^"]*)"')


def _proxys_word(status: str) -> Trouble:
    """Translate a Proxy-Status, in its own words where it has some."""
    kind, detail = _PROXYS_KIND.search(status), _PROXYS_DETAIL.search(status)
    reason = _PROXYS_ERRORS.get(kind[1] if kind else "", Failure.CONNECT)
    return Trouble(reason=reason, detail=(detail[1] if detail else status)[:MAX_DETAIL])


# By OpenSSL's number, as its words differ from one version to the next.
_DISTRUST = {
    9: "the certificate is not valid yet",
    10: "the certificate has expired",
    62: "the certificate is for another host",
    64: "the certificate is for another host",  # of a host that is named by its IP address
}
# The first row whose types fit; words that name no address of this machine, as a proxy's would.
_TROUBLES: tuple[tuple[tuple[type[BaseException], ...], Failure, str | None], ...] = (
    ((TimeoutError,), Failure.TIMEOUT, "no whole answer within the deadline"),
    ((aiohttp.ClientConnectorCertificateError,), Failure.TLS, None),
    ((aiohttp.ClientSSLError, ssl.SSLError), Failure.TLS, "the TLS handshake failed"),
    ((aiohttp.ClientProxyConnectionError,), Failure.CONNECT, "the proxy cannot be reached"),
    ((aiohttp.ClientHttpProxyError,), Failure.CONNECT, None),
    # A label without a sign or with too many is no name to ask anybody for.
    (
        (aiohttp.ClientConnectorDNSError, UnicodeError),
        Failure.CONNECT,
        "the host name does not resolve",
    ),
    ((aiohttp.ClientConnectorError,), Failure.CONNECT, None),
    ((aiohttp.ClientPayloadError,), Failure.PROTOCOL, "the body ended before its end"),
    ((aiohttp.ServerDisconnectedError, OSError), Failure.CONNECT, LOST),
)


def trouble(error: BaseException) -> Trouble:
    """Translate what the client raised into one of our reasons."""
    for kinds, reason, words in _TROUBLES:
        if isinstance(error, kinds):
            return Trouble(reason=reason, detail=words or _particulars(error))
    return Trouble(reason=Failure.PROTOCOL, detail=_particulars(error))


def _particulars(error: BaseException) -> str:
    match error:
        case aiohttp.ClientConnectorCertificateError():
            number = getattr(error.certificate_error, "verify_code", 0)
            return _DISTRUST.get(number, "the certificate is not trusted")
        case aiohttp.ClientHttpProxyError():
            return f"the proxy answered {error.status} {error.message}"[:MAX_DETAIL]
        case aiohttp.ClientResponseError():
            words = error.message.strip().partition("\n")[0]
            return (words.rstrip(" :,") or "no HTTP answer")[:MAX_DETAIL]
        case aiohttp.ClientConnectorError(os_error=ConnectionResetError() | BrokenPipeError()):
            return LOST  # amid the TLS handshake
        case aiohttp.ClientConnectorError():
            words = error.os_error.strerror or "no connection"
            return PRIVATE if PRIVATE in str(error.os_error) else words
        case _:
            return "the address or the answer is malformed"
