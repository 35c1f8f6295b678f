"""Addresses against a table taken from Chromium, and the key's properties."""

import json
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from crawler.address import url as addresses
from crawler.address.refusal import Reason, Refused
from crawler.address.url import Resolved

CHROMIUM = json.loads(Path(__file__).with_name("chromium.json").read_text("utf-8"))
# In a host Chromium escapes two signs, where the standard refuses the one and leaves the other.
# No name is written so; what is gained is one answer, whoever serialised the address.
ESCAPED_BLANK = "%20"
ESCAPED_STAR = "%2A"


def as_the_standard_has_it(href: str | None) -> str | None:
    """Take Chromium's answer, save for its escapes in hosts, which the standard does not know."""
    at = (href or "").partition("//")[2].partition("/")[0].rpartition("@")[2]
    if href is None or ESCAPED_BLANK in at:
        return None
    return href.replace(at, at.replace(ESCAPED_STAR, "*"), 1)


def resolved(written: str, base: str, charset: str = "utf-8") -> str:
    found = addresses.resolve(written, base, charset=charset)
    assert isinstance(found, Resolved), found
    return found.url


@pytest.mark.parametrize(("written", "href"), CHROMIUM["hrefs"], ids=repr)
def test_resolves_as_chromium_does(written: str, href: str | None) -> None:
    found = addresses.resolve(written, CHROMIUM["page"])
    right = as_the_standard_has_it(href)
    if right is None:
        assert isinstance(found, Refused)
    else:
        assert found == Resolved(right)


@pytest.mark.parametrize(("written", "href"), CHROMIUM["hosts"], ids=repr)
def test_a_host_is_read_as_the_standard_says(written: str, href: str | None) -> None:
    found = addresses.resolve(written, CHROMIUM["page"])
    right = as_the_standard_has_it(href)
    if right is None:
        assert found == Refused(reason=Reason.UNPARSABLE, rule=f"no address: {written!r}")
    else:
        assert found == Resolved(right)
        assert addresses.parts(right).host in right
        assert resolved(addresses.key(right), CHROMIUM["page"]) == addresses.key(right)


def test_nothing_else_in_a_host_is_chromiums_own() -> None:
    differ = {
        written for written, href in CHROMIUM["hosts"] if as_the_standard_has_it(href) != href
    }
    assert differ == {
        "http://a b.test/x", "http:// a/", "http://a /", "http://%20/", "//a b/x",
        "http://a*b.test/x", "http://*.test/", "http://a%2Ab.test/", "//*/x",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("written", "base", "right"),
    [
        pytest.param(
            " https://example.test/home", "https://a.test/p?x=1", "https://example.test/home",
            id="UR-004-blank",
        ),
        pytest.param("/a\tb\n/c", "https://a.test/p?x=1", "https://a.test/ab/c", id="UR-004-tab"),
        pytest.param(
            "/sale-20%25-off", "https://a.test/", "https://a.test/sale-20%25-off", id="UR-062"
        ),
        pytest.param(
            "/view/QUJD%3d%3d", "https://a.test/", "https://a.test/view/QUJD%3d%3d", id="UR-064"
        ),
        pytest.param("/about/", "https://a.test/", "https://a.test/about/", id="UR-071"),
        pytest.param(
            "https://example.test/путь", "https://a.test/",
            "https://example.test/%D0%BF%D1%83%D1%82%D1%8C", id="UR-067",
        ),
        pytest.param(
            "//www.example.test/new", "https://example.test/old",
            "https://www.example.test/new", id="UR-073",
        ),
        pytest.param(
            "/somewhere", "https://zoo.example.test/haz", "https://zoo.example.test/somewhere",
            id="UR-074",
        ),
        pytest.param("\\docs\\start", "https://a.test/", "https://a.test/docs/start", id="UR-077"),
        pytest.param(
            "https:\\\\example.test\\b?q=\\c", "https://a.test/", "https://example.test/b?q=\\c",
            id="UR-077-authority",
        ),
        pytest.param("#/users", "https://a.test/", "https://a.test/#/users", id="UR-068-slash"),
        pytest.param("#!/help", "https://a.test/", "https://a.test/#!/help", id="UR-068-bang"),
        pytest.param("#top", "https://a.test/x", "https://a.test/x", id="UR-068-anchor"),
        pytest.param("/\ud800", "https://a.test/", "https://a.test/%EF%BF%BD", id="half-a-pair"),
        pytest.param("a+b?c+d%2B", "https://a.test/", "https://a.test/a+b?c+d%2B", id="plus"),
    ],
)  # fmt: skip
def test_resolves(written: str, base: str, right: str) -> None:
    assert resolved(written, base) == right


@pytest.mark.parametrize(
    ("charset", "query", "right"),
    [
        pytest.param("gbk", "洪1", "%BA%E91", id="UR-065"),
        pytest.param("cp1252", "ü€", "%FC%80", id="western"),
        pytest.param("cp1251", "ü", "%26%23252%3B", id="not-in-the-charset"),
        pytest.param("utf-16-le", "ü", "%C3%BC", id="utf-16-sends-utf-8"),
    ],
)
def test_encodes_the_query_in_the_charset_of_the_page(
    charset: str, query: str, right: str
) -> None:
    assert (
        resolved(f"ü?n={query}", "https://a.test/", charset) == f"https://a.test/%C3%BC?n={right}"
    )


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        pytest.param(" DATA:text/html,hi", Reason.SCHEME, id="UR-021-data"),
        pytest.param("tel:+1", Reason.SCHEME, id="UR-021-tel"),
        pytest.param("java\nscript:go()", Reason.SCHEME, id="UR-021-script"),
        pytest.param("data:image/png;base64," + "A" * 100_000, Reason.SCHEME, id="UR-021-long"),
        pytest.param("blob:https://a.test/x", Reason.SCHEME, id="blob"),
        pytest.param("http://[::1", Reason.UNPARSABLE, id="UR-144"),
        pytest.param("/" + "a" * addresses.MAX_LENGTH, Reason.LENGTH, id="long"),
        pytest.param("/" + "ü" * 2000, Reason.LENGTH, id="long-once-escaped"),
    ],
)
def test_refuses(written: str, reason: Reason) -> None:
    found = addresses.resolve(written, "https://a.test/")
    assert isinstance(found, Refused)
    assert found.reason is reason


def test_an_absolute_address_needs_its_scheme() -> None:
    assert isinstance(addresses.parse("www.a.test/"), Refused)
    assert addresses.parse("HTTPS://A.test") == Resolved("https://a.test/")


SAME = [
    ("https://a.test", "https://a.test/"),
    ("https://a.test:443/x", "https://a.test/x"),
    ("https://a.test/x#part", "https://a.test/x"),
    ("https://a.test/x/", "https://a.test/x"),
    ("https://a.test/x/index.html", "https://a.test/x"),
    ("https://a.test/x/Default.aspx", "https://a.test/x"),
    ("https://a.test/index.php?p=1", "https://a.test/?p=1"),
    ("https://a.test/x?b=1&a=2", "https://a.test/x?a=2&b=1"),
    ("https://a.test/x?utm_source=n&a=1&fbclid=z", "https://a.test/x?a=1"),
    ("https://a.test/x?", "https://a.test/x"),
    ("https://a.test/x?&&", "https://a.test/x"),
    ("https://a.test/%7euser", "https://a.test/~user"),
    ("https://a.test/view/QUJD%3d%3d", "https://a.test/view/QUJD%3D%3D"),
    ("http://bücher.test/a", "http://xn--bcher-kva.test/a"),
    ("http://B%C3%9Ccher.test/a", "http://xn--bcher-kva.test/a"),
    ("https://a.test/#/users", "https://a.test/#/users"),
]
APART = [
    ("https://a.test/", "http://a.test/"),
    ("https://a.test/", "https://www.a.test/"),
    ("https://a.test:8443/", "https://a.test/"),
    ("https://a.test/A", "https://a.test/a"),
    ("https://a.test/x?a=1", "https://a.test/x?a=2"),
    ("https://a.test/x?a=1&a=2", "https://a.test/x?a=2&a=1"),
    ("https://a.test/x?A=1", "https://a.test/x?a=1"),
    ("https://a.test/a%2Fb", "https://a.test/a/b"),
    ("https://a.test/sale-20%25-off", "https://a.test/sale-20-off"),
    ("https://a.test/x?a+b", "https://a.test/x?a%20b"),
    ("https://a.test/#/users", "https://a.test/#/help"),
    ("https://a.test/#!/users", "https://a.test/"),
    ("https://a.test/a//b", "https://a.test/a/b"),
    ("https://a.test/index", "https://a.test/"),
]


def keyed(written: str) -> str:
    return addresses.key(resolved(written, "https://a.test/"))


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_identity(one: str, other: str) -> None:
    assert keyed(one) == keyed(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_two_identities(one: str, other: str) -> None:
    assert keyed(one) != keyed(other)


PATHS = st.text(
    st.one_of(st.sampled_from("/%.?#&=;|+!aA0 \\~ü"), st.characters(codec="utf-8")), max_size=30
) | st.lists(
    st.sampled_from(
        ["/", "index.html", "%69ndex.html", "%", "%25", "41", "%2e", "%2F", "?", "&", "utm_a=1",
         "b=2", "a=1", "a", "#/", "#!", "x", "%61", "%C3%BC", "..", ";", "="]
    ),
    max_size=9,
).map("".join)  # fmt: skip


@given(PATHS)
@example("/index.html/index.html/")
@example("/%%34%31")
@example("?utm_%73ource=1")
def test_the_key_is_idempotent(path: str) -> None:
    found = addresses.resolve(path, "https://a.test/d/")
    assume(isinstance(found, Resolved))
    assert isinstance(found, Resolved)
    key = addresses.key(found.url)
    assert addresses.key(key) == key
    assert resolved(key, "https://b.test/") == key


@given(PATHS)
def test_resolving_is_total_and_stable(path: str) -> None:
    found = addresses.resolve(path, "https://a.test/d/")
    if isinstance(found, Resolved):
        assert addresses.resolve(found.url, "https://b.test/") == found
        assert addresses.parts(found.url).scheme in addresses.WEB_SCHEMES


@given(st.binary(max_size=40))
def test_bytes_of_any_kind_resolve_or_are_refused(data: bytes) -> None:
    addresses.resolve(data.decode("latin-1"), "https://a.test/", charset="cp1252")


def test_parts_of_what_was_not_serialised_are_misuse() -> None:
    with pytest.raises(ValueError, match="not a serialised web address"):
        addresses.parts("mailto:a@b")


def test_origin_drops_only_the_schemes_own_port() -> None:
    assert addresses.origin("https://a.test/x?y") == "https://a.test"
    assert addresses.origin("https://a.test:80/") == "https://a.test:80"
    assert addresses.origin("http://[::1]:8080/") == "http://[::1]:8080"
