"""Reported faults of crawlers in following links, each with its own small site."""

from bench.web.origin import Answer, Request, Response
from crawler.address import url as addresses
from crawler.address.citation import Via
from crawler.address.refusal import Reason
from crawler.answer.inventory import Stop
from crawler.config import Budget, Pacing
from crawler.page.soft404 import Verdict
from crawler.state.frontier import State
from crawler.wire.observation import Failure
from tests.crawler.labweb import tell
from tests.crawler.web import Page, Site, explore, html

HTML = (("Content-Type", "text/html; charset=utf-8"),)


def page(body: str, *headers: tuple[str, str]) -> Response:
    return Response(headers=(*HTML, *headers), body=body.encode())


def test_ur_001_what_was_asked_for_once_is_no_page_of_the_next_run() -> None:
    site = """
        @ https://example.test/
        <a href="/a">a</a>
        @ https://example.test/a
        <h1>A</h1>
        """
    first = tell(site, root="https://example.test/no-such")
    assert first.inventory.stop is Stop.SEED_FAILED
    assert first.listed == set()
    assert tell(site).listed == {"/", "/a"}


def test_ur_003_the_page_limit_is_exact_and_the_rest_is_named() -> None:
    links = [f"/p{n}" for n in range(100)]
    site: Site = {"/": html(*links), **{link: html() for link in links}}
    found = explore(site, budget=Budget(pages=15), pacing=Pacing(concurrency=10, deadline=2))
    counts = found.inventory.counts
    assert (counts["fetched"], counts["pending"]) == (15, 86)
    assert sum(path == "/" or path.startswith("/p") for path in found.asked) == 15
    assert found.inventory.stop is Stop.PAGES


def test_ur_004_blanks_around_and_line_ends_within_an_href_are_none() -> None:
    site: Site = {
        "/p?x=1": Page(
            body=b'<a href=" http://site.test/home">h</a> <a href="/a\tb\n/c">t</a>'
            b'<a href="\r\n\t/d\f ">d</a><a href="&#32;http://site.test/e">e</a>'
        ),
        **dict.fromkeys(("/home", "/ab/c", "/d", "/e"), html()),
    }
    found = explore(site, root="http://site.test/p?x=1")
    assert found.listed == {"/p?x=1", "/home", "/ab/c", "/d", "/e"}
    assert not any("%20http" in url or "%0" in url for url in found.by_url)


def test_ur_006_relative_links_stand_on_the_first_base_that_is_usable() -> None:
    bad = '<base href="javascript:0"><base href="/z/"><a href="n.html">n</a>'
    good = '<base href="../up/"><base href="/z/"><a href="n.html">n</a><a href="#x">x</a>'
    site: Site = {
        "/": html("/start", "/deep/er/page"),
        "/start": Page(status=301, headers=(("Location", "/foo/bar"),)),
        "/foo/bar": Page(body=bad.encode()),
        "/deep/er/page": Page(body=good.encode()),
        **dict.fromkeys(("/foo/n.html", "/deep/up/n.html"), html()),
    }
    found = explore(site)
    assert {"/foo/n.html", "/deep/up/n.html"} <= found.listed
    assert not any(url.startswith("/z/") for url in found.by_url)


def test_ur_007_pages_of_a_site_that_answers_everything_are_none_but_its_root_is() -> None:
    found = tell("""
        @ https://example.test/*
        <h1>Sorry</h1><a href="rel/next">next</a>
        """)
    assert found.listed == {"/"}
    seen = found.by_url["/rel/next"].observation
    assert seen is not None
    assert seen.soft404 is not None
    assert "cannot exist" in seen.soft404.evidence
    assert "/rel/rel/next" not in found.by_url


def test_ur_009_a_link_without_its_scheme_does_not_grow() -> None:
    site = """
        @ https://example.test/p/*
        <h1>Partners</h1><a href="www.example.test/partners/">x</a>
        """
    found = tell(site, root="https://example.test/p/")
    assert found.listed == {"/p/"}
    grown = [url for url in found.by_url if url.startswith("/p/www.example.test")]
    assert len(grown) <= 2
    cited = found.by_url["/p/www.example.test/partners/"].citation
    assert (cited.written, cited.source) == (
        "www.example.test/partners/",
        "https://example.test/p/",
    )


def test_ur_009_nor_does_one_whose_pages_differ() -> None:
    async def differing(request: Request) -> Answer | None:
        if not request.path.endswith("/partners/"):
            return None
        own = f"word{'abcdefgh'[request.path.count('www')]}" * 3
        return page(f'<title>{own}</title>{own} <a href="www.example.test/partners/">x</a>')

    site = """
        @ https://example.test/p/
        <h1>Partners</h1><a href="www.example.test/partners/">x</a>
        """
    found = tell(site, root="https://example.test/p/", behaviour=differing)
    grown = [each for url, each in found.by_url.items() if url.count("www.example.test") > 1]
    assert len(grown) <= 2
    assert grown[-1].refusal is not None
    assert grown[-1].refusal.rule.startswith("repeating path: /www.example.test/partners")


def test_ur_010_a_page_that_answers_for_what_is_appended_to_it_ends() -> None:
    async def trailing(request: Request) -> Answer | None:
        if not request.path.startswith("/a.html"):
            return None
        return page('<title>A</title><h1>A page</h1><p>same words <a href="b.html">b</a>')

    site = '@ https://example.test/\n<a href="/a.html">a</a><a href="/a.html/">slash</a>\n'
    found = tell(site, behaviour=trailing)
    assert found.by_url["/a.html"].listed
    assert "/a.html/b.html/b.html" not in found.by_url
    assert len(found.by_url) <= 5


async def _walled(request: Request) -> Answer | None:
    if request.path != "/in":
        return None
    if "s=1" in (request.header("cookie") or ""):
        return page('<a href="/inside">i</a>')
    return Response(status=302, headers=(("Location", "/in"), ("Set-Cookie", "s=1")))


def test_ur_012_a_page_may_redirect_to_itself_with_a_cookie() -> None:
    site = """
        @ https://example.test/
        <a href="/in">in</a>
        @ https://example.test/inside
        <h1>Inside</h1>
        """
    found = tell(site, behaviour=_walled)
    assert found.listed == {"/", "/in", "/inside"}
    assert found.times_asked("/in") == 2
    assert tell(site, root="https://example.test/in", behaviour=_walled).listed == {
        "/in",
        "/inside",
    }


def test_ur_013_a_cookie_wall_without_end_is_a_loop_with_its_chain() -> None:
    asked = iter(range(1000))

    async def wall(request: Request) -> Answer | None:
        if request.path != "/x":
            return None
        cookie = f"n={next(asked)}"
        return Response(status=302, headers=(("Location", "/x"), ("Set-Cookie", cookie)))

    site = '@ https://example.test/\n<a href="/x">x</a><a href="/y">y</a>\n@ https://example.test/y\ny\n'
    found = tell(site, behaviour=wall)
    seen = found.by_url["/x"].observation
    assert seen is not None
    assert seen.error is not None
    assert seen.error.reason is Failure.REDIRECT_LOOP
    assert len(seen.redirects) >= 2
    assert found.times_asked("/x") <= 1 + 10
    assert found.listed == {"/", "/y"}


def test_ur_015_a_refresh_within_noscript_moves_no_page() -> None:
    weak = '<meta http-equiv=refresh content="0;url=/need-js">'
    found = tell(f"""
        @ https://example.test/
        <noscript>{weak}</noscript><a href="/real">r</a>
        @ https://example.test/real
        <h1>Real</h1>
        @ https://example.test/need-js
        <h1>Please enable it</h1>
        """)
    assert found.inventory.landed == "https://example.test/"
    assert "/real" in found.listed
    assert found.by_url["/need-js"].citation.via is Via.REFRESH


def test_ur_016_parameters_that_pile_up_are_cut_and_named() -> None:
    async def piling(request: Request) -> Answer | None:
        if request.path != "/v":
            return None
        query = request.query or ""
        title = "page of " + "abcdefghijklmnop"[query.count("sel=") % 16] * 3
        return page(f'<title>{title}</title>{title} <a href="/v?{query}&sel=1">more</a>')

    found = tell('@ https://example.test/\n<a href="/v?q=1">v</a>\n', behaviour=piling)
    assert len(found.by_url) <= 6
    rules = [each.refusal.rule for each in found.by_url.values() if each.refusal]
    assert [rule for rule in rules if rule.startswith("repeated parameter sel")]


def test_ur_018_pagination_is_a_way_to_what_lies_behind() -> None:
    found = tell(
        """
        @ https://example.test/blog/
        <a rel="next" href="/blog/page/2/">Older</a><a href="?page=2">2</a>
        @ https://example.test/blog/page/2/
        <a href="/blog/old-post/">o</a>
        @ https://example.test/blog/?page=2
        <link rel="next" href="?page=3">
        @ https://example.test/blog/?page=3
        <a href="older-post/">o</a>
        @ https://example.test/blog/old-post/
        <h1>Old</h1>
        @ https://example.test/blog/older-post/
        <h1>Older</h1>
        """,
        root="https://example.test/blog/",
    )
    assert {"/blog/old-post/", "/blog/older-post/"} <= found.listed


def test_ur_019_sitemap_and_links_add_up_and_stay_apart() -> None:
    found = tell("""
        @ https://example.test/
        <a href="/a">a</a>
        @ https://example.test/a
        <a href="/hidden">h</a>
        @ https://example.test/b
        <h1>B</h1>
        @ https://example.test/hidden
        <h1>Hidden</h1>
        @ https://example.test/sitemap.xml
        200
        Content-Type: application/xml

        <urlset><url><loc>https://example.test/a</loc></url>
        <url><loc>https://example.test/b</loc></url></urlset>
        """)
    assert found.listed == {"/", "/a", "/b", "/hidden"}
    channels = {url: each.channels for url, each in found.by_url.items()}
    assert channels["/hidden"] == {Via.LINK}
    assert channels["/b"] == {Via.SITEMAP}
    assert channels["/a"] == {Via.LINK, Via.SITEMAP}


def test_ur_021_what_is_no_web_address_is_refused_by_its_scheme() -> None:
    body = b"""<a href=" DATA:text/html,hi">d</a><a href="tel:+1">t</a>
        <a href="java\nscript:go()">j</a><a href="blob:http://site.test/x">b</a>
        <a href="Mailto:x@site.test">m</a><a href="about:blank">a</a><a href="/ok">o</a>
        <a href="data:image/png;base64,AA\nAA">x</a><a href="intent://x#Intent;end">i</a>
        <a href="/long/%s">l</a>""" % (b"x" * 5000)
    found = explore({"/": Page(body=body), "/ok": html()})
    assert found.listed == {"/", "/ok"}
    refused = [each.refusal.reason for each in found.by_url.values() if each.refusal]
    assert set(refused) == {Reason.SCHEME, Reason.LENGTH}
    assert set(found.asked) <= {
        "/",
        "/ok",
        "/robots.txt",
        "/sitemap.xml",
        "/sitemap_index.xml",
    } | {path for path in found.asked if path.count("/") == 1}


def test_ur_022_addresses_in_script_of_links_and_handlers_are_tried() -> None:
    body = b"""<a href="javascript:openDoc('/docs/9','en')">doc</a>
        <li onclick="window.location='notes/list/'">b</li>
        <button onclick="location.assign('/buy')">c</button><p onclick="track('click')">d</p>"""
    alive = dict.fromkeys(("/docs/9", "/notes/list/", "/buy"), html())
    found = explore({"/": Page(body=body), **alive})
    assert found.listed == {"/", "/docs/9", "/notes/list/", "/buy"}
    assert {found.by_url[url].citation.via for url in alive} == {Via.HANDLER}


def test_ur_024_a_page_that_turns_out_a_file_is_no_fault_and_not_loaded() -> None:
    site: Site = {
        "/": html("/guide"),
        "/guide": Page(status=302, headers=(("Location", "/files/guide.pdf"),)),
        "/files/guide.pdf": Page(
            body=b"%PDF-1.7" + b"\0<a href=/x>" * 2_000_000, type="application/pdf"
        ),
    }
    found = explore(site)
    seen = found.by_url["/guide"].observation
    assert seen is not None
    assert (seen.status, seen.content_type, seen.error) == (200, "application/pdf", None)
    assert seen.bytes <= 16 * 1024
    assert found.by_url["/guide"].state is State.FETCHED
    assert found.listed == {"/"}
    assert "/x" not in found.by_url


def test_ur_025_a_charset_that_does_not_exist_is_passed_over() -> None:
    body = '<meta charset="utf-8"><a href="/straße">s</a><a href="?q=ß">q</a>'.encode()
    site: Site = {
        "/": Page(body=body, type="text/html; charset=ISO-8559-1"),
        "/stra%C3%9Fe": html(),
        "/?q=%C3%9F": html(),
    }
    assert explore(site).listed == {"/", "/stra%C3%9Fe", "/?q=%C3%9F"}
    assert addresses.key("http://site.test/stra%c3%9fe") == "http://site.test/stra%C3%9Fe"


def test_ur_087_and_007_agree_that_a_copy_of_home_is_none() -> None:
    found = tell("""
        @ https://example.test/*
        <title>Home</title><h1>Home of many things</h1><p>Welcome to this place</p>
        <a href="/gone">gone</a>
        """)
    seen = found.by_url["/gone"].observation
    assert seen is not None
    assert seen.soft404 is not None
    assert seen.soft404.verdict is Verdict.HOME_COPY
    assert found.listed == {"/"}
