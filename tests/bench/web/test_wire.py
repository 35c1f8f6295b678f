import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from bench.web.directory import Directory
from bench.web.exchange import Log
from bench.web.gateway import Gateway
from bench.web.origin import Answer, Hang, Request, Reset, Response, Web
from bench.web.wire import Limits

Run = Callable[[Coroutine[Any, Any, Any]], Any]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Faulty:
    """Answers by path: hangs, resets, breaks the protocol, or says what it was asked."""

    async def answer(self, request: Request) -> Answer:
        match request.path:
            case "/hang":
                return Hang(seconds=30)
            case "/short-hang":
                return Hang(seconds=0.05)
            case "/reset":
                return Reset()
            case "/split":
                return Response(headers=(("X-Split", "a\r\nb: c"),))
            case _:
                return Response(
                    body=f"{request.method} {request.path} {len(request.body)}".encode()
                )


WEB = Web({"a.test": Faulty()})
POST = b"POST http://a.test/ HTTP/1.1\r\nHost: a.test\r\n"
GET = b"GET http://a.test%s HTTP/1.1\r\nHost: a.test\r\n\r\n"


@asynccontextmanager
async def connected(gateway: Gateway) -> AsyncIterator[Streams]:
    port = int(gateway.proxy.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


@asynccontextmanager
async def tunnelled(gateway: Gateway) -> AsyncIterator[Streams]:
    trust = ssl.create_default_context(cafile=str(gateway.ca))
    async with connected(gateway) as (reader, writer):
        writer.write(b"CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        await writer.start_tls(trust, server_hostname="a.test")
        yield reader, writer


async def answer(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
    return head.partition(b"\r\n")[0], await reader.readexactly(length)


def test_requests_that_come_at_once_are_answered_in_turn(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, connected(gateway) as (reader, writer):
            writer.write(b"".join(GET % path for path in (b"/1", b"/2", b"/3")))
            for number in (1, 2, 3):
                status, body = await answer(reader)
                assert (status, body) == (b"HTTP/1.1 200 OK", b"GET /%d 0" % number)

    run(main())


def test_requests_that_come_byte_by_byte(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, tunnelled(gateway) as (reader, writer):
            for byte in b"POST /x HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\n\r\nabc":
                writer.write(bytes([byte]))
                await asyncio.sleep(0)
            assert await answer(reader) == (b"HTTP/1.1 200 OK", b"POST /x 3")

    run(main())


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: a.test\r\n\r\n", b"400"),
        (b"GET http://a.test/ HTTP/1.1\r\n\r\n", b"400"),
        (b"GET http://a.test/\xc3\xbc HTTP/1.1\r\nHost: a.test\r\n\r\n", b"400"),
        (b"GET ftp://a.test/ HTTP/1.1\r\nHost: a.test\r\n\r\n", b"400"),
        (b"CONNECT a.test HTTP/1.1\r\nHost: a.test\r\n\r\n", b"400"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"400"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"400"),
        (b"GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nX: " + b"x" * 70000, b"431"),
        (
            POST + b"Content-Length: 9999999\r\n\r\n" + b"x" * 1200000,
            b"413",
        ),
        (
            POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"400",
        ),
    ],
    ids=[
        "nonsense",
        "not a proxy request",
        "no host",
        "raw bytes",
        "ftp",
        "no port",
        "http/2",
        "tls",
        "head",
        "body",
        "chunks",
    ],
)
def test_what_cannot_be_taken_is_refused_and_the_connection_ends(
    run: Run, sent: bytes, status: bytes
) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, connected(gateway) as (reader, writer):
            writer.write(sent)
            head, _ = await answer(reader)
            assert head.split()[1] == status
            assert await reader.read() == b""

    run(main())


def test_a_request_for_elsewhere_inside_a_tunnel(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, tunnelled(gateway) as (reader, writer):
            writer.write(GET % b"/")
            assert (await answer(reader))[0].split()[1] == b"421"
        async with Gateway(WEB) as gateway, tunnelled(gateway) as (reader, writer):
            writer.write(b"CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            assert (await answer(reader))[0].split()[1] == b"400"

    run(main())


@pytest.mark.parametrize("method", [b"BREW", b"TRACE", b"OPTIONS", b"DELETE"])
def test_odd_methods_reach_the_origin(run: Run, method: bytes) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, tunnelled(gateway) as (reader, writer):
            writer.write(method + b" /x HTTP/1.1\r\nHost: a.test\r\n\r\n")
            assert await answer(reader) == (b"HTTP/1.1 200 OK", method + b" /x 0")

    run(main())


def test_a_websocket_is_told_what_a_plain_server_says(run: Run) -> None:
    async def main() -> None:
        upgrade = b"GET /ws HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\n"
        upgrade += b"Upgrade: websocket\r\n\r\n"
        async with Gateway(WEB) as gateway, tunnelled(gateway) as (reader, writer):
            for _ in range(2):  # and the connection goes on
                writer.write(upgrade)
                assert await answer(reader) == (b"HTTP/1.1 200 OK", b"GET /ws 0")

    run(main())


def test_a_tunnel_to_a_plain_host_is_plain(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, connected(gateway) as (reader, writer):
            early = b"GET /x HTTP/1.1\r\nHost: a.test\r\n\r\n"
            writer.write(b"CONNECT a.test:80 HTTP/1.1\r\nHost: a.test:80\r\n\r\n" + early)
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
            assert (await answer(reader))[1] == b"GET /x 0"

    run(main())


def test_a_client_that_waits_to_be_told_to_go_on(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, connected(gateway) as (reader, writer):
            head = POST + b"Content-Length: 2\r\n"
            writer.write(head + b"Expect: 100-continue\r\n\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100")
            writer.write(b"ok")
            assert (await answer(reader))[1] == b"POST / 2"

    run(main())


def test_an_old_client_gets_one_answer(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, connected(gateway) as (reader, writer):
            writer.write(b"GET http://a.test/x HTTP/1.0\r\n\r\n")
            assert (await answer(reader))[1] == b"GET /x 0"
            assert await reader.read() == b""

    run(main())


@pytest.mark.parametrize("way", [connected, tunnelled])
def test_a_hang_ends_without_an_answer(run: Run, way: Any) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, way(gateway) as (reader, writer):
            target = b"/short-hang" if way is tunnelled else b"http://a.test/short-hang"
            writer.write(b"GET " + target + b" HTTP/1.1\r\nHost: a.test\r\n\r\n")
            assert await reader.read() == b""

    run(main())


def test_a_hang_ends_with_the_client(run: Run) -> None:
    async def main() -> None:
        log = Log()
        async with Gateway(WEB, listen=log) as gateway:
            async with connected(gateway) as (_, writer):
                writer.write(GET % b"/hang")
                await until(lambda: log.count("http://a.test/hang") == 1)
                assert len(gateway._clients) == 1
            await until(lambda: not gateway._clients)

    run(main())


@pytest.mark.parametrize("way", [connected, tunnelled])
def test_a_reset_is_a_reset(run: Run, way: Any) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, way(gateway) as (reader, writer):
            target = b"/reset" if way is tunnelled else b"http://a.test/reset"
            writer.write(b"GET " + target + b" HTTP/1.1\r\nHost: a.test\r\n\r\n")
            with pytest.raises(ConnectionResetError):
                await reader.read()

    run(main())


def test_an_answer_that_breaks_the_protocol_ends_the_connection(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway, connected(gateway) as (reader, writer):
            writer.write(GET % b"/split")
            assert await reader.read() == b""

    run(main())


def test_an_idle_client_is_let_go(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB, limits=Limits(idle=0.05)) as gateway:
            async with connected(gateway) as (reader, writer):
                assert await reader.read() == b""
            async with connected(gateway) as (reader, writer):
                writer.write(b"GET http://a.test/ HTT")
                assert await reader.read() == b""
            async with tunnelled(gateway) as (reader, _):
                assert await reader.read() == b""

    run(main())


def test_a_client_that_does_not_read_is_let_go(run: Run, site: Path) -> None:
    async def main() -> None:
        (site / "huge.pdf").write_bytes(bytes(64 << 20))
        web = Web({"http://a.test": Directory(site)})
        limits = Limits(idle=0.2)
        async with Gateway(web, limits=limits) as gateway, connected(gateway) as (reader, writer):
            reader._transport.pause_reading()  # type: ignore[attr-defined] # nothing public stops it
            writer.write(GET % b"/huge.pdf")
            await until(lambda: bool(gateway._clients))
            await until(lambda: not gateway._clients)

    run(main())


def test_a_file_that_shrinks_on_its_way_ends_the_connection(run: Run, site: Path) -> None:
    async def main() -> None:
        (site / "huge.pdf").write_bytes(bytes(64 << 20))
        web = Web({"http://a.test": Directory(site)})
        async with Gateway(web) as gateway, connected(gateway) as (reader, writer):
            writer.write(GET % b"/huge.pdf")
            await reader.readuntil(b"\r\n\r\n")
            (site / "huge.pdf").write_bytes(b"")
            assert len(await reader.read()) < 64 << 20

    run(main())


def test_more_connections_than_allowed_are_reset(run: Run) -> None:
    async def main() -> None:
        limits = Limits(connections=1)
        async with Gateway(WEB, limits=limits) as gateway, connected(gateway) as (reader, writer):
            writer.write(GET % b"/1")
            await answer(reader)
            async with connected(gateway) as (second, _):
                with pytest.raises(ConnectionResetError):
                    await second.read()
            writer.write(GET % b"/2")
            assert (await answer(reader))[1] == b"GET /2 0"

    run(main())


CUTS: list[Callable[[Gateway], Any]] = [connected, tunnelled]


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET",
        GET % b"/x",
        (GET % b"/x") * 50,
        GET % b"/hang",
        POST + b"Content-Length: 9\r\n\r\nab",
        b"CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n",
        b"CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n\x16\x03\x01",
        b"CONNECT a.test:80 HTTP/1.1\r\nHost: a.test:80\r\n\r\n",
        b"CONNECT no.test:80 HTTP/1.1\r\nHost: no.test:80\r\n\r\n",
    ],
    ids=[
        "nothing",
        "a word",
        "a request",
        "fifty",
        "a hang",
        "half a body",
        "connect",
        "half a hello",
        "plain",
        "unserved",
    ],
)
@pytest.mark.parametrize("way", CUTS)
def test_a_client_that_vanishes_leaves_nothing(
    run: Run, way: Callable[[Gateway], Any], sent: bytes
) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway:
            for _ in range(3):
                async with way(gateway) as (_, writer):
                    writer.write(sent)
            await until(lambda: not gateway._clients)

    run(main())


def test_a_failed_handshake_leaves_nothing(run: Run) -> None:
    async def main() -> None:
        async with Gateway(WEB) as gateway:
            for hello in (b"no tls at all\r\n\r\n", b"\x15\x03\x01\x00\x02\x02\x28"):
                async with connected(gateway) as (reader, writer):
                    writer.write(b"CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n")
                    await reader.readuntil(b"\r\n\r\n")
                    writer.write(hello)
                    await reader.read()
            await until(lambda: not gateway._clients)

    run(main())


def test_a_handshake_that_never_comes_is_given_up(run: Run) -> None:
    async def main() -> None:
        limits = Limits(handshake=0.05)
        async with Gateway(WEB, limits=limits) as gateway, connected(gateway) as (reader, writer):
            writer.write(b"CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n")
            await reader.readuntil(b"\r\n\r\n")
            await until(lambda: not gateway._clients)

    run(main())


@pytest.mark.parametrize("way", CUTS)
def test_leaving_closes_every_connection(run: Run, way: Callable[[Gateway], Any]) -> None:
    async def main() -> None:
        gateway = Gateway(WEB)
        async with gateway:
            opened = [way(gateway) for _ in range(4)]
            streams = [await each.__aenter__() for each in opened]
            streams[0][1].write(b"GET /hang HTTP/1.1\r\nHost: a.test\r\n\r\n")
            streams[1][1].write(b"GET /half")
            await until(lambda: len(gateway._clients) == 4)
        for reader, _ in streams:
            with suppress(ConnectionError):
                await reader.read()
        for each in opened:
            await each.__aexit__(None, None, None)
        with pytest.raises(ConnectionRefusedError):
            await connected(gateway).__aenter__()

    run(main())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():  # noqa: ASYNC110 - the gateway has no event for its tests
            await asyncio.sleep(0.002)
