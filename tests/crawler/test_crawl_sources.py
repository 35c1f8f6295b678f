"""robots.txt, sitemaps and soft-404s as a crawl meets them, over real wires."""

import gzip

import pytest

from crawler.address.citation import Via
from crawler.address.refusal import Reason
from crawler.answer.inventory import Stop
from crawler.config import Budget, Fault, Pacing
from crawler.sitemap import reading
from crawler.wire.hosts import PATIENCE
from crawler.work import SITEMAPS_AT_ONCE
from tests.crawler.web import (
    Asked,
    Page,
    Raw,
    Site,
    explore,
    html,
    index,
    moved,
    plain,
    urlset,
    xml,
)


def test_sitemaps_are_read_beside_the_links() -> None:
    site: Site = {
        "/robots.txt": plain("Sitemap: /maps/main.xml\nSitemap: http://cdn.test/s.xml"),
        "/": html("/linked"),
        "/maps/main.xml": xml(index("/maps/a.xml.gz", "/maps/main.xml", "http://off.test/s.xml")),
        "/maps/a.xml.gz": Page(
            body=gzip.compress(urlset("http://site.test/a", "http://off.test/b")),
            type="application/x-gzip",
        ),
        "http://cdn.test/s.xml": xml(urlset("http://site.test/c")),
        "/sitemap.xml": html(text="no sitemap"),
    }
    found = explore({**site, **{path: html() for path in ("/linked", "/a", "/c")}})
    assert found.listed == {"/", "/linked", "/a", "/c"}
    maps = {each.url: each for each in found.inventory.sitemaps}
    assert maps["http://site.test/maps/main.xml"].kind == "index"
    assert maps["http://site.test/maps/a.xml.gz"].urls == 2
    assert maps["http://off.test/s.xml"].error is not None
    assert not maps["http://site.test/sitemap.xml"].ok
    assert maps["http://site.test/sitemap_index.xml"].status == 404
    assert found.asked.count("/maps/main.xml") == 1
    assert not any("off.test" in url for url in found.asked)
    assert found.by_url["http://off.test/b"].refusal is not None


MAP = "http://maps.test/s.xml"


@pytest.mark.parametrize("named", [{"/robots.txt": plain(f"Sitemap: {MAP}")}, {}])
def test_a_sitemap_on_another_host_is_read_when_it_was_vouched_for(named: Site) -> None:
    site: Site = {"/": html(), "/c": html(), MAP: xml(urlset("http://site.test/c")), **named}
    found = explore(site, sitemaps=() if named else (MAP,))
    assert found.listed == {"/", "/c"}
    asked = [url for url in found.asked if "maps.test" in url]
    assert asked == ["http://maps.test/robots.txt", MAP]


def test_one_that_nobody_vouched_for_is_recorded_and_not_asked_for() -> None:
    site: Site = {
        "/": html(),
        "/sitemap.xml": xml(index(MAP)),
        "/sitemap_index.xml": moved("http://maps.test/other.xml"),
        MAP: xml(urlset("http://site.test/c")),
        "*": xml(urlset("http://site.test/d")),
    }
    found = explore(site)
    assert not any("maps.test" in url for url in found.asked)
    errors = {each.url: each.error.reason for each in found.inventory.sitemaps if each.error}
    assert errors == {
        MAP: "host: maps.test is not site.test, with or without www",
        "http://site.test/sitemap_index.xml": (
            "leads elsewhere: maps.test is not site.test, with or without www"
        ),
    }


def test_where_a_sitemap_moved_to_its_robots_txt_is_read_first() -> None:
    site: Site = {
        "/": html(),
        "/robots.txt": plain("User-agent: *\nDisallow: /no/\nSitemap: /s.xml"),
        "/s.xml": moved("http://cdn.test/kept/s.xml"),
        "http://cdn.test/kept/s.xml": xml(urlset("http://site.test/a")),
        "http://cdn.test/robots.txt": plain("User-agent: *\nDisallow: /pages"),
        "/sitemap.xml": moved("/no/s.xml"),
        "/no/s.xml": xml(urlset("http://site.test/b")),
        "/a": html(),
    }
    found = explore(site)
    assert "/a" in found.listed
    cdn = [url for url in found.asked if "cdn.test" in url]
    assert cdn == ["http://cdn.test/robots.txt", "http://cdn.test/kept/s.xml"]
    assert "/no/s.xml" not in found.asked
    barred = next(each for each in found.inventory.sitemaps if each.url.endswith("/sitemap.xml"))
    assert barred.error is not None
    assert "Disallow: /no/ (line 2" in barred.error.reason


def test_sitemaps_are_read_though_the_page_budget_is_spent() -> None:
    site: Site = {
        "/": html("/a"),
        "/sitemap.xml": xml(index("/s.xml")),
        "/s.xml": xml(urlset("/b")),
    }
    found = explore(site, budget=Budget(pages=1))
    assert found.listed == {"/", "/a", "/b"}


def test_what_only_one_source_names_shows_in_the_channels() -> None:
    site: Site = {
        "/": html("/a"),
        "/a": html("/hidden"),
        "/hidden": html(),
        "/b": html(),
        "/sitemap.xml": xml(urlset("http://site.test/a", "http://site.test/b")),
    }
    found = explore(site)
    assert found.by_url["/hidden"].channels == {Via.LINK}
    assert found.by_url["/b"].channels == {Via.SITEMAP}
    assert found.by_url["/a"].channels == {Via.LINK, Via.SITEMAP}


def sorry(_asked: Asked) -> Page:
    return html("rel/next", text="Sorry, we could not find what you were looking for")


SHOP: Site = {
    "/": html("/a", "/gone", text="The shop that sells many fine things to everyone"),
    "/a": html("/b", text="The first of our articles, on apples and how they grow"),
    "/b": html(text="The second one, about bees and what they do in winter"),
}


@pytest.mark.parametrize(
    "fallback",
    [
        pytest.param(sorry, id="error page"),
        pytest.param(moved("/"), id="redirect to home"),
        pytest.param(SHOP["/"], id="home's copy"),
    ],
)
def test_pages_that_are_none_are_not_listed(fallback: Page) -> None:
    found = explore({**SHOP, "*": fallback})
    assert found.listed == {"/", "/a", "/b"}
    gone = found.by_url["/gone"].observation
    assert gone is not None
    assert gone.soft404 is not None
    assert not any("rel" in path for path in found.by_url)


def test_a_page_that_answers_for_its_whole_path_is_kept_once() -> None:
    def article(asked: Asked) -> Page:
        return html("b.html", text=f"An article of some length, told under {asked.url}")

    found = explore(
        {
            "/": html("/a.html/", "/a.html"),
            "*": lambda asked: article(asked) if "/a.html" in asked.url else Page(status=404),
        }
    )
    assert found.listed == {"/", "/a.html"}
    assert not any(path.count("b.html") > 1 for path in found.by_url)


def test_a_crawler_that_trusts_soft_404s_lists_them() -> None:
    found = explore(
        {**SHOP, "*": sorry}, faults=frozenset({Fault.TRUST_SOFT404}), budget=Budget(pages=20)
    )
    assert "/gone" in found.listed


def test_robots_groups_decide_and_name_their_line() -> None:
    robots = "User-agent: *\nDisallow: /\n\nUser-agent: routerecall\nDisallow: /secret\n"
    found = explore({"/robots.txt": plain(robots), "/": html("/a", "/secret/x"), "/a": html()})
    assert found.listed == {"/", "/a"}
    assert "/secret/x" not in found.asked
    refusal = found.by_url["/secret/x"].refusal
    assert refusal is not None
    assert refusal.reason is Reason.ROBOTS
    assert refusal.rule == "Disallow: /secret (line 5 of http://site.test/robots.txt)"


def test_an_unreachable_robots_txt_means_no_page() -> None:
    found = explore({"/robots.txt": Page(status=503, body=b"<h1>Oops</h1>"), "/": html("/a")})
    assert found.inventory.stop is Stop.SEED_FAILED
    assert set(found.asked) == {"/robots.txt"}
    assert "503" in (found.inventory.why_empty or "")


def test_a_redirected_robots_txt_governs_the_origin_that_was_asked() -> None:
    site: Site = {
        "/robots.txt": moved("http://www.site.test/r.txt", status=301),
        "http://www.site.test/r.txt": plain("User-agent: *\nDisallow: /x"),
        "/": html("/x", "/y"),
        "/y": html(),
    }
    assert explore(site).listed == {"/", "/y"}


def test_behind_a_wall_there_may_be_a_page_so_it_stays_listed() -> None:
    wall = Page(
        body=b"<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script>"
    )
    sitemap = xml(urlset("http://site.test/a"))
    found = explore({"/": html("/b"), "/b": html(text="B"), "/sitemap.xml": sitemap, "*": wall})
    seen = found.by_url["/a"].observation
    assert seen is not None
    assert seen.soft404 is not None
    assert seen.soft404.verdict == "challenge"
    assert "/a" in found.listed


def test_sitemaps_that_never_answer_are_given_up_and_say_so() -> None:
    many = [f"/maps/{n}.xml" for n in range(40)]
    site: Site = {
        "/": html("/a"),
        "/a": html(),
        "/sitemap.xml": xml(index(*many)),
        **dict.fromkeys(many, Raw(hang=True)),
    }
    pacing = Pacing(deadline=0.1, timeout_retries=0, silence=1)
    found = explore(site, pacing=pacing)
    assert found.listed == {"/", "/a"}
    errors = [
        each.error.reason
        for each in found.inventory.sitemaps
        if "/maps/" in each.url and each.error
    ]
    assert len(errors) == 40
    silent = f"host-silent: {PATIENCE} sitemaps in a row did not answer"
    assert [error == silent for error in errors] == [False] * PATIENCE + [True] * (40 - PATIENCE)
    # No more were under way at once when it was given up than may be.
    assert sum("/maps/" in path for path in found.asked) <= PATIENCE + SITEMAPS_AT_ONCE


def test_a_reader_that_fails_costs_one_sitemap(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(data: bytes, *, limits: reading.Limits) -> reading.SitemapReading:
        if b"hostile" in data:
            raise RecursionError
        return whole(data, limits=limits)

    whole = reading.read
    monkeypatch.setattr(reading, "read", failing)
    site: Site = {
        "/": html(),
        "/a": html(),
        "/sitemap.xml": xml(b"<urlset>hostile"),
        "/sitemap_index.xml": xml(urlset("/a")),
    }
    found = explore(site)
    assert found.listed == {"/", "/a"}
    (error,) = [each.error for each in found.inventory.sitemaps if each.error]
    assert error.reason == "the map could not be read: RecursionError"
