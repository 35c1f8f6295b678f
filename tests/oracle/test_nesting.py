"""What is taken for open holds whatever a parser has open, and real pages are left whole."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from oracle.liveness.html import tree_of
from oracle.liveness.nesting import MOST_ATTRIBUTES, bearable, read
from oracle.liveness.walk import DEEPEST, Walk

SIZE = 1 << 20

HOSTILE: dict[str, bytes] = {
    "blocks": b"<div>",
    "inline": b"<span>",
    "rt without ruby": b"<rt>",
    "rt": b"<ruby><rt><b>",
    "misnested": b"<b><div></b>",
    "misnested, closed": b"<span><div></span></div>",
    "behind a border": b"<div><marquee></div></marquee>",
    "behind a select": b"<div><select></div></select>",
    "form, taken out": b"<form><div></form>",
    "rows outside of tables": b"<svg><td>",
    "rows in a template": b"<template><div><td><div>",
    "a title in a drawing": b"<svg><title><div></title></svg>",
    "a style that is none": b"<svg><style><g>",
    "a comment that is over": b"<!--><div>",
    "an attribute with an end": b"<div a='>' b=>",
    "tables": b"<table><tr><td>",
    "lists": b"<ul><li>",
    "option groups": b"<optgroup>",
    "frames": b"<frameset>",
    "roots": b"<html a=1>",
    "options": b"<select><option>",
}


@pytest.mark.parametrize("unit", HOSTILE.values(), ids=HOSTILE)
def test_hostile_markup_is_cut(unit: bytes) -> None:
    page = unit * (SIZE // len(unit))
    assert bearable(page) < len(page) / 10


LEFT_OPEN = b"".join(b"<p><b id=%d>" % number for number in range(DEEPEST // 2))


def test_formatting_that_is_made_anew_in_each_block_is_cut() -> None:
    page = LEFT_OPEN + b"<p><i>x</i>" * 50_000
    assert bearable(page) < len(page) / 10


def test_attributes_and_formatting_without_end_are_cut() -> None:
    many = b"".join(b" a%d=1" % number for number in range(MOST_ATTRIBUTES + 1))
    assert bearable(b"<p>x</p>" * 9000 + b"<a" + many + b">") == 9000 * 8
    page = b"".join(b"<p><b id=%d>" % number for number in range(8_000))
    assert bearable(page) < len(page) / 10


def test_the_walk_grows_with_the_page() -> None:
    """What four times as much costs is measured beside it, in one process's own time."""
    calm = b"<ul><li><a href=/x>y</a><p>z<p><b>w</b></ul>"

    def cost(count: int) -> float:
        page = calm * count
        began = time.process_time()
        assert bearable(page) == len(page)
        return time.process_time() - began

    cost(100)
    assert cost(2400) < 16 * max(cost(600), 0.005)


WORDS = (
    "a b i font nobr div p span ul li dl dd dt table tr td th tbody caption button form select"
    " option optgroup svg g title math mi foreignobject marquee object template h1 h2 ruby rt rp"
    " section address style xmp textarea br img hr body frameset"
)
NAMES = WORDS.split()
tags = st.one_of(
    st.sampled_from(NAMES).map(lambda name: f"<{name}>"),
    st.sampled_from(NAMES).map(lambda name: f"</{name}>"),
    st.sampled_from(
        ["x", " ", "<!--", "-->", "<b id=1>", "<font size=2>", "<g/>", "<a href='>'>"]
    ),
)


def depth_of(markup: str) -> int:
    """How deep the parser's tree is."""
    deepest = 0
    body = LexborHTMLParser(markup).root
    nodes = [(body, 1)] if body else []
    while nodes:
        node, depth = nodes.pop()
        deepest = max(deepest, depth)
        nodes.extend((child, depth + 1) for child in node.iter(include_text=False))
    return deepest


@settings(max_examples=150, derandomize=True)
@given(st.lists(tags, max_size=12), st.lists(tags, max_size=6))
def test_no_tree_is_deeper_than_what_was_taken_for_open(head: list[str], unit: list[str]) -> None:
    """Repeated, so that one level too few each time would show."""
    markup = "".join([*head, *(unit * 40)])
    walk = Walk()
    read(markup.encode(), walk)
    assert depth_of(markup) <= 3 * walk.deepest + 12


REAL = sorted(
    page
    for folder in ("python3.11/html", "sqlite3", "git-doc", "apache2-doc/manual/en")
    for page in Path("/usr/share/doc", folder).glob("*.html")
)


def test_real_pages_are_left_whole() -> None:
    if not REAL:
        pytest.skip("no documentation is installed; on Debian: apt-get install sqlite3-doc")
    for page in REAL[:: max(1, len(REAL) // 40)]:
        body = page.read_bytes()
        assert bearable(body) == len(body), page


def test_a_page_that_is_cut_keeps_what_came_before() -> None:
    page = b"<a href=/x>x</a>" + b"<div>" * SIZE
    (link,) = tree_of(page).css("a")
    assert link.attributes["href"] == "/x"
