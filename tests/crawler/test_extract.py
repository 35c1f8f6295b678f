"""Links out of markup: Chromium's own answers, one row a construct, and what is never a link."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.address.citation import Via
from crawler.address.refusal import Reason
from crawler.page import document
from crawler.page.extract import Extraction, Link, Refresh, extract
from crawler.page.extract.anchors import anchors
from crawler.page.extract.handlers import literals
from crawler.page.extract.mention import resolve_all
from crawler.page.extract.refresh import parse
from crawler.page.extract.source import open_source

CHROMIUM = json.loads(Path(__file__).with_name("chromium.json").read_text("utf-8"))
PAGE = "https://example.test/foo/bar"
ROBOT = "RouteRecall"


def read(html: str, *headers: tuple[str, str], url: str = PAGE) -> Extraction:
    page = document.read(html.encode(), url, content_type="text/html; charset=utf-8")
    return extract(page, headers, token=ROBOT)


def found(html: str, *headers: tuple[str, str]) -> list[tuple[Via, str | None]]:
    return [
        (link.via, link.url and link.url.removeprefix("https://example.test"))
        for link in read(html, *headers).links
    ]


@pytest.mark.parametrize(("html", "hrefs"), CHROMIUM["markup"], ids=lambda value: str(value)[:60])
def test_the_pages_own_links_are_chromiums(html: str, hrefs: list[str]) -> None:
    page = document.read(html.encode(), CHROMIUM["page"], content_type="text/html")
    source = replace(open_source(page), inner=())
    links = resolve_all(anchors(source), source)
    assert sorted({link.url for link in links if link.url}) == hrefs


CONSTRUCTS = [
    pytest.param("<a href=/x>x</a>", Via.LINK, "/x", id="a"),
    pytest.param("<map><area href=/x></map>", Via.LINK, "/x", id="area"),
    pytest.param("<svg><a xlink:href=/x>x</a></svg>", Via.LINK, "/x", id="svg"),
    pytest.param("<noscript><a href=/x>x</a></noscript>", Via.LINK, "/x", id="noscript"),
    pytest.param("<iframe srcdoc='<a href=/x>x</a>'></iframe>", Via.LINK, "/x", id="srcdoc"),
    pytest.param(
        "<template shadowrootmode=open><a href=/x>x</a></template>", Via.LINK, "/x", id="shadow"
    ),
    pytest.param(
        "<template shadowrootmode=open><b><template shadowrootmode=closed><a href=/x></template>"
        "</b></template>", Via.LINK, "/x", id="shadow-in-shadow",
    ),
    pytest.param("<iframe src=/x></iframe>", Via.FRAME, "/x", id="iframe"),
    pytest.param("<object data=/x type=text/html></object>", Via.FRAME, "/x", id="object"),
    pytest.param("<meta http-equiv=Refresh content='0; url=/x'>", Via.REFRESH, "/x", id="refresh"),
    pytest.param("<link rel=canonical href=/x>", Via.CANONICAL, "/x", id="canonical"),
    pytest.param("<link rel=alternate hreflang=de href=/x>", Via.ALTERNATE, "/x", id="alternate"),
    pytest.param("<link rel=prev href=/x>", Via.PREV, "/x", id="prev"),
    pytest.param("<link rel=up href=/x>", Via.LINK, "/x", id="up"),
    pytest.param("<a href='/x#/r'>x</a>", Via.HASH_ROUTE, "/x#/r", id="hash-route"),
    pytest.param("<a href='/x#part'>x</a>", Via.LINK, "/x", id="place-on-a-page"),
    pytest.param("<link rel=next href=/x>", Via.NEXT, "/x", id="UR-018-next"),
    pytest.param(
        "<link rel=alternate type=application/rss+xml href=/x>", Via.FEED, "/x", id="feed"
    ),
    pytest.param(
        """<a href="javascript:openDoc('/docs/9','en')">doc</a>""", Via.HANDLER, "/docs/9",
        id="UR-022-script",
    ),
    pytest.param(
        """<li onclick="window.location='notes/list/'">b</li>""", Via.HANDLER, "/foo/notes/list/",
        id="UR-022-handler",
    ),
    pytest.param(
        "<select onchange=\"location.href = 'next'\">", Via.HANDLER, "/foo/next", id="location"
    ),
]  # fmt: skip


@pytest.mark.parametrize(("html", "via", "right"), CONSTRUCTS)
def test_one_construct(html: str, via: Via, right: str) -> None:
    assert (via, right) in found(html)


def test_a_frameset_names_its_frames() -> None:
    page = read("<frameset><frame src=/nav><frame src=/main name=m></frameset>")
    assert page.frameset
    assert [(link.via, link.written, link.text) for link in page.links] == [
        (Via.FRAME, "/nav", None),
        (Via.FRAME, "/main", "m"),
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<!-- <a href=/x> -->",
        "<script><a href=/x></script>",
        "<script>let a = '<a href=\"/x\">'</script>",
        "<style><a href=/x></style>",
        "<template><a href=/x></a></template>",
        "<textarea><a href=/x></textarea>",
        "<a name=x>x</a>",
        "<link rel=stylesheet href=/x><link rel=icon href=/x><link rel=preload href=/x>",
        "<link rel='alternate stylesheet' href=/x>",
        "<link rel=alternate type=application/json+oembed href=/x>",
        "<iframe></iframe><iframe src=''></iframe>",
        "<meta http-equiv=refresh content=5>",
        "<meta name=refresh content='0;url=/x'>",
        "<p onclick=\"say('/x' + id)\">",
        "<p onclick=\"say(base + '/x')\">",
        "<p onclick=\"say('Hello there. Bye/')\">",
        "<p onclick=\"say('text/html', 'GET', '#', '/', 'a-b')\">",
        "<img src=/x><video src=/x></video>",
    ],
)
def test_never_a_link(html: str) -> None:
    assert found(html) == []


def test_ur_006_the_first_base_decides() -> None:
    html = '<base href="javascript:0"><base href="/z/"><a href="n.html">n</a>'
    assert found(html) == [(Via.LINK, "/foo/n.html")]
    assert found('<base href="/z/"><a href="n.html">n</a>') == [(Via.LINK, "/z/n.html")]


def test_ur_015_a_refresh_in_noscript_moves_no_page() -> None:
    page = read(
        '<noscript><meta http-equiv=refresh content="0;url=/need-js"></noscript>'
        '<a href="/real">r</a>'
    )
    assert page.refresh is None
    assert {(link.via, link.written) for link in page.links} == {
        (Via.REFRESH, "/need-js"),
        (Via.LINK, "/real"),
    }


def test_ur_021_schemes_are_refused_with_their_name() -> None:
    page = read(
        '<a href=" DATA:text/html,hi">d</a><a href="tel:+1">t</a>'
        '<a href="java\nscript:go()">j</a><a href="/ok">o</a>'
    )
    refused = [(link.refusal.reason, link.refusal.rule) for link in page.links if link.refusal]
    assert [link.url for link in page.links if link.url] == ["https://example.test/ok"]
    assert refused == [
        (Reason.SCHEME, "data: is no web address"),
        (Reason.SCHEME, "tel: is no web address"),
        (Reason.SCHEME, "javascript: is no web address"),
    ]


def test_ur_144_a_bad_address_costs_only_itself() -> None:
    page = read('<a href="http://[::1">x</a>\0<a href="/ok">o</a>')
    assert [link.refusal and link.refusal.reason for link in page.links] == [
        Reason.UNPARSABLE,
        None,
    ]


def test_ur_076_one_host_in_three_spellings() -> None:
    page = read(
        '<a href="http://bücher.test/a">1</a><a href="http://xn--bcher-kva.test/a">2</a>'
        '<a href="http://B%C3%9Ccher.test/a">3</a>'
    )
    assert {link.url for link in page.links} == {"http://xn--bcher-kva.test/a"}
    assert len(page.links) == 3


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("plain", "plain"),
        ("  two\n words ", "two words"),
        ("o<b>n</b>e", "one"),
        ("<div>one</div><div>two</div>", "one two"),
        ("one<br>two", "one two"),
        ("one<script>x</script><style>y</style><!-- z -->", "one"),
        ("<img alt='Home page' src=i>", "Home page"),
        ("<noscript>no</noscript>yes", "yes"),
        ("", "label"),
        ("&nbsp;", "label"),
        ("x" * 500, "x" * 200),
    ],
)
def test_text_as_a_reader_sees_it(inner: str, text: str) -> None:
    (link,) = read(f"<a href=/x aria-label=label>{inner}</a>").links
    assert link.text == text


def test_one_spelling_is_one_link_with_the_first_text() -> None:
    page = read("<a href=/x></a><a href=/x>First</a><a href=/x>Second</a><a href='/x '>Third</a>")
    assert [(link.written, link.text) for link in page.links] == [
        ("/x", "First"),
        ("/x ", "Third"),
    ]


def test_nofollow_by_rel_leaves_the_followed_mention() -> None:
    page = read("<a href=/x rel='external NOFOLLOW'>a</a><a href=/x>b</a>")
    assert [(link.nofollow, link.text) for link in page.links] == [
        ("rel=nofollow", "a"),
        (None, "b"),
    ]


@pytest.mark.parametrize(
    ("html", "headers", "noindex", "rule"),
    [
        ("<meta name=robots content='NoIndex, follow'>", [], True, None),
        ("<meta name=ROBOTS content=nofollow>", [], False, "meta robots nofollow"),
        ("<meta name=robots content=none>", [], True, "meta robots none"),
        ("<meta name=routerecall content=nofollow>", [], False, "meta routerecall nofollow"),
        ("<meta name=googlebot content='noindex,nofollow'>", [], False, None),
        ("", ["noindex"], True, None),
        ("", ["noarchive, nofollow"], False, "X-Robots-Tag nofollow"),
        ("", ["googlebot: noindex, nofollow"], False, None),
        ("", ["RouteRecall: noindex"], True, None),
        ("", ["unavailable_after: 25 Jun 2030", "noindex"], True, None),
        ("", ["max-snippet: 0, nofollow"], False, "X-Robots-Tag nofollow"),
    ],
)
def test_directives(html: str, headers: list[str], rule: str | None, *, noindex: bool) -> None:
    page = read(
        f"{html}<a href=/x>x</a><link rel=canonical href=/c>",
        *(("X-Robots-Tag", value) for value in headers),
    )
    assert page.noindex is noindex
    assert page.nofollow is (rule is not None)
    assert [link.nofollow for link in page.links] == [rule, None]


@pytest.mark.parametrize(
    ("content", "right"),
    [
        ("0;url=/x", (0.0, "/x")),
        ("5; URL = '/x' y", (5.0, "/x")),
        ('3,url="/x', (3.0, "/x")),
        ("  2.7  /x", (2.0, "/x")),
        ("0 ; /x y", (0.0, "/x y")),
        (".5;/x", (0.0, "/x")),
        ("0;url=''", None),
        ("0;url=", None),
        ("0", None),
        ("/x", None),
        ("url=/x", None),
        ("0x;url=/x", None),
        ("-1;url=/x", None),
        ("9" * 400 + ";/x", (999999999.0, "/x")),
    ],
)
def test_refresh(content: str, right: tuple[float, str] | None) -> None:
    assert parse(content) == right


def test_the_refresh_header_comes_first_and_knows_no_base() -> None:
    page = read(
        "<base href=/z/><meta http-equiv=refresh content='1;url=m'>", ("refresh", "0; url=h")
    )
    assert page.refresh == Refresh(url="https://example.test/foo/h", seconds=0.0)
    only = read("<base href=/z/><meta http-equiv=refresh content='1;url=m'>")
    assert only.refresh == Refresh(url="https://example.test/z/m", seconds=1.0)


def test_link_headers() -> None:
    page = read(
        "<base href=/z/>",
        ("Link", '<n>; rel="next"; title="Two, more", </c>; rel=canonical'),
        ("link", '</style.css>; rel=preload; as=style, <//b.test/>; rel="alternate"'),
        ("Link", '</me>; rel=next; anchor="/other"'),
        ("Link", "broken, <unclosed; rel=next"),
    )
    assert page.links == (
        Link(via=Via.HEADER, written="n", url="https://example.test/foo/n", text="Two, more"),
        Link(via=Via.CANONICAL, written="/c", url="https://example.test/c"),
        Link(via=Via.HEADER, written="//b.test/", url="https://b.test/"),
    )
    assert (page.canonical, page.canonical_header) == (None, "https://example.test/c")


def test_what_a_page_says_about_itself() -> None:
    page = read(
        "<title> A\n  title </title><svg><title>no</title></svg><input type=PassWord>"
        "<link rel=canonical href=/one><link rel=canonical href=/two>"
    )
    assert (page.title, page.login_form, page.frameset) == ("A title", True, False)
    assert page.canonical == "https://example.test/one"
    plain = read("<p>x")
    assert (plain.title, plain.login_form, plain.canonical) == (None, False, None)


@pytest.mark.parametrize(
    ("script", "right"),
    [
        ("go('/a/b')", ["/a/b"]),
        ("location='x'", ["x"]),
        ('window.location.href = "x y"', ["x y"]),
        ("location.replace('x');", ["x"]),
        ("window.open('x', '_blank', 'width=1')", ["x"]),
        (r"go('\/a\/b\u002fc\x2fd')", ["/a/b/c/d"]),
        ("go(`/a`)", ["/a"]),
        ("go(`/a/${b}`)", []),
        ("go('/a/' + b)", []),
        ("go(a+'/b')", []),
        ("go('a.html', 'b.php?x=1', 'c.js', 'd')", ["a.html", "b.php?x=1"]),
        ("go('https://a.test/x')", ["https://a.test/x"]),
        ("go('?p=1')", ["?p=1"]),
        ("go('unclosed)", []),
        ("go('a b/c/')", []),
    ],
)
def test_whole_string_literals_only(script: str, right: list[str]) -> None:
    assert list(literals(script)) == right


SNIPPETS = st.lists(
    st.sampled_from(
        ["<a href=", "/x", "'", '"', ">", "</a>", "<base href=/b/>", "<template>", "</template>",
         "<noscript>", "</noscript>", "<svg>", "<iframe srcdoc='", "<meta http-equiv=refresh ",
         "content='0;url=", "onclick='go(", "<link rel=next href=", "javascript:", "<!--", "-->",
         "<frameset>", "\0", "&#xD800;", "<template shadowrootmode=open>", "<script>", " "]
    ),
    max_size=20,
).map("".join)  # fmt: skip


@given(SNIPPETS, st.text(max_size=40))
def test_any_markup_and_header_give_an_extraction(html: str, header: str) -> None:
    names = ("link", "refresh", "x-robots-tag")
    page = read(html, *((name, header) for name in names))
    for link in page.links:
        assert (link.url is None) is (link.refusal is not None)
        assert link.url is None or link.url.startswith(("http://", "https://"))


def test_an_a_of_a_formula_is_no_link_but_its_text_may_hold_one() -> None:
    assert found("<math><a href=/no>x</a><mtext><a href=/x>x</a></mtext></math>") == [
        (Via.LINK, "/x")
    ]
