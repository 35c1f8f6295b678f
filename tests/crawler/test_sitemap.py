"""Sitemaps and feeds in all the shapes in which they are served."""

import gzip
import io
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.sitemap import harvest
from crawler.sitemap import reading as sitemap
from crawler.sitemap import xml as sitemap_xml
from crawler.sitemap.gunzip import Unpacked
from crawler.sitemap.reading import Entry, Limits, SitemapKind, SitemapReading

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
ONE = b"<urlset><url><loc>https://example.test/a</loc></url></urlset>"


def locs(found: SitemapReading) -> list[str]:
    return [entry.loc for entry in found.entries]


CASES = [
    pytest.param(gzip.compress(gzip.compress(ONE)), ["https://example.test/a"], id="UR-042"),
    pytest.param(gzip.compress(ONE), ["https://example.test/a"], id="UR-044"),
    pytest.param(gzip.compress(ONE[:20]) + gzip.compress(ONE[20:]), ["https://example.test/a"],
                 id="gzip-members"),
    pytest.param(
        ("\n\n  \ufeff" + f'<?xml version="1.0"?><urlset xmlns="{NAMESPACE}">'
         "<url><loc>https://example.test/ws</loc></url></urlset>").encode(),
        ["https://example.test/ws"], id="UR-045",
    ),
    pytest.param(
        b"<urlset>\n<url><loc> <![CDATA[https://example.test/c?a=1&b=2]]> </loc></url>\n"
        b"<url><loc>https://example.test/t?a=1&amp;b=2</loc></url>\n</urlset>",
        ["https://example.test/c?a=1&b=2", "https://example.test/t?a=1&b=2"], id="UR-047",
    ),
    pytest.param(
        b'<urlset xmlns="https://www.sitemaps.org/schemas/sitemap/0.9/" '
        b'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
        b"<url><image:image><image:loc>https://example.test/p.jpg</image:loc></image:image>"
        b"<image:loc>https://example.test/q.jpg</image:loc>"
        b"<loc>https://example.test/p</loc></url></urlset>",
        ["https://example.test/p"], id="UR-048",
    ),
    pytest.param(
        f'<s:urlset xmlns:s="{NAMESPACE}"><s:url><s:loc>/r</s:loc></s:url></s:urlset>'.encode(),
        ["/r"], id="prefix",
    ),
    pytest.param(b"<s:urlset><s:url><s:loc>/r</s:loc></s:url></s:urlset>", ["/r"],
                 id="undeclared-prefix"),
    pytest.param(
        b"<urlset><url><loc>https://example.test/a</loc><lastmod>2024-11-05</lastmod></url>"
        b"<url><loc>https://example.test/b</loc><lastmod>yesterday</lastmod></url>"
        b"<url><loc>https://example.test/c</loc><lastmod></lastmod></url></urlset>",
        ["https://example.test/a", "https://example.test/b", "https://example.test/c"],
        id="UR-057",
    ),
    pytest.param(
        b'<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/feed"/>'
        b'<entry><link rel="self" href="/x"/><link rel="alternate" href="/post/1"/></entry>'
        b'<entry><link href="/post/2"/></entry></feed>',
        ["/post/1", "/post/2"], id="UR-056-atom",
    ),
    pytest.param("\ufeffhttps://example.test/t1\r\nhttps://example.test/t2\r\n".encode(),
                 ["https://example.test/t1", "https://example.test/t2"], id="UR-056-text"),
    pytest.param(
        b'<rss><channel><link>/home</link><atom:link xmlns:atom="a" rel="self" href="/feed"/>'
        b"<item><link>/i</link></item><item><guid>https://example.test/g</guid></item>"
        b'<item><guid isPermaLink="false">https://example.test/no</guid></item></channel></rss>',
        ["/i", "https://example.test/g"], id="UR-056-rss",
    ),
    pytest.param(
        b'<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel><link>/</link>'
        b"</channel><item><link>/i</link></item></rdf:RDF>", ["/i"], id="rss-1.0",
    ),
    pytest.param('<?xml version="1.0" encoding="utf-16"?><urlset><url><loc>/é</loc></url></urlset>'
                 .encode(), ["/é"], id="wrong-label"),
    pytest.param('<?xml version="1.0" encoding="iso-8859-1"?><urlset><url><loc>/é</loc></url>'
                 "</urlset>".encode("latin-1"), ["/é"], id="latin-1"),
    pytest.param("<urlset><url><loc>/é</loc></url></urlset>".encode("utf-16"), ["/é"],
                 id="utf-16"),
    pytest.param(b"<urlset><!-- x --><url><?y z?><loc><!-- c -->/a<!-- d --></loc></url></urlset>",
                 ["/a"], id="comments"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "right"), CASES)
def test_reads(data: bytes, right: list[str]) -> None:
    found = sitemap.read(data)
    assert locs(found) == right
    assert found.complete
    # The one fault among these that is worth a word; the addresses are there all the same.
    assert found.error is None or found.error.reason == "blanks before the XML declaration"


def test_reads_language_alternates() -> None:
    found = sitemap.read(
        b"<urlset><url><loc>https://example.test/en/</loc>"
        b'<xhtml:link rel="alternate" hreflang="de" href="https://example.test/de/"/>'
        b'<x:link xmlns:x="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="en" '
        b'href="https://example.test/en/"/>'
        b'<xhtml:link rel="alternate" hreflang="fr" href="https://fr.other.test/"/>'
        b"</url></urlset>"
    )
    right = Entry(
        loc="https://example.test/en/",
        alternates=("https://example.test/de/", "https://fr.other.test/"),
    )
    assert found.entries == (right,), "UR-060"


def test_reads_an_index() -> None:
    found = sitemap.read(
        b"<sitemapindex><sitemap><loc>https://example.test/sitemap_index.xml</loc></sitemap>"
        b"<sitemap><loc>s1.xml</loc><lastmod>2024</lastmod></sitemap></sitemapindex>"
    )
    assert found.kind is SitemapKind.INDEX
    assert found.entries == ()
    assert found.nested == (
        Entry(loc="https://example.test/sitemap_index.xml"),
        Entry(loc="s1.xml", lastmod="2024"),
    ), "UR-050, UR-054, UR-059: following is the caller's, who sees every repeat"


def test_keeps_lastmod_as_it_was_written() -> None:
    found = sitemap.read(CASES[8].values[0])  # type: ignore[arg-type] # a table of mixed columns
    assert [entry.lastmod for entry in found.entries] == ["2024-11-05", "yesterday", None]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \r\n\xef\xbb\xbf ", "empty"),
        (b"<urlset></urlset>", "<urlset> without an address"),
        (b"<urlset><url><loc> </loc></url></urlset>", "<urlset> without an address"),
        (b"<sitemapindex/>", "<sitemapindex> without an address"),
        (b"<rss><channel><link>/</link></channel></rss>", "<rss> without an address"),
        (b"<!DOCTYPE html><html><p>Hello", "HTML is no sitemap"),
        (b"<html><body>x</body></html>", "HTML is no sitemap"),
        (b'<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>', "<Error> is no sitemap"),
        (b'{"urls": []}', "JSON that lists no addresses"),
        (b"Not found\nhttps://example.test/", "text that lists no addresses"),
        (b"/relative\n/lines", "text that lists no addresses"),
        (b"\x1f\x8b\x08", "gzip: the data ends too early"),
    ],
)  # fmt: skip
def test_what_does_not_count(data: bytes, reason: str) -> None:
    found = sitemap.read(data)
    assert found.kind is None
    assert locs(found) == []
    assert found.error is not None
    assert found.error.reason == reason


def test_a_raw_ampersand_is_told_and_read_over() -> None:
    found = sitemap.read(b"\n<urlset>\n<url><loc>/a?b=1&c=2&eacute;</loc></url></urlset>")
    assert locs(found) == ["/a?b=1&c=2&eacute;"]
    assert found.complete
    assert found.error is not None
    assert (found.error.line, found.error.column) == (3, 17)


def test_a_bad_tag_keeps_what_came_before_and_names_its_place() -> None:
    found = sitemap.read(
        b"<urlset>\n<url><loc>/a</loc></url>\n<url><loc>/b</loc></url>\n\n\n\n<url></bad>\n"
    )
    assert locs(found) == ["/a", "/b"]
    assert not found.complete
    assert found.error is not None
    assert found.error.line == 7, "UR-122"


@pytest.mark.parametrize("size", range(12, 80, 3))
def test_a_map_that_ends_too_early_gives_no_half_address(size: int) -> None:
    whole = b"<urlset><url><loc>/whole</loc></url><url><loc>/another</loc></url></urlset>"
    found = sitemap.read(whole[:size])
    assert set(locs(found)) <= {"/whole", "/another"}
    assert found.complete is (size >= len(whole))


def test_entities_are_never_expanded() -> None:
    found = sitemap.read(
        b'<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">'
        b'<!ENTITY e SYSTEM "file:///etc/hostname">]>'
        b"<urlset><url><loc>/x&b;&e;&lt;</loc></url></urlset>"
    )
    assert locs(found) == ["/x&b;&e;<"]


def test_the_bounds_say_that_they_stopped() -> None:
    many = b"<urlset>" + b"<url><loc>/a</loc></url>" * 20 + b"</urlset>"
    found = sitemap.read(many, limits=Limits(entries=7))
    assert len(found.entries) == 7
    assert not found.complete
    assert found.error is not None
    assert found.error.reason == "cut at 7 entries"
    exact = sitemap.read(many, limits=Limits(entries=20))
    assert (len(exact.entries), exact.complete, exact.error) == (20, True, None)
    text = sitemap.read(b"https://a.test/1\nhttps://a.test/2\n", limits=Limits(entries=1))
    assert (locs(text), text.complete) == (["https://a.test/1"], False)
    cut = sitemap.read(many, limits=Limits(bytes=100))
    assert locs(cut) == ["/a"] * 3
    assert cut.error is not None
    assert cut.error.reason == "cut at 100 bytes"
    half = sitemap.read(b"https://a.test/1\nhttps://a.test/2\n", limits=Limits(bytes=30))
    assert locs(half) == ["https://a.test/1"]


def test_a_bomb_is_cut_while_it_is_undone() -> None:
    """UR-141: a small body that holds a large one."""
    packed = io.BytesIO()
    with gzip.open(packed, "wb") as out:
        for _ in range(64):
            out.write(b" " * (1 << 20))
    bomb = gzip.compress(packed.getvalue())
    assert len(bomb) < 10_000
    found = Unpacked(bomb, limit=1 << 20)
    assert sum(map(len, found)) == found.size == 1 << 20
    assert found.fault == f"cut at {1 << 20} bytes"
    deep = ONE
    for _ in range(5):
        deep = gzip.compress(deep)
    reading = sitemap.read(deep)
    assert reading.kind is None
    assert not reading.complete


def test_a_gzip_that_breaks_off_keeps_its_beginning() -> None:
    packed = gzip.compress(
        b"<urlset>"
        + b"".join(b"<url><loc>/%d</loc></url>" % n for n in range(5000))
        + b"</urlset>"
    )
    found = sitemap.read(packed[: len(packed) // 2])
    assert len(found.entries) > 100
    assert locs(found)[:2] == ["/0", "/1"]
    assert not found.complete
    assert found.error is not None
    assert found.error.reason == "gzip: the data ends too early"


def hostile(piece: bytes, before: bytes = b"<urlset>", size: int = 8 << 20) -> bytes:
    return gzip.compress(before + piece * (size // len(piece)), 1)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (hostile(b"<a/>", size=1 << 20), "<urlset> without an address"),
        (hostile(b"<a/>", b"<urlset><url>", size=1 << 20), "<urlset> without an address"),
        (hostile(b" a='x'", b"<urlset><url"), "<urlset> without an address; no tag ends within"),
        (hostile(b"<!ENTITY e 'x'>", b"<!DOCTYPE urlset ["), "a document type of more than"),
        (hostile(b"<a>"), "<urlset> without an address; Excessive depth"),
        (hostile(b"\n"), "<urlset> without an address; no tag ends within"),
        (hostile(b" ", b" "), "empty"),
    ],
    ids=["elements", "parts", "attributes", "entities", "depth", "blanks", "nothing"],
)  # fmt: skip
def test_what_grows_without_an_address_costs_little_memory(data: bytes, reason: str) -> None:
    """The parser's own memory counts, and so the process is asked; a tree would take 40 MiB."""
    script = (
        "import resource, sys; from crawler.sitemap.reading import read\n"
        "data = sys.stdin.buffer.read()\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "found = read(data)\n"
        "after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(after - before, found.kind, found.error.reason)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=data, capture_output=True, check=True
    )
    grown, kind, error = done.stdout.decode().split(maxsplit=2)
    assert int(grown) < 24 * 1024
    assert kind == "None"
    assert reason in error


def test_a_map_of_too_many_elements_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harvest, "MOST_ELEMENTS", 100)
    monkeypatch.setattr(harvest, "MOST_PARTS", 10)
    parts = b"<url><loc>/far</loc>" + b"<a/>" * 20 + b"</url>"
    found = sitemap.read(
        b"<urlset>" + b"<url><loc>/a</loc><b/></url>" * 20 + parts * 9 + b"</urlset>"
    )
    assert locs(found) == ["/a"] * 20 + ["/far"]
    assert found.error is not None
    assert found.error.reason == "cut at 100 elements"
    assert not found.complete


@pytest.mark.parametrize("label", ["zlib", "hex", "rot13", "bz2", "idna", "punycode", "no-such"])
def test_a_label_that_names_no_charset_is_passed_over(label: str) -> None:
    declared = f'<?xml version="1.0" encoding="{label}"?>'.encode()
    found = sitemap.read(declared + b"<urlset><url><loc>/\xe9</loc></url></urlset>")
    assert locs(found) == ["/é"]


BLOCKS = st.sampled_from(
    ["<url><loc>/a</loc></url>", "<url><loc>/b?x&y</loc></url>", "<!-- > -->", "<![CDATA[ &> ]]>",
     "<url><loc><![CDATA[/c?a&b]]></loc></url>", "\n", "&", "<url><loc>/d?x&amp;y</loc></url>"]
)  # fmt: skip


@given(st.lists(BLOCKS, max_size=30), st.integers(1, 9))
def test_where_a_stream_is_cut_into_pieces_makes_no_difference(
    blocks: list[str], size: int
) -> None:
    text = "<urlset>" + "".join(blocks) + "</urlset>"
    pieces = (text[at : at + size] for at in range(0, len(text), size))
    whole = sitemap_xml.read([text], roots={"urlset"}, max_entries=99)
    assert sitemap_xml.read(pieces, roots={"urlset"}, max_entries=99) == whole
    packed = gzip.compress(text.encode())
    assert b"".join(Unpacked(packed, limit=1 << 20)) == text.encode()


PIECES = st.sampled_from(
    [b"<urlset>", b"</urlset>", b"<url>", b"</url>", b"<loc>", b"</loc>", b"/a", b"&", b"&amp;",
     b"<![CDATA[", b"]]>", b"<", b">", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\x1f\x8b", b"<?xml",
     b"<!DOCTYPE x [<!ENTITY e 'v'>]>", b"&e;", b"https://a.test/", b"\n"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=14).map(b"".join) | st.binary(max_size=60))
def test_any_bytes_give_a_reading(data: bytes) -> None:
    found = sitemap.read(data)
    assert (found.kind is None) == (not found.entries and not found.nested)
    assert all(entry.loc.strip() for entry in found.entries)
