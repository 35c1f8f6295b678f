"""TLS that fails in each of its ways, straight and through a tunnel: each is a reason."""

import asyncio
import ssl
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme

from crawler.config import Config, Pacing
from crawler.crawl import crawl
from crawler.state.frontier import State
from crawler.wire.answer import Answer
from crawler.wire.observation import Failure, Trouble
from crawler.wire.transport import open_transport
from tests.crawler.web import html, reset

HOME, BAD = "site.test", "127.0.0.1"
NOW = datetime.now(UTC)
DAY = timedelta(days=1)
Guise = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
CA = trustme.CA()


def certified(
    host: str = BAD, *, ca: trustme.CA = CA, since: datetime | None = None,
    until: datetime | None = None,
) -> ssl.SSLContext:  # fmt: skip
    """Make the server's side of TLS, with a certificate of that host and time."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ca.issue_cert(host, not_before=since, not_after=until).configure_cert(context)
    return context


def secure(context: ssl.SSLContext) -> Guise:
    """Answer whoever accepts the certificate with a page."""

    async def attend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await writer.start_tls(context)
        while await reader.readuntil(b"\r\n\r\n"):
            writer.write(html("/a", f"https://{BAD}/x").wire())

    return attend


def outdated() -> Guise:
    """Speak nothing later than TLS 1.1, and say so."""
    context = certified()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1

    async def attend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hello, told = ssl.MemoryBIO(), ssl.MemoryBIO()
        server = context.wrap_bio(hello, told, server_side=True)
        while data := await reader.read(4096):
            hello.write(data)
            with suppress(ssl.SSLError):
                server.do_handshake()
            writer.write(told.read())

    return attend


def saying(data: bytes) -> Guise:
    """Say something that is no TLS, after the client's hello."""

    async def attend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(data)
        await reader.read()

    return attend


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """Where the servers are: a port of their own, which also is a proxy for each host."""

    port: int

    def config(self, ca: Path, *, tunnel: bool, deadline: float = 15.0) -> Config:
        """Ask by way of the proxy, or straight."""
        return Config(
            root=f"https://{HOME}/",
            ca=ca,
            proxy=f"http://127.0.0.1:{self.port}" if tunnel else None,
            hosts=(BAD,),
            pacing=Pacing(deadline=deadline, backoff=0.01, timeout_retries=0),
        )


@asynccontextmanager
async def serve(bad: Guise, *, tunnel: bool) -> AsyncIterator[Served]:
    """Serve one host that is in order and one that is not."""
    clients: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
    home = secure(certified(HOME))

    async def attend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guise = bad
        with suppress(OSError, asyncio.IncompleteReadError):
            if tunnel:
                head = await reader.readuntil(b"\r\n\r\n")
                guise = home if HOME.encode() in head.partition(b"\r\n")[0] else bad
                writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
                await writer.drain()
            await guise(reader, writer)
        writer.transport.abort()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        clients[asyncio.create_task(attend(reader, writer))] = writer

    server = await asyncio.start_server(begin, "127.0.0.1", 0)
    try:
        yield Served(port=server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for client, writer in clients.items():
            client.cancel()
            writer.transport.abort()
        await asyncio.gather(*clients, return_exceptions=True)
        await server.wait_closed()
        await asyncio.sleep(0)  # transports say farewell to the loop in its next turn


@pytest.fixture(scope="module")
def trusted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep the authority's certificate where a configuration can name it."""
    path = tmp_path_factory.mktemp("ca") / "ca.pem"
    CA.cert_pem.write_to_path(str(path))
    return path


def ask(bad: Guise, ca: Path, *, tunnel: bool, deadline: float = 15.0) -> Answer | Trouble:
    async def run() -> Answer | Trouble:
        async with serve(bad, tunnel=tunnel) as served:
            config = served.config(ca, tunnel=tunnel, deadline=deadline)
            async with open_transport(config) as transport:
                url = f"https://{BAD}/" if tunnel else f"https://{BAD}:{served.port}/"
                return await transport.get(url, appetite=lambda _status, _headers: 1000)

    return asyncio.run(run())


HANDSHAKE = "the TLS handshake failed"
CASES = {
    "expired": (
        secure(certified(since=NOW - 2 * DAY, until=NOW - DAY)), "the certificate has expired",
    ),
    "early": (
        secure(certified(since=NOW + DAY, until=NOW + 2 * DAY)),
        "the certificate is not valid yet",
    ),
    "another address": (
        secure(certified("127.0.0.2")), "the certificate is for another host",
    ),
    "another name": (secure(certified("other.test")), "the certificate is for another host"),
    "another authority": (secure(certified(ca=trustme.CA())), "the certificate is not trusted"),
    "old": (outdated(), HANDSHAKE),
    "http": (saying(b"HTTP/1.1 400 Bad Request\r\n\r\n"), HANDSHAKE),
    "ssh": (saying(b"SSH-2.0-OpenSSH_9.2\r\n"), HANDSHAKE),
}  # fmt: skip


@pytest.mark.parametrize("tunnel", [False, True], ids=["straight", "tunnel"])
@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_with_tls_is_said(case: str, trusted: Path, *, tunnel: bool) -> None:
    bad, words = CASES[case]
    answer = ask(bad, trusted, tunnel=tunnel)
    assert answer == Trouble(reason=Failure.TLS, detail=words)


@pytest.mark.parametrize("tunnel", [False, True], ids=["straight", "tunnel"])
@pytest.mark.parametrize("by_reset", [False, True], ids=["closed", "reset"])
def test_a_connection_lost_amid_the_handshake_is_said_to_be_lost(
    trusted: Path, *, tunnel: bool, by_reset: bool
) -> None:
    async def leave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        if by_reset:
            reset(writer)

    answer = ask(leave, trusted, tunnel=tunnel)
    assert answer == Trouble(reason=Failure.CONNECT, detail="the connection was lost")


@pytest.mark.parametrize("tunnel", [False, True], ids=["straight", "tunnel"])
def test_a_handshake_that_never_ends_is_a_timeout(trusted: Path, *, tunnel: bool) -> None:
    answer = ask(saying(b""), trusted, tunnel=tunnel, deadline=0.3)
    assert isinstance(answer, Trouble)
    assert answer.reason is Failure.TIMEOUT


@pytest.mark.parametrize("tunnel", [False, True], ids=["straight", "tunnel"])
def test_a_certificate_in_order_is_an_answer(trusted: Path, *, tunnel: bool) -> None:
    answer = ask(secure(certified()), trusted, tunnel=tunnel)
    assert isinstance(answer, Answer), answer
    assert answer.status == 200


@pytest.mark.parametrize("case", CASES)
def test_a_host_without_tls_is_a_reason_and_the_crawl_goes_on(case: str, trusted: Path) -> None:
    bad, words = CASES[case]

    async def run() -> None:
        async with serve(bad, tunnel=True) as served:
            found = await crawl(served.config(trusted, tunnel=True))
        by_url = {each.url: each for each in found.candidates}
        assert by_url[f"https://{HOME}/a"].state is State.FETCHED
        (told,) = (each for each in found.robots if BAD in each.url)
        assert told.error == f"tls: {words}"
        barred = by_url[f"https://{BAD}/x"].refusal
        assert barred is not None
        assert barred.rule.startswith(f"robots.txt unreachable: tls: {words}")

    asyncio.run(run())
