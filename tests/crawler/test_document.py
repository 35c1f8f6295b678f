"""Decoding as a browser does, against a table taken from Chromium."""

import base64
import hashlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.page import charset, document
from crawler.page.extract import extract
from crawler.page.extract.anchors import anchors
from crawler.page.extract.mention import resolve_all
from crawler.page.extract.source import open_source
from tests.growth import exponent

CHROMIUM = json.loads(Path(__file__).with_name("chromium.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("body", "content_type", "hrefs"),
    [
        pytest.param(base64.b64decode(body), content_type, hrefs, id=f"{number}-{content_type}")
        for number, (body, content_type, hrefs) in enumerate(CHROMIUM["charsets"])
    ],
)
def test_reads_links_as_chromium_does(body: bytes, content_type: str, hrefs: list[str]) -> None:
    page = document.read(body, CHROMIUM["page"], content_type=content_type)
    source = open_source(page)
    links = resolve_all(anchors(source), source)
    assert sorted({link.url for link in links if link.url}) == hrefs


@pytest.mark.parametrize(
    ("data", "content_type", "right"),
    [
        pytest.param(
            '<meta charset="utf-8">ß'.encode(), "text/html; charset=ISO-8559-1", "utf-8",
            id="UR-025",
        ),
        (b"\xef\xbb\xbf\xfc", "text/html; charset=iso-8859-1", "utf-8"),
        (b"\xfc", None, "cp1252"),
        ("ü".encode()[:1], None, "utf-8"),
        (b"", None, "utf-8"),
        (b" " * 5000 + b"<meta charset=koi8-r>", None, "koi8-r"),
        (b"<body><meta charset=koi8-r>", None, "utf-8"),
        (b"<meta charset=utf-16>", None, "utf-8"),
        (b"<script>'<meta charset=koi8-r>'</script>", None, "utf-8"),
        (b"<meta name=charset content='charset=koi8-r'>", None, "utf-8"),
        (b"<meta name='a>b' charset=koi8-r>", None, "koi8-r"),
    ],
)  # fmt: skip
def test_sniffs(data: bytes, content_type: str | None, right: str) -> None:
    assert charset.sniff(data, content_type) == right


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        (" UTF8 ", "utf-8"),
        ("latin1", "cp1252"),
        ("us-ascii", "cp1252"),
        ("GB2312", "gbk"),
        ("x-sjis", "cp932"),
        ("ks_c_5601-1987", "cp949"),
        ("utf-7", None),
        ("rot13", None),
        ("idna", None),
        ("hex", None),
        ("bogus", None),
        ("a\0b", None),
        ("", None),
    ],
)
def test_labels(label: str, codec: str | None) -> None:
    assert charset.codec(label) == codec


@pytest.mark.parametrize(
    ("content_type", "right"),
    [
        ("text/html", True),
        ("Text/HTML; charset=utf-8", True),
        ("application/xhtml+xml", True),
        ("application/xml", False),
        ("text/plain", False),
        (None, False),
    ],
)
def test_what_is_a_document(content_type: str | None, *, right: bool) -> None:
    assert document.is_html(content_type) is right


@given(st.binary(max_size=200), st.text(max_size=30))
def test_any_bytes_give_a_document(data: bytes, content_type: str) -> None:
    page = document.read(data, "https://a.test/", content_type=content_type)
    page.text.encode()
    assert page.tree.root is not None


SAME_TEXT = (
    b"<title>One</title><p>Price: 5 &euro; a piece</p>",
    b"<title>Other</title>\n<body>\n <p>Price:  5 \xe2\x82\xac <b>a</b> piece\n</p>",
    b"<p>Price: 5 &#8364; a piece<script>now(1)</script><style>p{}</style><noscript>no</noscript>",
    b"<p>Price: 5 &euro; a<template><p>b</template> piece<!-- c -->",
)


def text_digest(body: bytes) -> str | None:
    page = document.read(body, "https://a.test/", content_type="text/html; charset=utf-8")
    return extract(page).text_sha256


def test_the_text_digest_hears_only_what_a_reader_sees() -> None:
    spoken = hashlib.sha256("Price:5€apiece".encode()).hexdigest()
    assert {text_digest(body) for body in SAME_TEXT} == {spoken}
    assert text_digest(b"<p>Price: 6 &euro; a piece") != spoken


@pytest.mark.parametrize(
    "part", ["<meta ", "<!--", "<script", '<meta a="', "<style>", "<title", "a=", "<meta a ", "'"]
)
def test_sniffing_takes_time_that_grows_with_the_size(part: str) -> None:
    def sniff(size: int) -> None:
        charset.sniff(b"<meta " + part.encode() * (size // len(part)), None)

    assert exponent(sniff, 32 * 1024) < 1.5
