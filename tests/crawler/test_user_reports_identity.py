"""Reported faults of crawlers in what makes two addresses one, and in what they ask for."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.address.url import Resolved
from crawler.state.frontier import State
from tests.crawler.labweb import tell
from tests.crawler.web import Page, Site, explore, html, moved

URLISH = st.text(alphabet="ab%2Ff5dD/?&=+#.~é |\\:@", max_size=30)


def test_ur_062_an_escaped_percent_sign_stays_one() -> None:
    path = "/sale-20%25-off"
    found = explore({"/": html(path, "/a%2525", "/100%"), path: html(), "/a%2525": html()})
    assert {path, "/a%2525"} <= set(found.asked)
    assert {path, "/a%2525"} <= found.listed
    assert addresses.key(f"http://site.test{path}") == f"http://site.test{path}"


@given(URLISH)
def test_ur_062_keys_and_addresses_are_fixed_points(written: str) -> None:
    found = addresses.resolve(written, "http://site.test/d/")
    if isinstance(found, Refused):
        return
    again = addresses.resolve(found.url, "http://other.test/")
    assert again == found
    key = addresses.key(found.url)
    assert addresses.key(key) == key


def test_ur_064_the_case_of_escapes_makes_no_second_page() -> None:
    one, two = "/view/QUJD%3d%3d", "/view/QUJD%3D%3D"
    found = explore({"/": html(one, two), one: html(), two: html()})
    assert found.listed == {"/", one}
    assert found.by_url[two].state is State.FOLDED
    assert not any("%253" in path for path in found.asked)


@pytest.mark.parametrize(
    ("charset", "written", "asked"),
    [
        ("gb2312", "3.asp?n=洪1", "/3.asp?n=%BA%E91"),
        ("gb2312", "3.asp?n=a+b%2Bc", "/3.asp?n=a+b%2Bc"),
        ("windows-1251", "?q=д", "/?q=%E4"),
        ("windows-1252", "?q=д", "/?q=%26%231076%3B"),
        ("utf-8", "?q=洪", "/?q=%E6%B4%AA"),
        ("windows-1251", "/д?q=1", "/%D0%B4?q=1"),
    ],
)
def test_ur_065_a_query_is_asked_in_the_charset_of_its_page(
    charset: str, written: str, asked: str
) -> None:
    body = f'<meta charset="{charset}"><a href="{written}">x</a>'
    root = Page(body=body.encode(charset, "xmlcharrefreplace"), type="text/html")
    found = explore({"/": root, asked: html()})
    assert asked in found.asked
    assert asked in found.listed


@pytest.mark.parametrize(
    ("location", "asked"),
    [
        ("http://site.test/путь", "/%D0%BF%D1%83%D1%82%D1%8C"),
        ("/путь?q=é", "/%D0%BF%D1%83%D1%82%D1%8C?q=%C3%A9"),
        ("/a b", "/a%20b"),
        ("\\c", "/c"),
        (b"/\xe9".decode("utf-8", "surrogateescape"), "/%E9"),
    ],
)
def test_ur_067_a_location_that_is_no_ascii_is_read_as_browsers_do(
    location: str, asked: str
) -> None:
    found = explore({"/": html("/a"), "/a": moved(location), asked: html()})
    assert asked in found.asked
    assert asked in found.listed
    seen = found.by_url["/a"].observation
    assert seen is not None
    assert seen.error is None


def test_ur_071_what_was_linked_is_asked_for_as_it_was_written() -> None:
    site: Site = {
        "/": html("/about/", "/Team/", "/docs/index.html"),
        "/about/": html(),
        "/about": moved("/about/", status=301),
        "/Team/": html(),
        "/docs/index.html": html(),
    }
    found = explore(site)
    assert found.asked.count("/about/") == 1
    assert "/about" not in found.asked
    assert {"/Team/", "/docs/index.html"} <= set(found.asked)
    assert all(
        not each.observation.redirects for each in found.by_url.values() if each.observation
    )


def test_ur_073_a_location_without_a_scheme_names_a_host() -> None:
    found = tell("""
        @ https://example.test/
        <a href="/old">o</a><a href="///www.example.test/three">t</a>
        @ https://example.test/old
        301
        Location: //www.example.test/new
        @ https://www.example.test/new
        <h1>New</h1>
        @ https://www.example.test/three
        <h1>Three</h1>
        """)
    assert "https://www.example.test/new" in found.listed
    assert "https://www.example.test/three" in found.listed
    assert not any("//www" in url.partition("://")[2] for url in found.by_url)


def test_ur_074_links_stand_on_where_the_page_was_answered() -> None:
    found = tell(
        """
        @ https://example.test/
        <a href="/foo">f</a>
        @ https://example.test/foo
        301
        Location: https://zoo.example.test/haz
        @ https://zoo.example.test/haz
        <a href="/somewhere">s</a>
        @ https://zoo.example.test/somewhere
        <h1>Somewhere</h1>
        """,
        hosts=("zoo.example.test",),
    )
    assert "https://zoo.example.test/somewhere" in found.listed
    assert "/somewhere" not in found.by_url


def test_ur_076_one_host_in_two_scripts_is_one() -> None:
    idn = "http://xn--bcher-kva.test"
    links = html(
        "http://bücher.test/a", f"{idn}/a", "http://B%C3%9Ccher.test/a", "//BÜCHER.test/a"
    )
    found = explore(
        {f"{idn}/": links, f"{idn}/a": html(), f"{idn}/robots.txt": Page(status=404)},
        root="http://bücher.test/",
    )
    assert found.listed == {f"{idn}/", f"{idn}/a"}
    assert [url for url in found.asked if "robots" in url] == [f"{idn}/robots.txt"]
    assert found.asked.count(f"{idn}/a") == 1


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("\\docs\\start", "https://example.test/docs/start"),
        ("https:\\\\example.test\\b?q=\\c", "https://example.test/b?q=\\c"),
        ("\\\\evil.test\\x", "https://evil.test/x"),
        ("https://evil.test\\@example.test/", "https://evil.test/@example.test/"),
        ("https:/\\evil.test/", "https://evil.test/"),
    ],
)
def test_ur_077_a_backslash_is_a_slash_but_in_the_query(written: str, right: str) -> None:
    assert addresses.resolve(written, "https://example.test/") == Resolved(right)


def test_ur_077_also_in_a_location() -> None:
    old = moved("http:\\\\site.test\\new?q=\\c")
    found = explore({"/": html("/old", "\\docs\\start"), "/old": old, "/new?q=\\c": html()})
    assert "/new?q=\\c" in found.listed
    assert "/docs/start" in found.by_url
    assert not [url for url in found.asked if re.search(r"%5C", url, re.IGNORECASE)]
