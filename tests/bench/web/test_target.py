import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.web.incoming import Incoming, Malformed
from bench.web.origin import Request
from bench.web.target import Authority, read_connect, read_request


def read(target: str, tunnel: str | None = None) -> Request | Malformed:
    return read_request(Incoming(method="GET", target=target, headers=(), body=b""), tunnel)


@pytest.mark.parametrize(
    ("target", "tunnel", "url"),
    [
        ("http://a.test/x?y=1", None, "http://a.test/x?y=1"),
        ("HTTP://A.TEST/X", None, "http://a.test/X"),
        ("http://a.test", None, "http://a.test/"),
        ("http://a.test?y", None, "http://a.test/?y"),
        ("http://a.test/?", None, "http://a.test/?"),
        ("http://a.test:80/", None, "http://a.test/"),
        ("http://a.test:/", None, "http://a.test/"),
        ("http://a.test:08080/", None, "http://a.test:8080/"),
        ("https://a.test:443/", None, "https://a.test/"),
        ("https://a.test/a%2Fb//c", None, "https://a.test/a%2Fb//c"),
        ("http://[::1]:8080/", None, "http://[::1]:8080/"),
        ("/x?y=1", "https://a.test", "https://a.test/x?y=1"),
        ("//evil.test/", "https://a.test", "https://a.test//evil.test/"),
        ("https://a.test/x", "https://a.test", "https://a.test/x"),
        ("*", "https://a.test", "https://a.test/*"),
    ],
)
def test_addresses_that_are_meant(target: str, tunnel: str | None, url: str) -> None:
    request = read(target, tunnel)
    assert isinstance(request, Request)
    assert request.url == url


@pytest.mark.parametrize(
    ("target", "tunnel", "status"),
    [
        ("/x", None, 400),
        ("*", None, 400),
        ("ftp://a.test/", None, 400),
        ("http:///x", None, 400),
        ("http://user@a.test/", None, 400),
        ("http://a.test:99999x/", None, 400),
        ("a.test/x", None, 400),
        ("http://b.test/", "https://a.test", 421),
        ("http://a.test/", "https://a.test", 421),
    ],
)
def test_targets_that_cannot_be_taken(target: str, tunnel: str | None, status: int) -> None:
    request = read(target, tunnel)
    assert isinstance(request, Malformed)
    assert request.status == status


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("a.test:443", Authority(host="a.test", port="443")),
        ("A.Test:0443", Authority(host="a.test", port="443")),
        ("[::1]:443", Authority(host="[::1]", port="443")),
        ("a.test", None),
        ("a.test:", None),
        ("a.test:x", None),
        ("https://a.test/", None),
        (":443", None),
        ("", None),
    ],
)
def test_connect(target: str, expected: Authority | None) -> None:
    found = read_connect(target, None)
    assert found == expected or (expected is None and isinstance(found, Malformed))


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=60))
def test_any_target_is_survived(target: str) -> None:
    for tunnel in (None, "https://a.test"):
        found = read(target, tunnel)
        assert isinstance(found, Malformed) or found.path.startswith("/")
    assert isinstance(read_connect(target, None), Authority | Malformed)
