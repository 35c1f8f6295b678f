"""Markup that costs a parser more than its size: bounded in time, and no link of it lost."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.address.refusal import Refused
from crawler.address.url import Joiner, resolve
from crawler.page import document, guard
from crawler.page.extract import extract

LINK = "<a href=/last>last</a>"

NUMBERS = range(150_000)
HOSTILE = {
    "nested blocks": "<div>" * 100_000 + LINK,
    "nested and closed": "<div>" * 60_000 + LINK + "</div>" * 60_000,
    "nested inlines and ends of nothing": "<span>" * 60_000 + "</x>" * 100_000 + LINK,
    "formatting without an end": "<font>" * 20_000 + "</p>" * 20_000 + LINK,
    "formatting anew in each block": "".join(f"<b id={n}>" for n in range(9000))
    + "<p>x" * 9000 + LINK,
    "options": "<select>" + "<option>x" * 60_000 + "</select>" + LINK,
    "attributes": "<a href=/last " + " ".join(f"a{n}=1" for n in NUMBERS) + ">last</a>",
    "attributes in quotes": "<a href=/last " + " ".join(f"a{n}='>'" for n in NUMBERS) + ">x</a>",
    "attributes of the root": "".join(f"<body a{n}=1>" for n in range(30_000)) + LINK,
    "one tag name": "<a" * 400_000 + " >" + LINK,
    "brackets": "<" * 1_000_000 + " >" + LINK,
    "comments": "<!-- x -->" * 100_000 + LINK,
    "a comment without an end": LINK + "<!--" * 300_000,
    "links in links": "<a href=/last><table><td>" * 20_000,
    "links": "<a href=/last>last</a>" * 100_000,
    "a long link": "<a href=/last>" + "<i>x</i>" * 100_000,
    "noscripts": "<noscript><a href=/last>x</a></noscript>" * 10_000,
}  # fmt: skip


def links(body: bytes) -> set[str | None]:
    page = document.read(body, "https://a.test/", content_type="text/html; charset=utf-8")
    return {link.url for link in extract(page).links}


def seconds(body: bytes) -> float:
    begun = time.process_time()
    assert "https://a.test/last" in links(body)
    return time.process_time() - begun


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_markup_is_read_to_its_last_link_and_hardly_slower(name: str) -> None:
    """Unguarded, 50,000 nested blocks cost a thousand times what a plain page does."""
    body = HOSTILE[name].encode()
    plain = b"<p>Some <b>words</b> and <a href=/last>one link</a> of a page.</p>"
    assert seconds(body) < 200 * seconds(plain * (len(body) // len(plain)))


def test_what_is_bearable_stays_as_it_is() -> None:
    page = b"<ul>" + b"<li><div><a href=/x title='>'>x</a></div>" * 4000
    assert guard.bearable(page) is page


@given(
    st.lists(st.sampled_from([b" a", b"/a", b"\na=1 ", b" a='>'", b' a = ">"', b" a=''b=\"\""])),
    st.integers(0, 2),
)
def test_a_tag_with_too_many_attributes_is_cut_however_it_is_written(
    shapes: list[bytes], least: int
) -> None:
    shapes = [shapes[n % len(shapes)] if shapes else b" a" for n in range(2 * 512 + least)]
    page = b"<p>" + b"<i>x</i>" * 8000 + b"<b" + b"".join(shapes) + b">"
    assert len(guard.bearable(page)) < len(page)


@given(st.lists(st.sampled_from([b"<a", b" b", b"=", b"'", b'"', b">", b"<", b"/", b"<!--"])))
def test_short_markup_is_never_touched(parts: list[bytes]) -> None:
    assert guard.bearable(b"".join(parts)) == b"".join(parts)


PIECES = [
    "..",
    ".",
    "/",
    "a",
    "b.html",
    "#",
    "?",
    "x=1",
    "&",
    "%2e",
    "~",
    "é",
    " ",
    ":",
    "\\",
    "!",
]
BASES = [
    "https://a.test/", "https://a.test/b/c/d.html?x/y#/z", "http://a.test:8080/b//c/",
    "https://a.test/%7Eb/.c",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join), st.sampled_from(BASES))
def test_the_short_way_of_resolving_is_the_standards(written: str, base: str) -> None:
    right = resolve(written, base)
    joined = Joiner(base).join(written)
    assert joined == (right if isinstance(right, Refused) else right.url)
    assert Joiner(base).join(Joiner(base).page(written)) == joined


def test_many_elements_that_end_at_once_are_not_deep() -> None:
    leaves = b"<b>one</b> <i>two</i>" * 10_000
    assert not guard._may_be_deep(leaves)
    assert guard._may_be_deep(leaves + b"<b>" * 10_000)
    assert guard._may_be_deep(b"<b>one</i>" * 20_000)


def test_a_blank_before_a_fragment_belongs_to_the_path() -> None:
    assert Joiner("http://a.test/").join("b.html #c") == "http://a.test/b.html%20"
    assert Joiner("http://a.test/").join("b.html ") == "http://a.test/b.html"


XHTML = "application/xhtml+xml"


@pytest.mark.parametrize(
    "markup",
    [
        "<html><head><script src='x.js'/><title/></head><body><a href='/x'>x</a></body></html>",
        "<h:body xmlns:h='http://www.w3.org/1999/xhtml'><h:a href='/x'>x</h:a></h:body>",
        "<?xml version='1.0'?><html><body><iframe/><a name='n'/><a href='/x'>x</a></body></html>",
        "<html><body><![CDATA[<a href='/no'>]]><textarea title='/'/><a href='/x'/></body></html>",
    ],
)
def test_markup_served_as_xml_is_read_as_xml(markup: str) -> None:
    page = document.read(markup.encode(), "https://a.test/", content_type=XHTML)
    assert [link.url for link in extract(page).links if link.url] == ["https://a.test/x"]


def test_pages_of_a_folder_share_what_leads_alike_and_nothing_else() -> None:
    one, other = (Joiner(f"http://a.test/d/{name}.html?q") for name in ("one", "other"))
    assert one.join("b.html") == other.join("b.html") == "http://a.test/d/b.html"
    assert [each.join("#top") for each in (one, other)] == [
        "http://a.test/d/one.html?q",
        "http://a.test/d/other.html?q",
    ]
    assert other.join("?page=2") == "http://a.test/d/other.html?page=2"
    assert one.join("?page=2") == "http://a.test/d/one.html?page=2"


def test_what_a_folder_remembers_is_bounded_and_still_right() -> None:
    joiner = Joiner("http://a.test/many/x.html")
    for number in range(5000):
        assert joiner.join(f"{number}.html") == f"http://a.test/many/{number}.html"
    assert len(joiner._known) < 5000
