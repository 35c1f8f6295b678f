import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from oracle.config import Config
from oracle.events import Checked, Event, Finished, Landed, Planned, Visited
from oracle.explore import explore
from oracle.routes.truth import Truth
from tests.oracle.paper import (
    Page,
    Paper,
    PaperBrowser,
    PaperVisitor,
    aside,
    explored,
    levels,
    served,
)

SHOP = "https://shop.test"


def page(title: str, *links: str, **more: object) -> Page:
    body = f"<title>{title}</title><h1>{title}</h1>" + "".join(
        f'<a href="{link}">{link}</a>' for link in links
    )
    return Page(body=body, **more)  # type: ignore[arg-type] # fields of Page


def site(pages: dict[str, Page]) -> Paper:
    return {(path if "://" in path else SHOP + path): one for path, one in pages.items()}


def paths(truth: Truth) -> dict[int, list[str]]:
    return {
        level: [url.removeprefix(SHOP) for url in urls] for level, urls in levels(truth).items()
    }


def asides(truth: Truth) -> dict[str, list[str]]:
    return {
        reason: [url.removeprefix(SHOP) for url in urls] for reason, urls in aside(truth).items()
    }


APP = "<title>App</title><div id=app></div><script src=/app.js></script>"

SITES: dict[str, tuple[dict[str, Page], dict[int, list[str]], dict[str, list[str]]]] = {
    "two levels and no third": (
        {
            "/": page("Shop", "/a", "/b", "/"),
            "/a": page("A", "/a/1", "/b"),
            "/b": page("B", "/"),
            "/a/1": page("A1", "/a/1/x"),
            "/a/1/x": page("A1X"),
        },
        {1: ["/a", "/b"], 2: ["/a/1"]},
        {},
    ),
    "put aside, each for its reason": (
        {
            "/": page("Shop", "/gone", "/lost", "/m.pdf", "/export", "/out", "/empty", "/a"),
            "/a": page("A", "https://else.test/"),
            "/lost": page("Lost", status=410),
            "/m.pdf": page("M", kind="application/pdf"),
            "/export": page("X", headers=(("content-disposition", "Attachment; filename=x"),)),
            "/out": page("O", status=302, to="https://login.test/?next=/out"),
            "/empty": page("E", status=204),
        },
        {1: ["/a"], 2: []},
        {
            "dead": ["/gone", "/lost"],
            "not-a-document": ["/empty", "/export", "/m.pdf"],
            "off-site": ["/out"],
        },
    ),
    "one document under many addresses": (
        {
            "/": page("Shop", "/old", "/new", "/new/", "/new?utm_source=x", "/refreshed"),
            "/old": page("", status=301, to="/older"),
            "/older": page("", status=302, to="/new"),
            "/new": page("New"),
            "/new/": page("New"),
            "/new?utm_source=x": page("New"),
            "/refreshed": Page(body="<meta http-equiv=refresh content='0; url=/new'>"),
        },
        {1: ["/new"], 2: []},
        {},
    ),
    "the root under many addresses": (
        {
            "/": page("Shop", "/index.html", "/home", "/?utm_source=x", "/a", "http://shop.test/"),
            "/index.html": page("Shop, by another template"),
            "/home": page("", status=301, to="/"),
            "/a": page("A"),
            "http://shop.test/*": page("Shop"),
        },
        {1: ["/a"], 2: []},
        {},
    ),
    "an error page with status 200": (
        {
            "/": page("Shop", "/a", "/gone", "/deep/gone.html"),
            "/a": page("A"),
            "/*": page("Sorry, it is %NONCE%"),
        },
        {1: ["/a"], 2: []},
        {"soft-404": ["/deep/gone.html", "/gone"]},
    ),
    "an error page in one directory only": (
        {
            "/": page("Shop", "/a", "/gone", "/shop/x", "/shop/gone"),
            "/a": page("A"),
            "/shop/x": page("X"),
            "/shop/*": page("Sorry"),
        },
        {1: ["/a", "/shop/x"], 2: []},
        {"dead": ["/gone"], "soft-404": ["/shop/gone"]},
    ),
    "missing pages lead home": (
        {
            "/": page("Shop", "/a", "/gone", "/index.html"),
            "/a": page("A"),
            "/*": page("", status=302, to="/"),
        },
        {1: ["/a"], 2: []},
        {"soft-404": ["/gone"]},
    ),
    "missing pages lead to one page, which is itself a page": (
        {
            "/": page("Shop", "/a", "/gone", "/search"),
            "/a": page("A"),
            "/search": page("Search"),
            "/*": page("", status=302, to="/search"),
        },
        {1: ["/a", "/search"], 2: []},
        {"soft-404": ["/gone"]},
    ),
    "missing pages copy home": (
        {"/": page("Shop", "/a", "/gone"), "/a": page("A"), "/*": page("Shop", "/a", "/gone")},
        {1: ["/a"], 2: []},
        {"soft-404": ["/gone"]},
    ),
    "a shell": (
        {
            "/": Page(body=APP, view="Home", drawn=("/a", "/b", "/gone", "/home")),
            "/a": Page(body=APP, view="A", drawn=("/a/1",)),
            "/b": Page(body=APP, view="B"),
            "/a/1": Page(body=APP, view="A1"),
            "/home": Page(body=APP, view="Home"),
            "/*": Page(body=APP, view="Nothing here"),
        },
        {1: ["/a", "/b"], 2: ["/a/1"]},
        {"soft-404": ["/gone", "/home"]},
    ),
    "views behind a hash": (
        {
            "/": Page(body=APP, view="Home", drawn=("#/", "#/a", "#/gone", "#!b")),
            "/#/a": Page(body=APP, view="A", drawn=("#/a/1", "/p")),
            "/#/a/1": Page(body=APP, view="A1"),
            "/#!b": Page(body=APP, view="B"),
            "/p": page("P", "/#/a"),
        },
        {1: ["/#!b", "/#/a"], 2: ["/#/a/1", "/p"]},
        {"soft-404": ["/#/gone"]},
    ),
    "a view that moves on to another, at both levels": (
        {
            "/": Page(body=APP, view="Home", drawn=("#/old", "#/a", "#/gone")),
            "/#/old": Page(body=APP, view="A", moves="/#/a"),
            "/#/a": Page(body=APP, view="A", drawn=("#/a/old", "#/a/1")),
            "/#/a/old": Page(body=APP, view="A1", moves="/#/a/1"),
            "/#/a/1": Page(body=APP, view="A1"),
        },
        {1: ["/#/a"], 2: ["/#/a/1"]},
        {"soft-404": ["/#/gone"]},
    ),
    "a path of a shell that moves on to another": (
        {
            "/": Page(body=APP, view="Home", drawn=("/a",)),
            "/a": Page(body=APP, view="A", drawn=("/old", "/b")),
            "/old": Page(body=APP, view="B", moves="/b"),
            "/b": Page(body=APP, view="B"),
            "/*": Page(body=APP, view="Nothing here"),
        },
        {1: ["/a"], 2: ["/b"]},
        {},
    ),
    "missing views lead to one that is itself a view": (
        {
            "/": Page(body=APP, view="Home", drawn=("/a", "/start", "/gone")),
            "/a": Page(body=APP, view="A"),
            "/start": Page(body=APP, view="Start"),
            "/*": Page(body=APP, view="Start", moves="/start"),
        },
        {1: ["/a", "/start"], 2: []},
        {"soft-404": ["/gone"]},
    ),
    "tokens": (
        {
            "/": Page(
                body='<a href="/offer?tid=%NONCE%">o</a><a href="/t/%NONCE%/x">t</a>'
                '<a href="/commit/9f86d081884c7d65">c</a>',
                drawn=("/js/%NONCE%",),
            ),
            "/offer*": page("Offer"),
            "/t/*": page("T"),
            "/js/*": page("J"),
            "/commit/9f86d081884c7d65": page("C", "/offer?tid=%NONCE%"),
        },
        {1: ["/commit/9f86d081884c7d65"], 2: []},
        {"volatile": ["/js/*", "/offer?tid=*", "/t/*/x"]},
    ),
    "a redirect to another token each time": (
        {
            "/": page("Shop", "/start"),
            "/start": page("", status=302, to="/s/%NONCE%/start"),
            "/s/*": page("Start", "/a"),
            "/a": page("A"),
        },
        {1: ["/start"], 2: ["/a"]},
        {},
    ),
    "a script moves on": (
        {
            "/": page("Shop", "/moves", "/leaves"),
            "/moves": page("M", moves="/there"),
            "/leaves": page("L", moves="https://else.test/"),
            "/there": page("There", "/x"),
            "/x": page("X"),
        },
        {1: ["/there"], 2: ["/x"]},
        {"off-site": ["/leaves"]},
    ),
    "refused to the request stack, shown to the browser": (
        {
            "/": page("Shop", "/a", "/b", "/c", "/d", "/e"),
            "/a": page("A", status=403, browser=200),
            "/b": page("B", status=403),
            **{f"/{name}": page(name) for name in "cde"},
        },
        {1: ["/a", "/c", "/d", "/e"], 2: []},
        {"dead": ["/b"]},
    ),
}


@pytest.mark.parametrize(("pages", "routes", "excluded"), SITES.values(), ids=SITES)
def test_a_site_has_exactly_these_routes(
    pages: dict[str, Page],
    routes: dict[int, list[str]],
    excluded: dict[str, list[str]],
    tmp_path: Path,
) -> None:
    truth = asyncio.run(explored(site(pages), tmp_path))
    assert (paths(truth), asides(truth)) == (routes, excluded)
    assert truth.verdict == "ok"
    assert not truth.sampled
    again = asyncio.run(explored(site(pages), tmp_path))
    assert again.digest == truth.digest


def test_scope_follows_the_landed_root_and_both_are_kept(tmp_path: Path) -> None:
    pages = {
        "http://docs.old.test/latest/": page("", status=301, to="https://www.new.test/docs/"),
        "https://www.new.test/docs/": page(
            "Docs", "a", "https://new.test/docs/b", "http://docs.old.test/latest/x"
        ),
        "https://www.new.test/docs/a": page("A"),
        "https://www.new.test/docs/b": page("B"),
        "https://new.test/docs/b": page("", status=301, to="https://www.new.test/docs/b"),
    }
    truth = asyncio.run(explored(pages, tmp_path))
    assert (truth.root, truth.landed) == (
        "http://docs.old.test/latest/",
        "https://www.new.test/docs/",
    )
    assert levels(truth)[1] == ["https://www.new.test/docs/a", "https://www.new.test/docs/b"]
    assert truth.routes[1].aliases == ("https://new.test/docs/b",)
    assert truth.off_site_links == 1
    assert ("http://docs.old.test/latest/", "https://www.new.test/docs/") in truth.redirects


RESTLESS: dict[str, dict[str, Page]] = {
    "by HTTP": {
        "/": page("", status=302, to="/?sid=%NONCE%"),
        "/?sid=*": page("Shop", "/a", "/?sid=%NONCE%", "/gone"),
    },
    "by script": {
        "/": page("Shop", moves="/s/%NONCE%/home"),
        "/s/*": page("Shop", "/a", "/gone"),
    },
    "by HTTP, on another host": {
        "http://shop.test/": page("", status=301, to="https://www.shop.test/?sid=%NONCE%"),
        "https://www.shop.test/?sid=*": page("Shop", "/a", "/gone"),
        "https://www.shop.test/a": page("A", "/?sid=%NONCE%"),
    },
}


@pytest.mark.parametrize("pages", RESTLESS.values(), ids=RESTLESS)
def test_a_root_that_lands_at_another_token_each_time_has_one_name(
    pages: dict[str, Page], tmp_path: Path
) -> None:
    paper = site({"/a": page("A", "/")} | pages)
    root = next(url for url in paper if not url.endswith("/a"))
    one, other = (asyncio.run(explored(paper, tmp_path, root=root)) for _ in range(2))
    assert one.digest == other.digest
    assert "*" in one.landed
    assert [route.url.rpartition("/")[2] for route in one.routes] == ["a"]
    assert [aside.url.rpartition("/")[2] for aside in one.excluded] == ["gone"]


def test_a_root_that_always_lands_at_one_token_keeps_it(tmp_path: Path) -> None:
    pages = site(
        {
            "/": page("", status=302, to="/docs/9f86d081884c7d65/"),
            "/docs/9f86d081884c7d65/": page("Docs", "a"),
            "/docs/9f86d081884c7d65/a": page("A"),
        }
    )
    truth = asyncio.run(explored(pages, tmp_path))
    assert truth.landed == f"{SHOP}/docs/9f86d081884c7d65/"
    assert paths(truth)[1] == ["/docs/9f86d081884c7d65/a"]


UNSEEN = {
    "blocked": page("Just a moment", status=403),
    "login": page("Please", status=401),
    "error": page("Oops", status=404),
    "empty": page("Alone", "/gone", "https://else.test/"),
    "consent": page("Before you continue: accept all cookies"),
}


@pytest.mark.parametrize(("verdict", "root"), UNSEEN.items(), ids=UNSEEN)
def test_a_site_that_cannot_be_judged_says_why(verdict: str, root: Page, tmp_path: Path) -> None:
    truth = asyncio.run(explored(site({"/": root}), tmp_path))
    assert truth.verdict == verdict
    assert truth.routes == ()
    assert truth.reason
    assert truth.reason.endswith(".")
    assert truth.landed == f"{SHOP}/"


WIDE = site(
    {
        "/": page("Shop", *(f"/{area}/{n}" for area in "ab" for n in range(6))),
        **{f"/{area}/{n}": page(f"{area}{n}", f"/x{area}{n}") for area in "ab" for n in range(6)},
        **{f"/x{area}{n}": page(f"x{area}{n}") for area in "ab" for n in range(6)},
    }
)


def test_a_budget_takes_an_even_sample_and_names_the_rest(tmp_path: Path) -> None:
    truth = asyncio.run(explored(WIDE, tmp_path, visits=5))
    visited = [one.url for one in truth.visits]
    assert len(visited) == 5
    assert sum("/a/" in url for url in visited) == sum("/b/" in url for url in visited) == 2
    assert truth.sampled
    assert len(truth.unvisited) == 8
    assert not set(visited) & set(truth.unvisited)
    assert len(levels(truth)[1]) == 12
    assert len(levels(truth)[2]) == 4
    other = asyncio.run(explored(WIDE, tmp_path, visits=5, seed=7))
    assert {one.url for one in other.visits} != set(visited)


def test_a_budget_that_just_suffices_samples_nothing(tmp_path: Path) -> None:
    truth = asyncio.run(explored(WIDE, tmp_path, visits=13))
    assert not truth.sampled
    assert len(truth.routes) == 24


def test_robots_rules_hold_for_what_is_visited_not_for_what_is_a_route(tmp_path: Path) -> None:
    pages = site(
        {
            "/": page("Shop", "/a", "/private/b"),
            "/robots.txt": Page(
                body="\ufeffUser-agent: RouteRecall\nDisallow: /private/", kind="text/plain"
            ),
            "/a": page("A"),
            "/private/b": page("B", "/c"),
            "/c": page("C"),
        }
    )
    truth = asyncio.run(explored(pages, tmp_path, respect_robots=True))
    assert paths(truth) == {1: ["/a", "/private/b"], 2: []}
    (forbidden,) = [one for one in truth.visits if one.faults]
    assert forbidden.url == f"{SHOP}/private/b"
    assert not truth.sampled


def test_robots_rules_that_forbid_the_root_end_it(tmp_path: Path) -> None:
    rules = Page(body="User-agent: *\nDisallow: /", kind="text/plain")
    truth = asyncio.run(
        explored(site({"/": page("Shop"), "/robots.txt": rules}), tmp_path, respect_robots=True)
    )
    assert truth.verdict == "blocked"
    assert "/robots.txt forbids RouteRecall to visit" in (truth.reason or "")


@pytest.mark.parametrize(
    ("answers", "verdict", "reason"),
    [
        ({f"{SHOP}/robots.txt": Page(status=503, body="busy")}, "blocked", "answers 503"),
        ({"https://else.test/": page("Else")}, "error", "could not be read (connect"),
    ],
)
def test_rules_that_cannot_be_read_are_not_told_as_rules(
    answers: dict[str, Page], verdict: str, reason: str, tmp_path: Path
) -> None:
    truth = asyncio.run(explored(answers, tmp_path, root=f"{SHOP}/", respect_robots=True))
    assert truth.verdict == verdict
    assert reason in (truth.reason or "")


def test_a_second_pass_adds_what_only_it_saw(tmp_path: Path) -> None:
    pages = site({"/": page("Shop", "/a", "/js/%NONCE%"), "/a": page("A"), "/js/*": page("J")})
    truth = asyncio.run(explored(pages, tmp_path, passes=2))
    assert (paths(truth), asides(truth)) == ({1: ["/a"], 2: []}, {"volatile": ["/js/*"]})


def test_the_listener_hears_of_every_step(tmp_path: Path) -> None:
    heard: list[Event] = []

    async def run() -> None:
        async with served(WIDE, tmp_path) as (config, _):
            browser = PaperBrowser(PaperVisitor(WIDE))
            await explore(replace(config, visits=3), browser, listen=heard.append)

    asyncio.run(run())
    assert [type(event) for event in heard] == [
        Landed,
        Checked,
        Planned,
        Visited,
        Visited,
        Checked,
        Finished,
    ]


def test_volatile_addresses_are_never_asked_for(tmp_path: Path) -> None:
    pages = site({"/": page("Shop", "/a", "/buy/%NONCE%"), "/a": page("A"), "/buy/*": page("B")})

    async def run() -> list[str]:
        async with served(pages, tmp_path) as (config, origin):
            await explore(config, PaperBrowser(PaperVisitor(pages)))
            return origin.asked

    assert not [url for url in asyncio.run(run()) if "/buy/" in url]


@pytest.mark.parametrize(
    "asked",
    [
        {"root": "shop.test"},
        {"root": "ftp://shop.test/"},
        {"root": f"{SHOP}/", "visits": 0},
        {"root": f"{SHOP}/", "seconds": 0},
    ],
    ids=str,
)
def test_a_configuration_that_cannot_be_meant_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"address|at least|positive"):
        asyncio.run(explore(Config(**asked), PaperBrowser(PaperVisitor({}))))
