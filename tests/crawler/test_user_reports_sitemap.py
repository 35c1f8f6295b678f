"""Reported faults of crawlers in reading sitemaps and feeds, over the wire."""

import gzip

import pytest

from crawler.address.citation import Via
from crawler.address.refusal import Reason
from crawler.answer.inventory import Stop
from crawler.sitemap.reading import SitemapKind
from crawler.sitemap.survey import SitemapRecord, Source
from tests.crawler.labweb import tell
from tests.crawler.web import (
    Crawled,
    Page,
    Site,
    explore,
    html,
    index,
    moved,
    plain,
    urlset,
    xml,
)

HOST = "http://site.test"
GZIP = "application/x-gzip"


def pages(*paths: str) -> Site:
    """A root that links nothing, and pages that only a sitemap can name."""
    return {"/": html(), **{path: html() for path in paths}}


def sitemaps(found: Crawled) -> dict[str, SitemapRecord]:
    return {each.url.removeprefix(HOST): each for each in found.inventory.sitemaps}


def named(place: str) -> Page:
    """A robots.txt that names a sitemap."""
    return plain(f"User-agent: *\nDisallow:\nSitemap: {place}\n")


SET = urlset(f"{HOST}/a")
TWICE = gzip.compress(gzip.compress(SET))


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        pytest.param(
            Page(body=gzip.compress(TWICE), type=GZIP, headers=(("Content-Encoding", "gzip"),)),
            "/sm/part1.xml.gz",
            id="UR-042",
        ),
        pytest.param(
            Page(body=gzip.compress(SET), type=GZIP, headers=(("Content-Encoding", "gzip"),)),
            "/sm/part1.xml.gz",
            id="UR-042-once",
        ),
        pytest.param(
            Page(body=SET, type=GZIP, headers=(("Content-Encoding", "gzip"),)),
            "/sm/part1.xml.gz",
            id="UR-042-not-at-all",
        ),
        pytest.param(
            Page(body=gzip.compress(SET), type="Application/X-GZIP; charset=utf-8"),
            "/sitemap.xml",
            id="UR-044",
        ),
        pytest.param(
            Page(body=gzip.compress(SET), type=None), "/sitemap.xml", id="UR-044-no-type"
        ),
        pytest.param(
            Page(body=gzip.compress(SET), type="text/html"), "/sitemap.xml", id="UR-044-html"
        ),
        pytest.param(
            Page(body=b"\n\n  \xef\xbb\xbf" + SET, type="text/html"), "/sitemap.php", id="UR-045"
        ),
        pytest.param(
            Page(body="\n \ufeff".encode("utf-16-le") + SET.decode().encode("utf-16-le")),
            "/sitemap.php",
            id="UR-045-utf-16-without-a-mark",
        ),
    ],
)
def test_ur_042_ur_044_ur_045_what_a_sitemap_is_wrapped_in_is_undone(
    answer: Page, place: str
) -> None:
    found = explore({**pages("/a"), "/robots.txt": named(place), place: answer})
    assert found.listed == {"/", "/a"}
    assert sitemaps(found)[place].kind is SitemapKind.URLSET
    assert found.by_url["/a"].channels == {Via.SITEMAP}


def test_ur_045_blanks_before_the_declaration_are_a_warning_with_its_place() -> None:
    body = b"\n\n  \xef\xbb\xbf" + SET
    found = explore({**pages("/a"), "/sitemap.xml": xml(body)})
    read = sitemaps(found)["/sitemap.xml"]
    assert read.ok
    assert read.complete
    assert read.error is not None
    assert (read.error.reason, read.error.line) == ("blanks before the XML declaration", 1)


def test_ur_047_cdata_is_text_and_text_is_text() -> None:
    body = b"""<urlset>
        <url><loc> <![CDATA[http://site.test/c?a=1&b=2]]> </loc></url>
        <url><loc>http://site.test/t?a=1&amp;b=2</loc></url>
        <url><loc>http://site.test/r?a=1&b=2</loc></url>
        <url><loc>http://site.test/<![CDATA[m?a=1]]>&amp;b=2</loc></url>
        <url><loc><![CDATA[http://site.test/e?x=1&amp;y=2]]></loc></url></urlset>"""
    paths = ("/c?a=1&b=2", "/t?a=1&b=2", "/r?a=1&b=2", "/m?a=1&b=2")
    found = explore({**pages(*paths, "/e?x=1&amp;y=2"), "/sitemap.xml": xml(body)})
    assert {*paths, "/e?x=1&amp;y=2"} <= found.listed


NAMESPACES = (
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
    'xmlns="https://www.sitemaps.org/schemas/sitemap/0.9/"',
    'xmlns="//www.sitemaps.org/schemas/sitemap/0.9"',
    'xmlns="http://www.google.com/schemas/sitemap/0.84"',
    "",
)


@pytest.mark.parametrize("namespace", NAMESPACES)
@pytest.mark.parametrize("prefix", ["", "sm:"])
def test_ur_048_any_namespace_will_do_but_an_images_address_is_no_page(
    namespace: str, prefix: str
) -> None:
    declared = namespace.replace("xmlns=", "xmlns:sm=") if prefix else namespace
    body = f"""<{prefix}urlset {declared}
        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
        xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
        <{prefix}url><image:image><image:loc>{HOST}/q.jpg</image:loc></image:image>
        <{prefix}loc>{HOST}/p</{prefix}loc>
        <image:image><image:loc>{HOST}/p.jpg</image:loc></image:image>
        <video:video><video:player_loc>{HOST}/v</video:player_loc></video:video>
        </{prefix}url></{prefix}urlset>"""
    found = explore({**pages("/p"), "/sitemap.xml": xml(body.encode())})
    assert set(found.by_url) == {"/", "/p"}


def test_ur_050_an_index_that_lists_itself_is_read_once() -> None:
    lists = index(f"{HOST}/sitemap_index.xml", f"{HOST}/again.xml", f"{HOST}/s1.xml")
    found = explore(
        {
            **pages("/a"),
            "/robots.txt": named("/sitemap_index.xml"),
            "/sitemap_index.xml": xml(lists),
            "/again.xml": moved("/sitemap_index.xml"),
            "/s1.xml": xml(SET),
        }
    )
    assert found.listed == {"/", "/a"}
    assert found.asked.count("/s1.xml") == 1
    # Once as itself, and once at the end of a redirect, whose content is not taken again.
    assert found.asked.count("/sitemap_index.xml") <= 2
    assert sitemaps(found)["/again.xml"].urls == 0


def test_ur_050_two_indexes_that_list_each_other_end() -> None:
    site = {
        **pages("/a"),
        "/sitemap.xml": xml(index(f"{HOST}/two.xml")),
        "/two.xml": xml(index(f"{HOST}/sitemap.xml", f"{HOST}/s1.xml")),
        "/s1.xml": xml(SET),
    }
    found = explore(site)
    assert found.listed == {"/", "/a"}
    assert max(found.asked.count(path) for path in ("/sitemap.xml", "/two.xml", "/s1.xml")) == 1


def test_ur_051_robots_txt_is_no_sitemap() -> None:
    site: Site = {
        "/robots.txt": named(f"{HOST}/robots.txt"),
        "/": html("/a"),
        "/a": html(),
        "/sitemap.xml": xml(index(f"{HOST}/robots.txt")),
    }
    found = explore(site)
    assert found.listed == {"/", "/a"}
    assert found.asked.count("/robots.txt") <= 2
    assert "line 3: robots.txt is no sitemap" in found.inventory.robots[0].notes


def test_ur_053_a_sitemap_may_be_named_by_its_path_and_in_any_case() -> None:
    robots = "User-agent: *\nAllow: /\nSITEMAP : /maps/main.xml\nsitemap:maps/second.xml\n"
    site = {
        **pages("/a", "/b"),
        "/robots.txt": plain(robots),
        "/maps/main.xml": xml(SET),
        "/maps/second.xml": xml(urlset(f"{HOST}/b")),
    }
    assert explore(site).listed == {"/", "/a", "/b"}


def test_ur_053_resolved_where_the_robots_txt_ended() -> None:
    found = tell("""
        @ https://example.test/
        <h1>Home</h1>
        @ https://example.test/a
        <h1>A</h1>
        @ https://example.test/robots.txt
        301
        Location: https://www.example.test/robots.txt
        @ https://www.example.test/robots.txt
        200
        Content-Type: text/plain

        Sitemap: maps/main.xml
        @ https://www.example.test/maps/main.xml
        <urlset><url><loc>https://example.test/a</loc></url></urlset>
        """)
    assert found.listed == {"/", "/a"}


def test_ur_054_indexes_of_indexes_are_followed_and_counted() -> None:
    site = {
        **pages("/deep-a", "/deep-b"),
        "/sitemap.xml": xml(index(f"{HOST}/l1.xml")),
        "/l1.xml": xml(index(f"{HOST}/l2a.xml", f"{HOST}/l2b.xml")),
        "/l2a.xml": xml(urlset(f"{HOST}/deep-a")),
        "/l2b.xml": xml(urlset(f"{HOST}/deep-b")),
    }
    found = explore(site)
    assert {"/deep-a", "/deep-b"} <= found.listed
    told = {path: (each.kind, each.urls) for path, each in sitemaps(found).items() if each.ok}
    assert told == {
        "/sitemap.xml": (SitemapKind.INDEX, 1),
        "/l1.xml": (SitemapKind.INDEX, 2),
        "/l2a.xml": (SitemapKind.URLSET, 1),
        "/l2b.xml": (SitemapKind.URLSET, 1),
    }


def test_ur_054_not_without_end() -> None:
    deep = {f"/m{n}.xml": xml(index(f"{HOST}/m{n + 1}.xml")) for n in range(20)}
    found = explore({**pages(), **deep, "/robots.txt": named("/m0.xml")})
    assert sum(path.startswith("/m") for path in found.asked) == 6
    assert any("deep" in each.error.reason for each in found.inventory.sitemaps if each.error)


ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/feed"/>
    <link rel="next" href="/feed?2"/><link rel="hub" href="http://hub.test/"/>
    <entry><link rel="self" href="/e/1"/><link rel="alternate" href="/post/1"/></entry></feed>"""
RSS = b"""<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
    <link>http://site.test/</link><atom:link rel="self" href="http://site.test/rss"/>
    <item><link>http://site.test/post/2</link></item>
    <item><guid>http://site.test/post/3</guid></item></channel></rss>"""
LIST = "\ufeffhttp://site.test/t1\r\nhttp://site.test/t2\r\n"


def test_ur_056_feeds_and_lists_of_addresses_are_sitemaps() -> None:
    robots = "Sitemap: /feed\nSitemap: /urls.txt\nSitemap: /rss\n"
    site: Site = {
        **pages("/post/1", "/post/2", "/post/3", "/t1", "/t2"),
        "/robots.txt": plain(robots),
        "/feed": Page(body=ATOM, type="application/atom+xml"),
        "/rss": Page(body=RSS, type="application/rss+xml"),
        "/urls.txt": plain(LIST),
    }
    found = explore(site)
    assert found.listed == {"/", "/post/1", "/post/2", "/post/3", "/t1", "/t2"}
    assert not {"/feed?2", "/e/1", "/feed"} & set(found.by_url)
    assert found.by_url["/post/1"].citation.via is Via.FEED


def test_ur_057_a_date_never_costs_an_address() -> None:
    dates = [
        "2024-11-05",
        "yesterday",
        "",
        "2024-11-05 / 2024-11-06",
        "05.11.2024",
        "2024-11-05T1",
    ]
    body = "".join(
        f"<url><loc>{HOST}/p{at}</loc><lastmod>{date}</lastmod></url>"
        for at, date in enumerate(dates)
    )
    paths = [f"/p{at}" for at in range(len(dates))]
    sitemap = xml(f"<urlset>{body}<url><lastmod/></url></urlset>".encode())
    found = explore({**pages(*paths), "/sitemap.xml": sitemap})
    assert found.listed == {"/", *paths}


def test_ur_059_an_index_with_pages_is_a_success_and_an_empty_one_is_not() -> None:
    paths = [f"/p{n}" for n in range(6)]
    site = {**pages(*paths), "/sitemap_index.xml": xml(index(f"{HOST}/x.xml", f"{HOST}/y.xml"))}
    full = {
        "/x.xml": xml(urlset(*(HOST + path for path in paths[:3]))),
        "/y.xml": xml(urlset(*(HOST + path for path in paths[3:]))),
    }
    found = explore({**site, **full})
    assert found.listed == {"/", *paths}
    assert found.inventory.why_empty is None
    hollow = explore({**site, **dict.fromkeys(full, xml(b"<urlset></urlset>"))})
    assert hollow.inventory.why_empty is not None
    assert hollow.inventory.stop is Stop.EXHAUSTED
    assert sitemaps(hollow)["/x.xml"].error is not None
    assert sitemaps(hollow)["/x.xml"].source is Source.INDEX


@pytest.mark.parametrize("prefix", ["xhtml", "x"])
def test_ur_060_other_languages_are_pages_too(prefix: str) -> None:
    body = f"""<urlset xmlns:{prefix}="http://www.w3.org/1999/xhtml">
        <url><loc>{HOST}/en/</loc>
        <{prefix}:link rel="alternate" hreflang="de" href="{HOST}/de/"/>
        <{prefix}:link rel="alternate" hreflang="fr" href="http://fr.other.test/"/>
        </url></urlset>"""
    found = explore({**pages("/en/", "/de/"), "/sitemap.xml": xml(body.encode())})
    assert found.listed == {"/", "/en/", "/de/"}
    assert found.by_url["/de/"].channels == {Via.ALTERNATE}
    refusal = found.by_url["http://fr.other.test/"].refusal
    assert refusal is not None
    assert refusal.reason is Reason.HOST
