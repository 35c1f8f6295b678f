"""Sameness of addresses: tables of what is one and what is not, and properties."""

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.verdict.identity import Identity, identity_of
from tests.bench.strategies import drawn

ONE = [
    ("fragment", "https://a.test/x#top", "https://a.test/x"),
    ("default port", "https://a.test:443/x", "https://a.test/x"),
    ("host case", "https://A.TEST/x", "https://a.test/x"),
    ("idna", "http://bücher.test/a", "http://xn--bcher-kva.test/a"),
    ("trailing slash", "https://a.test/x/", "https://a.test/x"),
    ("index page", "https://a.test/x/index.html", "https://a.test/x/"),
    ("index of the root", "https://a.test/index.php", "https://a.test/"),
    ("tracking", "https://a.test/x?utm_source=n&id=1&fbclid=z", "https://a.test/x?id=1"),
    ("query order", "https://a.test/x?b=1&a=2", "https://a.test/x?a=2&b=1"),
    ("empty query", "https://a.test/x?", "https://a.test/x"),
    ("case of escapes", "https://a.test/QUJD%3d%3d", "https://a.test/QUJD%3D%3D"),
    ("needless escape", "https://a.test/%7Euser", "https://a.test/~user"),
    ("bare and escaped", "https://a.test/a|b", "https://a.test/a%7Cb"),
    ("non-ASCII", "https://a.test/straße", "https://a.test/stra%c3%9fe"),
    ("dot segments", "https://a.test/b/../x", "https://a.test/x"),
    ("backslashes", "https:\\\\a.test\\x", "https://a.test/x"),
]
TWO = [
    ("path case", "https://a.test/X", "https://a.test/x"),
    ("host", "https://www.a.test/x", "https://a.test/x"),
    ("scheme", "http://a.test/x", "https://a.test/x"),
    ("port", "https://a.test:8443/x", "https://a.test/x"),
    ("hash route", "https://a.test/#/users", "https://a.test/"),
    ("hash bang", "https://a.test/#!/help", "https://a.test/#/help"),
    ("query value", "https://a.test/x?a=1", "https://a.test/x?a=2"),
    ("order within a name", "https://a.test/x?a=1&a=2", "https://a.test/x?a=2&a=1"),
    ("plus and blank", "https://a.test/x?q=a+b", "https://a.test/x?q=a%20b"),
    ("encoded slash", "https://a.test/a%2Fb", "https://a.test/a/b"),
    ("encoded percent", "https://a.test/20%25-off", "https://a.test/20%-off"),
    ("doubled slash", "https://a.test//x", "https://a.test/x"),
    ("what only looks like tracking", "https://a.test/x?ref=1", "https://a.test/x"),
    ("index in the middle", "https://a.test/index.html/x", "https://a.test/x"),
]


@pytest.mark.parametrize(("left", "right"), [row[1:] for row in ONE], ids=[row[0] for row in ONE])
def test_one_spelling(left: str, right: str) -> None:
    assert Identity().keys(left).spelling == Identity().keys(right).spelling


@pytest.mark.parametrize(("left", "right"), [row[1:] for row in TWO], ids=[row[0] for row in TWO])
def test_two_spellings(left: str, right: str) -> None:
    assert Identity().keys(left).spelling != Identity().keys(right).spelling


def test_forms_of_a_host_are_one_only_where_that_was_seen() -> None:
    seen = identity_of([("http://a.test/", "https://www.a.test/")])
    assert seen.keys("http://a.test/x").variant == seen.keys("https://www.a.test/x").variant
    assert seen.keys("http://a.test/x").spelling != seen.keys("https://www.a.test/x").spelling
    # The other two forms were never seen to lead there.
    assert seen.keys("https://a.test/x").variant != seen.keys("https://www.a.test/x").variant


def test_joined_origins_are_joined_through_others() -> None:
    seen = identity_of(
        [
            ("http://a.test/p", "https://a.test/p"),
            ("http://www.a.test/q", "https://www.a.test/q"),
            ("https://a.test/", "https://www.a.test/"),
        ]
    )
    forms = ("http://a.test", "https://a.test", "http://www.a.test", "https://www.a.test")
    assert len({seen.keys(f"{form}/x").variant for form in forms}) == 1


def test_a_redirect_to_another_page_or_host_joins_nothing() -> None:
    seen = identity_of(
        [("http://a.test/x", "https://a.test/y"), ("http://a.test/", "http://b.test/")]
    )
    assert seen == Identity()


def test_a_fragment_that_the_truth_names_is_a_view() -> None:
    seen = identity_of([], views=["https://a.test/app/#View:id=7"])
    assert seen.keys("https://a.test/app#View:id=7").spelling.endswith("/app#View:id=7")
    assert seen.keys("https://a.test/app#View:id=8").spelling == "https://a.test/app"


@pytest.mark.parametrize(
    "text", ["", "mailto:a@a.test", "http://[::1", "javascript:void(0)", "/x"]
)
def test_what_is_no_web_address_is_only_itself(text: str) -> None:
    assert Identity().keys(text).spelling == text


HARD = st.text(alphabet="/%23457aAfF.#!?&=|^ index.html-~\\é", max_size=30)


@drawn
@given(HARD, st.booleans())
def test_keys_are_idempotent(rest: str, joined: bool) -> None:  # noqa: FBT001 - drawn
    pairs = [("http://a.test/", "https://www.a.test/")] if joined else []
    identity = identity_of(pairs, views=["http://a.test/x#4"])
    keys = identity.keys(f"http://a.test/{rest}")
    assert identity.keys(keys.exact).exact == keys.exact
    assert identity.keys(keys.spelling).spelling == keys.spelling
    assert identity.keys(keys.variant).variant == keys.variant


@drawn
@given(HARD)
def test_looser_tiers_follow_from_stricter_ones(rest: str) -> None:
    identity = identity_of([("http://a.test/", "https://a.test/")])
    address = f"http://a.test/{rest}"
    assert identity.keys(identity.keys(address).exact) == identity.keys(address)
    assert identity.keys(identity.keys(address).spelling).variant == identity.keys(address).variant


LABEL = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
SEGMENT = st.text("abzAZ09._~-", max_size=6)


@given(
    host=st.lists(LABEL, min_size=1, max_size=3).map(".".join),
    path=st.lists(SEGMENT, max_size=4).map("/".join),
    query=st.text("abzAZ09._~=&/-", max_size=8),
)
def test_what_is_taken_as_it_stands_is_what_a_parser_would_make_of_it(
    host: str, path: str, query: str
) -> None:
    address = f"https://{host}/{path}{'?' if query else ''}{query}"
    try:
        exact = str(ada_url.normalize_url(address))
    except ValueError:
        exact = address
    assert Identity().keys(address).exact == exact
