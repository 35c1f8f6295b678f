"""The loop over real wires: budgets, redirects, sitemaps, soft-404s, and what each leaves behind."""

import asyncio
import gzip
import random

import pytest

from crawler.citation import Via
from crawler.config import Budget, Fault, Pacing
from crawler.events import PageFetched, RobotsRead, ScopeFixed, SitemapRead
from crawler.frontier import State
from crawler.inventory import Stop
from crawler.observation import Failure
from crawler.refusal import Reason
from tests.crawler.web import QUICK, Asked, Page, Raw, explore, html, index, moved, plain, urlset, xml

HUNDRED = {"/": html(*(f"/p{n}" for n in range(100))), **{f"/p{n}": html() for n in range(100)}}


def test_a_site_is_found_by_its_links_level_by_level() -> None:
    found = explore({"/": html("/a", "/b"), "/a": html("/c"), "/b": html("/c"), "/c": html("/")})
    assert found.listed == {"/", "/a", "/b", "/c"}
    cited = found.by_url["/c"].citation
    assert (cited.via, cited.source, cited.depth) == (Via.LINK, "http://site.test/a", 2)
    assert found.inventory.stop is Stop.EXHAUSTED
    assert found.inventory.why_empty is None


def test_robots_is_the_first_thing_asked_and_each_page_is_asked_once() -> None:
    found = explore({"/": html("/a", "/a#top", "/a"), "/a": html("/")})
    assert found.asked[0] == "/robots.txt"
    assert found.asked.count("/a") == 1


@pytest.mark.parametrize("pages", [1, 2, 15, 100])
def test_the_page_budget_is_exact_under_concurrency(pages: int) -> None:
    found = explore(
        HUNDRED, budget=Budget(pages=pages), pacing=Pacing(concurrency=10, deadline=2)
    )
    counts = found.inventory.counts
    assert counts["fetched"] == pages
    assert counts["pending"] == 101 - pages
    assert sum(path == "/" or path.startswith("/p") for path in found.asked) == pages
    assert found.inventory.stop is Stop.PAGES
    assert len(found.listed) == 101


def test_a_budget_that_is_just_enough_exhausts_the_site() -> None:
    assert explore(HUNDRED, budget=Budget(pages=101)).inventory.stop is Stop.EXHAUSTED


def test_what_lies_too_deep_is_pending_and_listed() -> None:
    site = {"/": html("/a"), "/a": html("/a/b"), "/a/b": html("/a/b/c")}
    found = explore(site, budget=Budget(depth=1))
    assert found.by_url["/a"].state is State.FETCHED
    assert found.by_url["/a/b"].state is State.PENDING
    assert "/a/b" in found.listed
    assert "/a/b/c" not in found.by_url


def test_the_byte_budget_stops_at_a_page_whatever_is_under_way() -> None:
    big = {f"/p{n}": Page(body=b"<p>" + b"x" * 1000) for n in range(100)}
    found = explore({**HUNDRED, **big}, budget=Budget(bytes=25_000))
    assert found.inventory.stop is Stop.BYTES
    sizes = [each.observation.bytes for each in found.inventory.candidates if each.observation]
    assert 25_000 <= sum(sizes) < 25_000 + 1_003
    assert found.inventory.counts["pending"] == 101 - len(sizes)


def test_the_candidate_budget_bounds_what_is_remembered() -> None:
    found = explore(HUNDRED, budget=Budget(candidates=10))
    assert len(found.inventory.candidates) == 10
    assert found.inventory.stop is Stop.CANDIDATES


def test_the_clock_cuts_a_crawl_which_is_then_not_comparable() -> None:
    found = explore({"/": html("/slow", "/b"), "/slow": Raw(hang=True)}, budget=Budget(seconds=0.5))
    assert found.inventory.stop is Stop.SECONDS
    assert found.by_url["/slow"].state is State.PENDING
    assert found.listed == {"/", "/slow", "/b"}


def test_at_most_so_many_requests_are_open_at_once() -> None:
    async def slow(_url: str) -> None:
        await asyncio.sleep(0.005)

    found = explore(HUNDRED, delay=slow, pacing=Pacing(concurrency=4, deadline=2))
    assert found.busiest == 4


def shuffled(seed: int) -> dict[str, float]:
    chance = random.Random(seed)  # noqa: S311 - shuffles, guards nothing
    return {f"/p{n}": chance.random() / 50 for n in range(400)}


def tangle(asked: Asked) -> Page:
    """A page of a site whose links cross each other, with redirects, dead ends and spellings."""
    number = int(asked.url.rpartition("p")[2])
    links = [f"/p{(number * 7 + step) % 40}" for step in range(3)] + [f"/p{number}?utm_source=x"]
    if number % 5 == 0:
        return moved(f"/p{(number + 11) % 40}")
    if number % 7 == 0:
        return Page(status=404)
    return html(*links, f"/p{number}/", text=str(number))


TANGLE = {
    "/": html("/p1", "/p2", "/p3", "/p5"),
    "/sitemap.xml": xml(index("http://site.test/s1.xml", "http://site.test/s2.xml")),
    "/s1.xml": xml(urlset(*(f"http://site.test/p{n}" for n in range(10, 20)))),
    "/s2.xml": xml(urlset(*(f"http://site.test/p{n}/" for n in range(15, 25)))),
    **{f"/p{n}": tangle for n in range(40)},
}


@pytest.mark.parametrize("budget", [Budget(), Budget(pages=17), Budget(bytes=3000)])
def test_the_same_web_gives_the_same_inventory_whatever_the_timing(budget: Budget) -> None:
    digests = set()
    for seed in range(4):
        waits = shuffled(seed)

        async def wait(url: str, waits: dict[str, float] = waits) -> None:
            await asyncio.sleep(waits.get(url.removeprefix("http://site.test"), 0))

        found = explore(TANGLE, delay=wait, budget=budget)
        digests.add(found.inventory.digest)
    assert len(digests) == 1


def test_redirect_targets_are_candidates_and_fetched_once_found() -> None:
    site = {"/": html("/old", "/new"), "/old": moved("/new", status=301), "/new": html("/deep")}
    found = explore({**site, "/deep": html()})
    old, new = found.by_url["/old"], found.by_url["/new"]
    assert old.observation is not None
    assert [(hop.status, hop.location) for hop in old.observation.redirects] == [
        (301, "http://site.test/new")
    ]
    assert new.channels == {Via.LINK, Via.REDIRECT}
    assert found.listed == {"/", "/old", "/new", "/deep"}


def test_each_hop_passes_the_gate() -> None:
    site = {
        "/robots.txt": plain("User-agent: *\nDisallow: /private"),
        "/": html("/in", "/out", "/off"),
        "/in": moved("/private/x"),
        "/out": moved("http://other.test/"),
        "/off": moved("mailto:a@b.test"),
        "http://other.test/": html(),
    }
    found = explore(site)
    assert "/private/x" not in found.asked
    assert not any("other.test" in url for url in found.asked)
    errors = {path: found.by_url[path].observation for path in ("/in", "/out", "/off")}
    assert all(seen and seen.error for seen in errors.values())
    assert {seen.error.reason for seen in errors.values() if seen and seen.error} == {
        Failure.REFUSED_HOP
    }
    private = found.by_url["/private/x"].refusal
    assert private is not None
    assert private.rule == "Disallow: /private (line 2 of http://site.test/robots.txt)"
    assert "/out" not in found.listed


def test_a_circle_of_redirects_and_an_endless_chain_end() -> None:
    def onward(asked: Asked) -> Page:
        return moved(f"/e{int(asked.url.rpartition('e')[2]) + 1}")

    site = {
        "/": html("/x", "/e0"),
        "/x": moved("/y"),
        "/y": moved("/x"),
        **{f"/e{n}": onward for n in range(40)},
    }
    found = explore(site)
    reasons = {path: found.by_url[path].observation for path in ("/x", "/e0")}
    assert reasons["/x"] is not None
    assert reasons["/x"].error is not None
    assert reasons["/x"].error.reason is Failure.REDIRECT_LOOP
    assert reasons["/e0"] is not None
    assert reasons["/e0"].error is not None
    assert reasons["/e0"].error.reason is Failure.TOO_MANY_REDIRECTS
    assert found.listed == {"/"}


def test_a_page_may_point_to_itself_with_a_new_cookie() -> None:
    def wall(asked: Asked) -> Page:
        known = "s=1" in asked.headers.get("cookie", "")
        return html("/inside") if known else moved("/in", cookie="s=1")

    def never(asked: Asked) -> Page:
        return moved("/never", cookie=f"n={asked.nth}")

    site = {"/": html("/in", "/never"), "/in": wall, "/never": never, "/inside": html()}
    found = explore(site)
    assert "/inside" in found.listed
    seen = found.by_url["/never"].observation
    assert seen is not None
    assert seen.error is not None
    assert seen.error.reason is Failure.REDIRECT_LOOP
    assert len(seen.redirects) <= 11


def test_a_cookie_set_on_another_page_opens_the_first() -> None:
    def gate(asked: Asked) -> Page:
        known = "ok=yes" in asked.headers.get("cookie", "")
        return html("/inside") if known else moved("/consent")

    site = {"/": html("/a"), "/a": gate, "/consent": moved("/a", cookie="ok=yes"), "/inside": html()}
    assert {"/a", "/inside"} <= explore(site).listed


@pytest.mark.parametrize(
    ("root", "site", "landed", "expected"),
    [
        pytest.param(
            "http://shop.test/",
            {
                "http://shop.test/": moved("http://www.shop.test/", status=301),
                "http://www.shop.test/": html("/a", "http://shop.test/b", "http://evilshop.test/"),
                "http://www.shop.test/a": html(),
                "http://shop.test/b": html(),
            },
            "http://www.shop.test/",
            {"http://www.shop.test/a", "http://shop.test/b"},
            id="www",
        ),
        pytest.param(
            "http://docs.old.test/latest/",
            {
                "http://docs.old.test/latest/": moved("http://new.test/docs/"),
                "http://new.test/docs/": html("guide", "http://docs.old.test/x"),
                "http://new.test/docs/guide": html(),
            },
            "http://new.test/docs/",
            {"http://new.test/docs/guide"},
            id="elsewhere",
        ),
        pytest.param(
            "http://site.test/",
            {
                "/": Page(body=b'<meta http-equiv=refresh content="1; url=/home/">'),
                "/home/": html("a"),
                "/home/a": html(),
            },
            "http://site.test/home/",
            {"/home/a"},
            id="meta refresh",
        ),
        pytest.param(
            "http://site.test/",
            {
                "/": Page(body=b"<p>wait", headers=(("Refresh", "0; url=http://a.test/"),)),
                "http://a.test/": html("/b"),
                "http://a.test/b": html(),
            },
            "http://a.test/",
            {"http://a.test/b"},
            id="refresh header",
        ),
        pytest.param(
            "http://site.test/",
            {
                "/": Page(body=b"<frameset><frame src=/nav><frame src=/main></frameset>"),
                "/nav": html("/a"),
                "/main": html("/b"),
                "/a": html(),
                "/b": html(),
            },
            "http://site.test/",
            {"/nav", "/main", "/a", "/b"},
            id="frameset",
        ),
    ],
)
def test_the_landed_root_opens_the_site(
    root: str, site: dict[str, Page], landed: str, expected: set[str]
) -> None:
    found = explore(site, root=root)
    assert found.inventory.landed == landed
    path = {"/", root, landed, landed.replace("http://site.test", "")}
    assert found.listed - path == expected


def test_a_sign_in_page_on_another_host_is_not_the_site() -> None:
    site = {
        "/": moved("http://idp.test/oauth?client=1"),
        "http://idp.test/oauth?client=1": html("/features"),
    }
    found = explore(site)
    assert found.inventory.stop is Stop.SEED_FAILED
    assert "http://idp.test/features" not in found.asked
    assert "sign-in" in (found.inventory.why_empty or "")


def test_the_robots_of_a_new_origin_are_read_before_its_page() -> None:
    site = {"/": moved("http://new.test/"), "http://new.test/": html()}
    asked = explore(site).asked
    assert asked.index("http://new.test/robots.txt") < asked.index("http://new.test/")


def test_sitemaps_are_read_beside_the_links() -> None:
    site = {
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
    found = explore(site | {path: html() for path in ("/linked", "/a", "/c")})
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


def test_sitemaps_are_read_though_the_page_budget_is_spent() -> None:
    site = {"/": html("/a"), "/sitemap.xml": xml(index("/s.xml")), "/s.xml": xml(urlset("/b"))}
    found = explore(site, budget=Budget(pages=1))
    assert found.listed == {"/", "/a", "/b"}


def test_what_only_one_source_names_shows_in_the_channels() -> None:
    site = {
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


SHOP = {
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


def test_a_crawler_that_trusts_soft_404s_lists_them() -> None:
    found = explore({**SHOP, "*": sorry}, faults=frozenset({Fault.TRUST_SOFT404}), budget=Budget(pages=20))
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
    site = {
        "/robots.txt": moved("http://www.site.test/r.txt", status=301),
        "http://www.site.test/r.txt": plain("User-agent: *\nDisallow: /x"),
        "/": html("/x", "/y"),
        "/y": html(),
    }
    assert explore(site).listed == {"/", "/y"}


def test_a_nofollow_is_taken_back_by_a_link_without_it() -> None:
    site = {
        "/": Page(body=b'<a rel=nofollow href="/a">a</a> <a rel=nofollow href="/z">z</a> <a href=/b>b</a>'),
        "/b": html("/a"),
        "/a": html(),
    }
    found = explore(site)
    assert found.listed == {"/", "/a", "/b"}
    assert found.by_url["/z"].refusal is not None
    assert found.by_url["/a"].citation.source == "http://site.test/b"


def test_spellings_fold_and_stand_in_when_the_first_fails() -> None:
    site = {"/": html("/a", "/a/", "/b?utm_source=x", "/b"), "/a/": html("/c"), "/c": html()}
    found = explore({**site, "/b?utm_source=x": html(), "/b": html()})
    states = {path: each.state for path, each in found.by_url.items()}
    assert states["/a"] is State.FAILED
    assert states["/a/"] is State.FETCHED
    assert states["/b"] is State.FOLDED
    assert found.listed == {"/", "/a/", "/b?utm_source=x", "/c"}


def test_a_guess_from_a_script_is_listed_only_when_it_is_alive() -> None:
    root = b"""<button onclick="location='/real'">x</button><b onclick="go('/dead/end')">y</b>"""
    found = explore({"/": Page(body=root), "/real": html()})
    assert found.listed == {"/", "/real"}
    found = explore({"/": Page(body=root), "/real": html()}, budget=Budget(pages=1))
    assert found.listed == {"/"}


def test_hash_routes_are_of_one_document_which_is_asked_once() -> None:
    site = {"/": html("#/users", "#!/help", "#top", "/app#/a"), "/app": html("/b"), "/b": html()}
    found = explore(site)
    assert {"/#/users", "/#!/help", "/app#/a", "/b"} <= found.listed
    assert "/#top" not in found.by_url
    assert found.asked.count("/") == 1
    assert found.asked.count("/app") == 1


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Raw(hang=True), Failure.TIMEOUT),
        (Raw(data=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>", hang=True), Failure.TIMEOUT),
        (Raw(), Failure.CONNECT),
        (Raw(data=b"\x00\x01\x02 no http\r\n\r\n"), Failure.PROTOCOL),
        (Raw(data=b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n"), Failure.PROTOCOL),
        (Page(status=429, headers=(("Retry-After", "0"),)), Failure.RATE_LIMITED),
    ],
)
def test_a_broken_page_is_a_reason_and_the_crawl_goes_on(answer: Page | Raw, reason: Failure) -> None:
    site = {"/": html("/bad", "/good"), "/bad": answer, "/good": html()}
    found = explore(site, pacing=Pacing(deadline=0.4, backoff=0.01))
    bad = found.by_url["/bad"]
    assert bad.state is State.FAILED
    assert bad.observation is not None
    assert bad.observation.error is not None
    assert bad.observation.error.reason is reason
    assert found.by_url["/good"].state is State.FETCHED
    assert "/bad" in found.listed


def test_a_body_shorter_than_it_says_is_kept_and_marked() -> None:
    cut = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 999\r\n\r\n<a href=/b>b</a>"
    found = explore({"/": html("/a"), "/a": Raw(data=cut), "/b": html()})
    seen = found.by_url["/a"].observation
    assert seen is not None
    assert seen.truncated
    assert found.by_url["/a"].state is State.FETCHED
    assert found.listed == {"/", "/a", "/b"}


def test_a_bomb_is_cut_and_named() -> None:
    bomb = gzip.compress(b"<a href=/b>b</a>" + b"\0" * 50_000_000)
    site = {"/": html("/bomb"), "/bomb": Page(body=bomb, headers=(("Content-Encoding", "gzip"),))}
    found = explore({**site, "/b": html()})
    seen = found.by_url["/bomb"].observation
    assert seen is not None
    assert seen.truncated
    assert seen.error is not None
    assert seen.error.reason is Failure.TOO_LARGE
    assert "/b" in found.listed


def test_of_what_is_no_document_only_a_head_is_read() -> None:
    pdf = Page(body=b"%PDF" + b"\0" * 20_000_000, type="application/pdf")
    download = Page(body=b"<a href=/no>", headers=(("Content-Disposition", "attachment; x=y"),))
    site = {"/": html("/guide", "/get"), "/guide": moved("/f.pdf"), "/f.pdf": pdf, "/get": download}
    found = explore(site)
    guide = found.by_url["/guide"]
    assert guide.state is State.FETCHED
    assert guide.observation is not None
    assert guide.observation.bytes <= 16 * 1024
    assert guide.observation.error is None
    assert found.listed == {"/"}
    assert "/no" not in found.by_url


def test_a_passing_fault_passes() -> None:
    def flaky(asked: Asked) -> Page:
        return Page(status=503) if asked.nth == 1 else html("/b")

    def limited(asked: Asked) -> Page:
        late = (("Retry-After", "0"),)
        return Page(status=429, headers=late) if asked.nth < 3 else html()

    found = explore({"/": html("/a"), "/a": flaky, "/b": limited})
    assert all(each.state is State.FETCHED for each in found.inventory.candidates)


def test_a_location_that_is_no_ascii_is_repaired() -> None:
    latin = moved("/caf\udce9")
    site = {"/": html("/a", "/b"), "/a": moved("http://site.test/путь"), "/b": latin}
    path = "/%D0%BF%D1%83%D1%82%D1%8C"
    found = explore({**site, path: html(), "/caf%E9": html()})
    assert {path, "/caf%E9"} <= found.listed


def test_a_seed_that_fails_says_why() -> None:
    found = explore({"/": Page(status=500)})
    assert found.inventory.stop is Stop.SEED_FAILED
    assert found.inventory.landed is None
    assert found.inventory.why_empty == "The root could not be read: http://site.test/ answered 500."


@pytest.mark.parametrize(
    ("root", "words"),
    [
        (html(), "names no other address"),
        (html("http://other.test/", "http://else.test/"), "2 of 2 lead to other hosts"),
        (Page(body=b"%PDF", type="application/pdf"), "no HTML page but application/pdf"),
    ],
)
def test_an_empty_answer_says_why(root: Page, words: str) -> None:
    assert words in (explore({"/": root}).inventory.why_empty or "")


def test_what_happens_is_told_as_events() -> None:
    found = explore({"/": html("/a"), "/a": html()})
    kinds = [type(event) for event in found.events]
    assert kinds.index(RobotsRead) < kinds.index(ScopeFixed) < kinds.index(PageFetched)
    assert kinds.count(PageFetched) == 2
    assert kinds.count(SitemapRead) == 2


@pytest.mark.parametrize(
    ("fault", "lost"),
    [
        (Fault.LITERAL_HOST, {"http://shop.test/b"}),
        (Fault.REQUESTED_ROOT, set()),
    ],
)
def test_faults_of_scope_lose_what_they_should(fault: Fault, lost: set[str]) -> None:
    site = {
        "http://shop.test/": moved("http://www.shop.test/"),
        "http://www.shop.test/": html("/a", "http://shop.test/b"),
        "http://www.shop.test/a": html(),
        "http://shop.test/b": html(),
    }
    whole = explore(site, root="http://shop.test/").listed
    faulty = explore(site, root="http://shop.test/", faults=frozenset({fault})).listed
    assert (whole - faulty) - {"http://shop.test/"} == lost


def test_the_fault_of_the_requested_root_loses_the_landed_site() -> None:
    site = {
        "/": moved("http://new.test/docs/"),
        "http://new.test/docs/": html("guide"),
        "http://new.test/docs/guide": html(),
    }
    found = explore(site, faults=frozenset({Fault.REQUESTED_ROOT}))
    assert found.listed == set()
    assert found.by_url["http://new.test/docs/guide"].refusal is not None


def test_waiting_for_one_host_does_not_hold_up_another() -> None:
    def throttled(asked: Asked) -> Page:
        return Page(status=429, headers=(("Retry-After", "1"),)) if asked.nth == 1 else html()

    site = {
        "/": html("http://b.test/x", *(f"/p{n}" for n in range(20))),
        "http://b.test/x": throttled,
        **{f"/p{n}": html() for n in range(20)},
    }
    found = explore(site, hosts=("b.test",), pacing=QUICK)
    times = {each.url: each.observation.at for each in found.inventory.candidates if each.observation}
    assert found.by_url["http://b.test/x"].state is State.FETCHED
    assert max(times) > "http://b.test/x"
