import gzip

import pytest

from bench.web.compression import Compressed, accepts_gzip
from bench.web.delivery import Delivery, deliver
from bench.web.origin import Request, Response

TEXT = b"<p>over and over and over again</p>" * 40
HTML = ("Content-Type", "text/html")
TAG = ("ETag", '"v1"')
MODIFIED = ("Last-Modified", "Wed, 28 Dec 2022 14:23:41 GMT")


def delivered(
    *asked: tuple[str, str], method: str = "GET", response: Response | None = None
) -> Delivery:
    request = Request(method=method, origin="https://a.test", path="/", headers=asked)
    if response is None:
        response = Response(headers=(HTML, TAG, MODIFIED), body=TEXT)
    return deliver(request, response, Compressed())


def header(delivery: Delivery, name: str) -> str | None:
    values = [value for key, value in delivery.headers if key.decode().lower() == name]
    assert len(values) <= 1
    return values[0].decode() if values else None


def body(delivery: Delivery) -> bytes:
    assert isinstance(delivery.body, bytes)
    return delivery.body[delivery.start : delivery.stop]


def test_a_plain_answer_is_whole_and_says_its_length() -> None:
    delivery = delivered()
    assert (delivery.status, body(delivery)) == (200, TEXT)
    assert header(delivery, "content-length") == str(len(TEXT))
    assert header(delivery, "accept-ranges") == "bytes"
    assert header(delivery, "vary") == "Accept-Encoding"
    assert header(delivery, "content-encoding") is None


def test_gzip_where_it_is_accepted() -> None:
    delivery = delivered(("accept-encoding", "gzip, br"))
    assert header(delivery, "content-encoding") == "gzip"
    assert header(delivery, "content-length") == str(len(body(delivery)))
    assert header(delivery, "etag") == 'W/"v1"'
    assert gzip.decompress(body(delivery)) == TEXT


@pytest.mark.parametrize(
    "response",
    [
        Response(headers=(HTML,), body=b"short"),
        Response(headers=(("Content-Type", "image/png"),), body=TEXT),
        Response(headers=(HTML, ("content-encoding", "br")), body=TEXT),
        Response(body=TEXT),
    ],
    ids=["short", "image", "encoded already", "untyped"],
)
def test_no_gzip_where_it_gains_nothing(response: Response) -> None:
    delivery = delivered(("accept-encoding", "gzip"), response=response)
    assert header(delivery, "content-encoding") in {None, "br"}
    assert body(delivery) == response.body


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("x-gzip", True),
        ("*", True),
        ("br;q=1.0, *;q=0.1", True),
        ("gzip;q=0", False),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("identity", False),
        ("gzip;q=oops", False),
        ("", False),
        (None, False),
    ],
)
def test_accepts_gzip(accepted: str | None, expected: bool) -> None:  # noqa: FBT001 - a column
    assert accepts_gzip(accepted) is expected


def test_head_says_what_get_would_and_sends_nothing() -> None:
    accepted = ("accept-encoding", "gzip")
    head, get = delivered(accepted, method="HEAD"), delivered(accepted)
    assert head.headers == get.headers
    assert body(head) == b""


def test_a_range_is_of_the_unencoded_body() -> None:
    delivery = delivered(("range", "bytes=2-5"), ("accept-encoding", "gzip"))
    assert (delivery.status, body(delivery)) == (206, TEXT[2:6])
    assert header(delivery, "content-range") == f"bytes 2-5/{len(TEXT)}"
    assert header(delivery, "content-length") == "4"
    assert header(delivery, "content-encoding") is None


def test_a_range_behind_the_end() -> None:
    delivery = delivered(("range", "bytes=99999-"))
    assert (delivery.status, body(delivery)) == (416, b"")
    assert header(delivery, "content-range") == f"bytes */{len(TEXT)}"
    assert header(delivery, "content-length") == "0"
    assert header(delivery, "content-type") is None


@pytest.mark.parametrize(
    ("condition", "status"),
    [('"v1"', 206), (MODIFIED[1], 206), ('"v2"', 200), ('W/"v1"', 200)],
)
def test_if_range(condition: str, status: int) -> None:
    assert delivered(("range", "bytes=0-1"), ("if-range", condition)).status == status


@pytest.mark.parametrize(
    "response", [Response(status=404, body=TEXT), Response(status=301, body=TEXT)]
)
def test_only_a_200_has_ranges(response: Response) -> None:
    delivery = delivered(("range", "bytes=0-1"), response=response)
    assert delivery.status == response.status
    assert header(delivery, "accept-ranges") is None


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        (("if-none-match", '"v1"'), 304),
        (("if-none-match", '"v0", W/"v1"'), 304),
        (("if-none-match", "*"), 304),
        (("if-none-match", '"v2"'), 200),
        (("if-modified-since", MODIFIED[1]), 304),
        (("if-modified-since", "Wed, 28 Dec 2022 14:23:40 GMT"), 200),
        (("if-modified-since", "nonsense"), 200),
    ],
)
def test_validators(asked: tuple[str, str], status: int) -> None:
    delivery = delivered(asked)
    assert delivery.status == status
    assert body(delivery) == (b"" if status == 304 else TEXT)


def test_a_tag_rules_out_the_date() -> None:
    asked = (("if-none-match", '"v2"'), ("if-modified-since", MODIFIED[1]))
    assert delivered(*asked).status == 200


@pytest.mark.parametrize("status", [204, 304])
def test_a_status_without_body_has_no_length(status: int) -> None:
    delivery = delivered(response=Response(status=status, body=b"ignored"))
    assert body(delivery) == b""
    assert header(delivery, "content-length") is None


def test_framing_headers_of_an_origin_are_not_believed() -> None:
    lies = (("Content-Length", "7"), ("Transfer-Encoding", "chunked"), ("Connection", "close"))
    delivery = delivered(response=Response(headers=lies, body=b"four"))
    assert header(delivery, "content-length") == "4"
    assert header(delivery, "transfer-encoding") is None
    assert header(delivery, "connection") is None


def test_compressed_forgets_the_oldest_above_its_limit() -> None:
    compressed = Compressed(limit=2500)
    bodies = [bytes([65 + at]) * 1000 for at in range(5)]
    first = compressed(bodies[0])
    assert compressed(bodies[0]) is first
    for each in bodies[1:]:
        assert gzip.decompress(compressed(each)) == each
    assert compressed(bodies[0]) is not first
    assert compressed(bodies[0]) == first
