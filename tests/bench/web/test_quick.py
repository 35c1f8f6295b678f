"""The short way and h11 must be of one mind wherever the short way has an opinion."""

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.web import quick
from bench.web.incoming import Incoming

PLAIN = (
    b"GET http://a.test/x?y=%C3%BC HTTP/1.1\r\nHost: a.test\r\nAccept: a, b\r\nX-Empty: \r\n\r\n"
)


def by_h11(data: bytes) -> Incoming | None:
    """Read the same bytes with h11: one whole request after which the connection goes on."""
    http = h11.Connection(h11.SERVER)
    http.receive_data(data)
    request, end = http.next_event(), http.next_event()
    assert isinstance(request, h11.Request)
    assert isinstance(end, h11.EndOfMessage)
    assert http.their_state is h11.DONE
    assert not http.they_are_waiting_for_100_continue
    assert http.trailing_data == (b"", False)
    return Incoming(
        method=request.method.decode(),
        target=request.target.decode(),
        headers=tuple((k.decode(), v.decode()) for k, v in request.headers),
    )


def same(data: bytes) -> bool:
    """Whether the short way was taken, and if so, as h11 would have."""
    plain = quick.read(data)
    if plain is None:
        return False
    long = by_h11(data)
    assert long is not None
    assert (plain.method, plain.target, plain.body) == (long.method, long.target, long.body)
    assert sorted(plain.headers) == sorted(long.headers)  # h11 may put the host first
    return True


@pytest.mark.parametrize(
    "data",
    [
        PLAIN,
        PLAIN.replace(b"GET", b"HEAD"),
        PLAIN.replace(b"Accept: a, b", b"Connection: Keep-Alive"),
        PLAIN.replace(b"Accept", b"accept"),
    ],
)
def test_what_takes_the_short_way(data: bytes) -> None:
    assert same(data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        PLAIN[:-1],
        PLAIN + b"x",
        PLAIN + PLAIN,
        PLAIN.replace(b"GET", b"POST"),
        PLAIN.replace(b"GET", b"CONNECT"),
        PLAIN.replace(b"1.1", b"1.0"),
        PLAIN.replace(b"\r\n", b"\n"),
        PLAIN.replace(b"Host", b"Most"),
        PLAIN.replace(b"Accept: a, b", b"Host: b.test"),
        PLAIN.replace(b"Accept: a, b", b"Connection: close"),
        PLAIN.replace(b"Accept: a, b", b"Connection: keep-alive, Upgrade"),
        PLAIN.replace(b"Accept: a, b", b"Content-Length: 0"),
        PLAIN.replace(b"Accept: a, b", b"Transfer-Encoding: chunked"),
        PLAIN.replace(b"Accept: a, b", b"Expect: 100-continue"),
        PLAIN.replace(b"Accept: a, b", b"Upgrade: websocket"),
        PLAIN.replace(b"a, b", b"a,\r\n b"),
        PLAIN.replace(b"a, b", b"\xc3\xbc"),
        PLAIN.replace(b"a, b", b"a\0b"),
        PLAIN.replace(b"%C3%BC", b"\xc3\xbc"),
        PLAIN.replace(b"Accept: ", b"Accept : "),
    ],
)
def test_what_goes_the_long_way(data: bytes) -> None:
    assert quick.read(data) is None


STARTS = (b"GET ", b"HEAD ", b"POST ", b"http://a.test/", b"/", b" ", b"HTTP/1.1", b"HTTP/1.0")
ENDS = (b"\r\n", b"\n", b"\r", b"\0", b"\xff", b":")
HOSTS = (b"Host: a.test\r\n", b"host:a.test\r\n")
FIELDS = (b"A: b\r\n", b"A:  b \r\n", b"A:\r\n", b"A: \tb\r\n", b"Connection: keep-alive\r\n")

pieces = st.lists(st.sampled_from((*STARTS, *ENDS, *HOSTS, *FIELDS)), max_size=6).map(b"".join)


@given(pieces)
def test_pieces_in_any_order(tail: bytes) -> None:
    same(b"GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + tail)
    same(b"GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\n" + tail + b"\r\n\r\n")
    same(tail)


@given(st.binary(max_size=8), st.integers(min_value=0, max_value=len(PLAIN)))
def test_a_plain_request_with_a_wound(wound: bytes, at: int) -> None:
    same(PLAIN[:at] + wound + PLAIN[at:])
    same(PLAIN[:at] + wound + PLAIN[at + len(wound) :])


def test_an_answer_is_written_as_h11_writes_it() -> None:
    headers = [
        (b"Content-Type", b"text/html"),
        (b"X-Raw", "ü".encode()),
        (b"Content-Length", b"0"),
    ]
    http = h11.Connection(h11.SERVER)
    http.receive_data(PLAIN)
    http.next_event()
    expected = http.send(h11.Response(status_code=200, headers=headers, reason=b"OK"))
    assert quick.write(200, b"OK", headers) == expected


@pytest.mark.parametrize("value", [b"a\r\nb: c", b"a\nb", b"a\rb", b"a\0b"])
def test_a_header_that_no_header_may_be(value: bytes) -> None:
    assert quick.write(200, b"OK", [(b"X", value)]) is None
    assert quick.write(200, b"OK", [(b"X" + value, b"x")]) is None
    assert quick.write(200, b"O" + value, []) is None
