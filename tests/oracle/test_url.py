import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.scope import scope_of
from oracle.url import document, identity, loose, place, resolve

IDENTITIES = [
    ("https://Shop.TEST:443/a#", "https://shop.test/a"),
    ("http://shop.test:80", "http://shop.test/"),
    ("https://shop.test:8443/", "https://shop.test:8443/"),
    ("https://shop.test/a/../b/./c", "https://shop.test/b/c"),
    ("https://shop.test/a|b", "https://shop.test/a%7Cb"),
    ("https://shop.test/a b?c d", "https://shop.test/a%20b?c%20d"),
    ("https://münchen.test/ä", "https://xn--mnchen-3ya.test/%C3%A4"),
    ("https://shop.test/#/a", "https://shop.test/#/a"),
    ("https://shop.test/#View:id=7", "https://shop.test/#View:id=7"),
    ("https://shop.test/A", "https://shop.test/A"),
    ("https://me:secret@shop.test/a", "https://shop.test/a"),
    ("https://me@shop.test/@a", "https://shop.test/@a"),
]

NO_ADDRESSES = [
    "",
    "shop.test",
    "/a",
    "mailto:a@shop.test",
    "javascript:void(0)",
    "data:text/html,hi",
    "ftp://shop.test/",
    "http://",
    "https://shop.test/" + "a" * 5000,
]

VARIANTS = [
    ("https://shop.test/docs", "https://shop.test/docs/"),
    ("https://shop.test/docs/", "https://shop.test/docs/index.html"),
    ("https://shop.test/docs/", "https://shop.test/docs/Default.aspx"),
    ("https://shop.test/docs/a", "https://shop.test//docs//a"),
    ("https://shop.test/a?b=1&c=2", "https://shop.test/a?c=2&b=1"),
    ("https://shop.test/a", "https://shop.test/a?utm_source=x&gclid=1"),
    ("https://shop.test/~a", "https://shop.test/%7ea"),
    ("https://shop.test/%c3%a4", "https://shop.test/%C3%A4"),
    ("https://shop.test/", "https://shop.test"),
    ("https://shop.test/", "https://shop.test/?"),
]

NO_VARIANTS = [
    ("https://shop.test/a", "https://shop.test/A"),
    ("https://shop.test/a", "http://shop.test/a"),
    ("https://shop.test/a", "https://www.shop.test/a"),
    ("https://shop.test/a?p=1", "https://shop.test/a?p=2"),
    ("https://shop.test/a?b=1&b=2", "https://shop.test/a?b=1"),
    ("https://shop.test/a", "https://shop.test/a#/b"),
    ("https://shop.test/index", "https://shop.test/"),
    ("https://shop.test/a%2Fb", "https://shop.test/a/b"),
]

REFERENCES = [
    ("/b", "https://shop.test/b"),
    ("?q", "https://shop.test/x/a?q"),
    ("b#top", "https://shop.test/x/b"),
    ("/#/b", "https://shop.test/#/b"),
    ("#!b", "https://shop.test/x/a#!b"),
    (" //www.shop.test/b ", "https://www.shop.test/b"),
    ("mailto:a@shop.test", None),
    ("http://[", None),
]

SCOPES = [
    ("https://www.shop.test/a", True),
    ("https://shop.test/", True),
    ("http://shop.test/", True),
    ("https://shop.test:80/", True),
    ("https://shop.test:8443/", False),
    ("https://www.www.shop.test/", False),
    ("https://notshop.test/", False),
    ("https://shop.test.evil.test/", False),
    ("https://blog.shop.test/", False),
    ("https://user@shop.test/", True),
    ("ftp://shop.test/", False),
    ("mailto:shop.test", False),
]


@pytest.mark.parametrize(("text", "expected"), IDENTITIES)
def test_an_address_is_serialised_as_a_browser_would(text: str, expected: str) -> None:
    assert identity(text) == expected
    assert identity(expected) == expected


@pytest.mark.parametrize("text", NO_ADDRESSES)
def test_what_is_no_http_address_has_no_identity(text: str) -> None:
    assert identity(text) is None


@pytest.mark.parametrize(("one", "other"), VARIANTS)
def test_variants_share_a_loose_form(one: str, other: str) -> None:
    assert loose(identity(one) or "") == loose(identity(other) or "")


@pytest.mark.parametrize(("one", "other"), NO_VARIANTS)
def test_other_addresses_do_not(one: str, other: str) -> None:
    assert loose(identity(one) or "") != loose(identity(other) or "")


@pytest.mark.parametrize(("reference", "expected"), REFERENCES)
def test_a_reference_is_resolved_and_loses_a_plain_fragment(
    reference: str, expected: str | None
) -> None:
    assert resolve("https://shop.test/x/a", reference) == expected


@pytest.mark.parametrize(("address", "expected"), SCOPES)
def test_scope_is_host_without_www_and_effective_port(address: str, *, expected: bool) -> None:
    assert scope_of("https://www.shop.test/start").holds(address) is expected


def test_scope_takes_further_hosts_and_whole_path_segments() -> None:
    scope = scope_of("https://shop.test/", hosts=("docs.shop.test:8080",), paths=("/docs", "a/"))
    held = ["https://shop.test/docs", "http://docs.shop.test:8080/docs/x", "https://shop.test/a/"]
    assert [url for url in held if not scope.holds(url)] == []
    refused = ["https://shop.test/docs-old", "https://docs.shop.test/docs", "https://shop.test/"]
    assert [url for url in refused if scope.holds(url)] == []


@pytest.mark.parametrize("host", ["", "a b", "http://x.test/"])
def test_a_host_that_is_none_is_refused(host: str) -> None:
    with pytest.raises(ValueError, match="not a host"):
        scope_of("https://shop.test/", hosts=(host,))


segments = st.text(alphabet="abAB09-._~%2F äü/|?&=+", max_size=20)


@given(path=segments, query=segments)
def test_identity_and_loose_form_are_stable(path: str, query: str) -> None:
    address = identity(f"https://shop.test/{path}?{query}")
    assert address is not None
    assert identity(address) == address
    assert loose(loose(address)) == loose(address)
    assert document(address) + place(address).removeprefix(place(document(address))) == address


@pytest.mark.parametrize(
    "address", ["https://me:secret@shop.test/a?b#/c", "https://shop.test/a?b#/c"]
)
def test_the_place_is_the_same_for_whoever_asks(address: str) -> None:
    assert place(address) == "/a?b#/c"
