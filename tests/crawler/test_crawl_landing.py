"""Where the root and every redirect lead, over real wires."""

import pytest

from crawler.address.citation import Via
from crawler.answer.inventory import Stop
from crawler.config import Fault
from crawler.wire.observation import Failure
from tests.crawler.web import Asked, Page, Site, explore, html, moved, plain


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
    root: str, site: Site, landed: str, expected: set[str]
) -> None:
    found = explore(site, root=root)
    assert found.inventory.landed == landed
    path = {"/", root, landed, landed.replace("http://site.test", "")}
    assert found.listed - path == expected


def test_a_sign_in_page_on_another_host_is_not_the_site() -> None:
    site: Site = {
        "/": moved("http://idp.test/oauth?client=1"),
        "http://idp.test/oauth?client=1": html("/features"),
    }
    found = explore(site)
    assert found.inventory.stop is Stop.SEED_FAILED
    assert "http://idp.test/features" not in found.asked
    assert "sign-in" in (found.inventory.why_empty or "")


def test_the_robots_of_a_new_origin_are_read_before_its_page() -> None:
    site: Site = {"/": moved("http://new.test/"), "http://new.test/": html()}
    asked = explore(site).asked
    assert asked.index("http://new.test/robots.txt") < asked.index("http://new.test/")


def test_a_seed_that_fails_says_why() -> None:
    found = explore({"/": Page(status=500)})
    assert found.inventory.stop is Stop.SEED_FAILED
    assert found.inventory.landed is None
    assert (
        found.inventory.why_empty == "The root could not be read: http://site.test/ answered 500."
    )


@pytest.mark.parametrize(
    ("fault", "lost"),
    [
        (Fault.LITERAL_HOST, {"http://shop.test/b"}),
        (Fault.REQUESTED_ROOT, set()),
    ],
)
def test_faults_of_scope_lose_what_they_should(fault: Fault, lost: set[str]) -> None:
    site: Site = {
        "http://shop.test/": moved("http://www.shop.test/"),
        "http://www.shop.test/": html("/a", "http://shop.test/b"),
        "http://www.shop.test/a": html(),
        "http://shop.test/b": html(),
    }
    whole = explore(site, root="http://shop.test/").listed
    faulty = explore(site, root="http://shop.test/", faults=frozenset({fault})).listed
    assert (whole - faulty) - {"http://shop.test/"} == lost


def test_the_fault_of_the_requested_root_loses_the_landed_site() -> None:
    site: Site = {
        "/": moved("http://new.test/docs/"),
        "http://new.test/docs/": html("guide"),
        "http://new.test/docs/guide": html(),
    }
    found = explore(site, faults=frozenset({Fault.REQUESTED_ROOT}))
    assert found.listed == set()
    assert found.by_url["http://new.test/docs/guide"].refusal is not None


def test_redirect_targets_are_candidates_and_fetched_once_found() -> None:
    site: Site = {
        "/": html("/old", "/new"),
        "/old": moved("/new", status=301),
        "/new": html("/deep"),
    }
    found = explore({**site, "/deep": html()})
    old, new = found.by_url["/old"], found.by_url["/new"]
    assert old.observation is not None
    assert [(hop.status, hop.location) for hop in old.observation.redirects] == [
        (301, "http://site.test/new")
    ]
    assert new.channels == {Via.LINK, Via.REDIRECT}
    assert found.listed == {"/", "/old", "/new", "/deep"}


def test_each_hop_passes_the_gate() -> None:
    site: Site = {
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

    site: Site = {
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

    site: Site = {"/": html("/in", "/never"), "/in": wall, "/never": never, "/inside": html()}
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

    site: Site = {
        "/": html("/a"),
        "/a": gate,
        "/consent": moved("/a", cookie="ok=yes"),
        "/inside": html(),
    }
    assert {"/a", "/inside"} <= explore(site).listed


def test_a_location_that_is_no_ascii_is_repaired() -> None:
    latin = moved("/caf\udce9")
    site: Site = {"/": html("/a", "/b"), "/a": moved("http://site.test/путь"), "/b": latin}
    path = "/%D0%BF%D1%83%D1%82%D1%8C"
    found = explore({**site, path: html(), "/caf%E9": html()})
    assert {path, "/caf%E9"} <= found.listed
