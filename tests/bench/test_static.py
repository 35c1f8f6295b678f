"""What served bytes tell a reader without a browser."""

import pytest

from bench.facts.witness import WitnessPage
from bench.verdict.static import static_page
from tests.bench.strategies import at, served
from tests.growth import exponent

LINKS = [
    ("link", '<a href="/x">', "/x"),
    ("relative link", '<a href="x">', "/d/x"),
    ("blanks and breaks", '<a href=" /a\n/x ">', "/a/x"),
    ("map", '<map><area href="/x"></map>', "/x"),
    ("drawing", '<svg><a xlink:href="/x"></a></svg>', "/x"),
    ("frame", '<frameset><frame src="/x"></frameset>', "/x"),
    ("inner frame", '<iframe src="/x"></iframe>', "/x"),
    ("refresh", '<meta http-equiv="Refresh" content="0; url=/x">', "/x"),
    ("refresh, quoted", "<meta http-equiv=refresh content=\"5;URL='/x'\">", "/x"),
    ("refresh, a full stop", '<meta http-equiv="refresh" content="0.5,/x">', "/x"),
    ("base", '<base href="/z/"><a href="x">', "/z/x"),
    ("first usable base", '<base href="http://["><base href="/z/"><a href="x">', "/z/x"),
    ("other host", '<a href="//b.test/x">', "https://b.test/x"),
    ("non-ASCII", '<a href="/straße">', "/stra%C3%9Fe"),
]


@pytest.mark.parametrize(
    ("markup", "link"), [row[1:] for row in LINKS], ids=[row[0] for row in LINKS]
)
def test_links(markup: str, link: str) -> None:
    assert static_page(served("/d/", markup)).links == {at(link)}


@pytest.mark.parametrize(
    "markup",
    [
        "<!-- <a href=/x> -->",
        "<script>document.write('<a href=\"/x\">')</script>",
        "<template><a href=/x></a></template>",
        "<a href='javascript:go()'>",
        "<a href='mailto:a@a.test'>",
        "<a name=x>",
        "<meta http-equiv=refresh content=30>",
    ],
)
def test_no_links(markup: str) -> None:
    assert not static_page(served("/", markup)).links


MENTIONS = [
    ("path in a string", "go('/x/y')", True),
    ("path with escaped slashes", r'{"to":"\/x\/y"}', True),
    ("whole address", "open('https://a.test/x/y')", True),
    ("entities", "<b data-to='/x&#47;y'>", True),
    ("relative, in quotes", "load('x/y')", True),
    ("a longer path", "go('/x/yes')", False),
    ("below another folder", "go('/z/x/y')", False),
    ("another host", "go('https://b.test/x/y')", False),
    ("relative, in prose", "about x/y and more", False),
]


@pytest.mark.parametrize(
    ("text", "held"), [row[1:] for row in MENTIONS], ids=[row[0] for row in MENTIONS]
)
def test_mentions(text: str, held: bool) -> None:  # noqa: FBT001 - a column
    page = static_page(served("/", f"<script>{text}</script>"))
    assert (page.mention(at("/x/y")) is not None) is held


def test_a_mention_shows_its_place_and_no_more() -> None:
    page = static_page(served("/", "a" * 900 + "\n <b>go</b>('/x')" + "b" * 900))
    shown = page.mention(at("/x"))
    assert shown is not None
    assert "('/x')" in shown
    assert len(shown) < 200
    assert "\n" not in shown


def test_a_hash_route_is_looked_for_by_its_fragment() -> None:
    page = static_page(served("/", "routes = ['#/users', 'users']"))
    assert page.mention(at("/#/users"))
    assert not page.mention(at("/#/groups"))


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ('<a href="/é">'.encode("windows-1252"), "text/html; charset=ISO-8859-1"),
        ('<a href="/é">'.encode("windows-1252"), ""),
        ('<meta charset="utf-8"><a href="/é">'.encode(), "text/html; charset=ISO-8559-1"),
        (b"\xef\xbb\xbf" + '<a href="/é">'.encode(), "text/html; charset=latin1"),
        ('<a href="/é">'.encode("utf-16"), "text/html"),
    ],
)
def test_charsets(body: bytes, content_type: str) -> None:
    page = WitnessPage(url=at("/"), final_url=at("/"), body=body, content_type=content_type)
    assert static_page(page).links == {at("/%C3%A9")}


def test_reading_takes_time_that_grows_with_the_size() -> None:
    def read(size: int) -> None:
        body = "<a" * size + "<meta http-equiv=refresh content='" + "0" * size
        page = static_page(served("/", body))
        assert page.links == frozenset()
        assert page.mention(at("/x")) is None

    assert exponent(read, 5_000) < 1.5
