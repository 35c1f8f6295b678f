"""One request over a real wire: whole answers, cut ones, and none; and content codings undone."""

import asyncio
import gzip
import tracemalloc
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.lab.catalogue import load
from bench.web.gateway import Gateway
from bench.web.origin import Web as Lab
from crawler.config import Config, Pacing
from crawler.wire.answer import Answer
from crawler.wire.inflate import Inflater, inflater
from crawler.wire.observation import Failure, Trouble
from crawler.wire.transport import open_transport
from crawler.wire.transport.reasons import PRIVATE
from tests.crawler.web import ROOT, Page, Raw, Site, serve


def get(answer: Page | Raw, *, wanted: int = 1_000_000, deadline: float = 1.0) -> Answer | Trouble:
    async def run() -> Answer | Trouble:
        site: Site = {"/": answer}
        async with serve(site) as web:
            config = Config(root=ROOT, proxy=web.proxy, pacing=Pacing(deadline=deadline))
            async with open_transport(config) as transport:
                return await transport.get(ROOT, appetite=lambda _status, _headers: wanted)

    return asyncio.run(run())


def packed(body: bytes, coding: str) -> Page:
    return Page(body=body, headers=(("Content-Encoding", coding),))


RAW_DEFLATE = zlib.compressobj(wbits=-15)
TEXT = b"<p>" + b"words " * 500


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(Page(body=TEXT), id="plain"),
        pytest.param(packed(gzip.compress(TEXT), "gzip"), id="gzip"),
        pytest.param(packed(gzip.compress(TEXT), "X-GZIP"), id="x-gzip"),
        pytest.param(packed(zlib.compress(TEXT), "deflate"), id="deflate"),
        pytest.param(
            packed(RAW_DEFLATE.compress(TEXT) + RAW_DEFLATE.flush(), "deflate"), id="raw"
        ),
        pytest.param(packed(gzip.compress(TEXT[:9]) + gzip.compress(TEXT[9:]), "gzip"), id="two"),
        pytest.param(packed(gzip.compress(TEXT) + b"\0" * 64, "gzip"), id="padded"),
        pytest.param(packed(TEXT, "gzip"), id="not packed"),
        pytest.param(packed(TEXT, "identity"), id="identity"),
    ],
)
def test_a_body_comes_whole_and_unpacked(page: Page) -> None:
    answer = get(page)
    assert isinstance(answer, Answer)
    assert answer.body == TEXT
    assert not answer.truncated
    assert answer.trouble is None


@pytest.mark.parametrize("page", [Page(body=TEXT), packed(gzip.compress(TEXT), "gzip")])
@pytest.mark.parametrize("wanted", [0, 1, len(TEXT) - 1])
def test_no_more_is_read_than_is_wanted(page: Page, wanted: int) -> None:
    answer = get(page, wanted=wanted)
    assert isinstance(answer, Answer)
    assert answer.body == TEXT[:wanted]
    assert answer.truncated


def test_a_body_of_exactly_what_is_wanted_is_whole() -> None:
    answer = get(Page(body=TEXT), wanted=len(TEXT))
    assert isinstance(answer, Answer)
    assert not answer.truncated


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(gzip.compress(TEXT)[:-20], id="ends early"),
        pytest.param(gzip.compress(TEXT)[:-8] + b"\0" * 8, id="wrong checksum"),
    ],
)
def test_of_a_broken_packing_the_good_part_is_kept(body: bytes) -> None:
    answer = get(packed(body, "gzip"))
    assert isinstance(answer, Answer)
    assert answer.truncated
    assert answer.trouble is not None
    assert answer.trouble.reason is Failure.PROTOCOL
    assert len(answer.body) > 0
    assert TEXT.startswith(answer.body)


def test_a_coding_that_was_not_asked_for_is_named() -> None:
    answer = get(packed(b"\x0b\x02\x80", "br"))
    assert isinstance(answer, Answer)
    assert answer.trouble == Trouble(
        reason=Failure.PROTOCOL, detail="Content-Encoding br was not asked for"
    )


@pytest.mark.parametrize(
    ("wire", "reason"),
    [
        (Raw(), Failure.CONNECT),
        (Raw(hang=True), Failure.TIMEOUT),
        (Raw(data=b"HTTP/1.1 200 OK\r\n", hang=True), Failure.TIMEOUT),
        (Raw(data=b"SSH-2.0-OpenSSH\r\n\r\n"), Failure.PROTOCOL),
        (Raw(data=b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n"), Failure.PROTOCOL),
        (Page(status=502, headers=(("Proxy-Status", "no such host"),)), Failure.CONNECT),
    ],
)
def test_no_answer_is_a_reason(wire: Raw | Page, reason: Failure) -> None:
    answer = get(wire, deadline=0.3)
    assert isinstance(answer, Trouble)
    assert answer.reason is reason
    assert "127.0.0.1" not in answer.detail


def test_a_body_that_never_ends_is_a_timeout_that_keeps_the_status() -> None:
    answer = get(Raw(data=b"HTTP/1.1 200 OK\r\n\r\n<p>", hang=True), deadline=0.3)
    assert isinstance(answer, Answer)
    assert answer.status == 200
    assert answer.trouble is not None
    assert answer.trouble.reason is Failure.TIMEOUT


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        pytest.param(b"\r\n", b"", id="no body yet"),
        pytest.param(b"\r\n", b"<p>a", id="until the connection ends"),
        pytest.param(b"Content-Length: 99\r\n\r\n", b"<p>a", id="shorter than it says"),
        pytest.param(b"Transfer-Encoding: chunked\r\n\r\n4\r\n", b"<p>a", id="between chunks"),
    ],
)
def test_a_reset_amid_the_body_is_a_lost_connection_and_no_end(head: bytes, body: bytes) -> None:
    answer = get(Raw(data=HEAD + head + body, reset=True))
    assert isinstance(answer, Answer)
    assert (answer.status, answer.body, answer.truncated) == (200, body, True)
    assert answer.trouble == Trouble(reason=Failure.CONNECT, detail="the connection was lost")


@pytest.mark.parametrize("data", [b"", HEAD], ids=["before", "amid"])
def test_a_reset_before_the_head_was_whole_is_no_answer(data: bytes) -> None:
    answer = get(Raw(data=data, reset=True))
    assert answer == Trouble(reason=Failure.CONNECT, detail="the connection was lost")


def test_a_reset_after_a_whole_body_takes_nothing_from_it() -> None:
    answer = get(Raw(data=Page(body=TEXT).wire(), reset=True))
    assert isinstance(answer, Answer)
    assert (answer.body, answer.truncated, answer.trouble) == (TEXT, False, None)


def test_a_body_that_ends_with_its_connection_is_whole() -> None:
    answer = get(Raw(data=HEAD + b"\r\n" + TEXT))
    assert isinstance(answer, Answer)
    assert (answer.body, answer.truncated, answer.trouble) == (TEXT, False, None)


def test_the_wire_says_who_asks() -> None:
    seen: dict[str, str] = {}

    async def run() -> None:
        def note(asked: object) -> Page:
            seen.update(getattr(asked, "headers", {}))
            return Page()

        async with (
            serve({"/": note}) as web,
            open_transport(Config(root=ROOT, proxy=web.proxy)) as transport,
        ):
            await transport.get(f"{ROOT}#/x", appetite=lambda _status, _headers: 1)

    asyncio.run(run())
    assert seen["user-agent"].startswith("route-recall-crawler/")
    assert "RouteRecall" in seen["user-agent"]
    assert seen["accept-encoding"] == "gzip, deflate"


def test_https_needs_the_certificate_and_says_so(tmp_path: Path) -> None:
    async def run() -> list[Answer | Trouble]:
        site = load("plain")
        answers = []
        async with Gateway(Lab(dict.fromkeys(site.hosts, site.origin)), ca_dir=tmp_path) as way:
            for ca in (way.ca, None):
                config = Config(root=site.root, proxy=way.proxy, ca=ca)
                async with open_transport(config) as transport:
                    wanted = await transport.get(site.root, appetite=lambda _s, _h: 10_000)
                    answers.append(wanted)
        return answers

    trusted, strange = asyncio.run(run())
    assert isinstance(trusted, Answer)
    assert trusted.status == 200
    assert strange == Trouble(reason=Failure.TLS, detail="the certificate is not trusted")


@settings(deadline=None, max_examples=60)
@given(st.lists(st.binary(max_size=90), max_size=4), st.integers(1, 60), st.data())
def test_unpacking_in_pieces_equals_unpacking_at_once(
    members: list[bytes], step: int, data: st.DataObject
) -> None:
    wire = b"".join(map(gzip.compress, members))
    unpack = inflater("gzip")
    assert isinstance(unpack, Inflater)
    room = data.draw(st.integers(1, 400))
    pieces = []
    left = room
    for start in range(0, len(wire), step):
        piece = unpack.feed(wire[start : start + step], left)
        pieces.append(piece)
        left -= len(piece)
    assert b"".join(pieces) == b"".join(members)[:room]


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["gzip", "deflate"]))
def test_unpacking_never_fails_and_never_exceeds_its_room(wire: bytes, coding: str) -> None:
    unpack = inflater(coding)
    assert isinstance(unpack, Inflater)
    assert len(unpack.feed(wire, 100)) <= 100


def drip(*, head: bytes, drop: bytes, times: int = 10_000) -> Answer | Trouble:
    """Ask a server that sends a head and then drops, one every 20 ms."""

    async def attend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head)
        try:
            for _ in range(times):
                writer.write(drop)
                await writer.drain()
                await asyncio.sleep(0.02)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def run() -> Answer | Trouble:
        server = await asyncio.start_server(attend, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            config = Config(root=ROOT, pacing=Pacing(deadline=0.5))
            async with open_transport(config) as transport:
                url = f"http://127.0.0.1:{port}/"
                return await transport.get(url, appetite=lambda _s, _h: 100_000)

    return asyncio.run(run())


OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


@pytest.mark.parametrize(
    ("head", "drop", "reason"),
    [
        pytest.param(OK + b"\r\n", b"x", Failure.TIMEOUT, id="body"),
        pytest.param(OK, b"X: y\r\n", Failure.TIMEOUT, id="headers"),
        pytest.param(b"HTTP/1.1 200 OK\r\nX: ", b"y", Failure.TIMEOUT, id="one header"),
        pytest.param(OK, b"X: " + b"y" * 70_000 + b"\r\n", Failure.PROTOCOL, id="huge header"),
        pytest.param(OK, b"X: y\r\n" * 5000, Failure.PROTOCOL, id="many headers"),
        pytest.param(
            OK + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"")[:10],
            b"\0\0\0\xff\xff", Failure.TIMEOUT,
            id="gzip",
        ),
        pytest.param(
            OK + b"Transfer-Encoding: chunked\r\n\r\n", b"zz\r\n", Failure.PROTOCOL, id="chunks"
        ),
    ],
)  # fmt: skip
def test_a_slow_or_endless_answer_ends_at_the_deadline(
    head: bytes, drop: bytes, reason: Failure
) -> None:
    answer = drip(head=head, drop=drop)
    trouble = answer if isinstance(answer, Trouble) else answer.trouble
    assert trouble is not None
    assert trouble.reason is reason


def test_an_endless_body_is_cut_at_what_is_wanted() -> None:
    answer = drip(head=OK + b"\r\n", drop=b"x" * 60_000)
    assert isinstance(answer, Answer)
    assert (len(answer.body), answer.truncated, answer.trouble) == (100_000, True, None)


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_bomb_is_unpacked_no_further_than_is_wanted(coding: str) -> None:
    zeros = bytes(50 * 1024 * 1024)
    body = gzip.compress(zeros, 1) if coding == "gzip" else zlib.compress(zeros, 1)
    del zeros
    tracemalloc.start()
    answer = get(packed(body, coding), wanted=100_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(answer, Answer)
    assert (len(answer.body), answer.truncated) == (100_000, True)
    assert peak < 8 * 1024 * 1024


@pytest.mark.parametrize("host", ["a..test", ".test", "a" * 64 + ".test"])
def test_a_host_that_can_be_no_name_does_not_resolve(host: str) -> None:
    async def run() -> Answer | Trouble:
        async with open_transport(Config(root=ROOT)) as transport:
            return await transport.get(f"http://{host}/", appetite=lambda _s, _h: 1)

    assert asyncio.run(run()) == Trouble(
        reason=Failure.CONNECT, detail="the host name does not resolve"
    )


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_whatever_stands_in_a_host_is_asked_and_never_raises(scheme: str) -> None:
    async def run() -> list[Answer | Trouble]:
        async with (
            serve({}) as web,
            open_transport(Config(root=ROOT, proxy=web.proxy)) as transport,
        ):
            return [
                await transport.get(f"{scheme}://a{sign}b.test/", appetite=lambda _s, _h: 1)
                for sign in "!\"$&'()*+,;=_`{}~"
            ]

    answers = asyncio.run(run())
    if scheme == "http":
        assert all(isinstance(each, Answer) and each.status == 404 for each in answers)
    else:
        refused = Trouble(reason=Failure.CONNECT, detail="the proxy answered 404 Said")
        assert answers == [refused] * len(answers)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "10.255.255.1"])
def test_private_networks_can_be_refused(host: str) -> None:
    async def run() -> Answer | Trouble:
        config = Config(root=ROOT, refuse_private=True)
        async with open_transport(config) as transport:
            return await transport.get(f"http://{host}:9/", appetite=lambda _s, _h: 1)

    assert asyncio.run(run()) == Trouble(reason=Failure.CONNECT, detail=PRIVATE)
