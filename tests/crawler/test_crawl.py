"""The loop over real wires: order, budgets, determinism, and what is told of it."""

import asyncio
import random

import pytest

from crawler.address.citation import Via
from crawler.answer.inventory import Stop
from crawler.config import Budget, Pacing
from crawler.state.frontier import State
from crawler.story.events import Discovery, Finished, Landed, PageFetched, ScopeFixed, SitemapRead
from tests.crawler.web import (
    Answer,
    Asked,
    Page,
    Raw,
    Site,
    explore,
    html,
    index,
    moved,
    urlset,
    xml,
)

HUNDRED: Site = {
    "/": html(*(f"/p{n}" for n in range(100))),
    **{f"/p{n}": html() for n in range(100)},
}


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
    found = explore(HUNDRED, budget=Budget(pages=pages), pacing=Pacing(concurrency=10, deadline=2))
    counts = found.inventory.counts
    assert counts["fetched"] == pages
    assert counts["pending"] == 101 - pages
    assert sum(path == "/" or path.startswith("/p") for path in found.asked) == pages
    assert found.inventory.stop is Stop.PAGES
    assert len(found.listed) == 101


def test_a_budget_that_is_just_enough_exhausts_the_site() -> None:
    assert explore(HUNDRED, budget=Budget(pages=101)).inventory.stop is Stop.EXHAUSTED


def test_what_lies_too_deep_is_pending_and_listed() -> None:
    site: Site = {"/": html("/a"), "/a": html("/a/b"), "/a/b": html("/a/b/c")}
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
    found = explore(
        {"/": html("/slow", "/b"), "/slow": Raw(hang=True)}, budget=Budget(seconds=0.5)
    )
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
    return {f"/p{n}": chance.random() / 50 for n in range(40)}


def tangle(asked: Asked) -> Page:
    """A page of a site whose links cross each other, with redirects, dead ends and spellings."""
    number = int(asked.url.rpartition("p")[2])
    links = [f"/p{(number * 7 + step) % 40}" for step in range(3)] + [f"/p{number}?utm_source=x"]
    if number % 5 == 0:
        return moved(f"/p{(number + 11) % 40}")
    if number % 7 == 0:
        return Page(status=404)
    return html(*links, f"/p{number}/", text=str(number))


TANGLE: Site = {
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


def test_spellings_fold_and_stand_in_when_the_first_fails() -> None:
    site: Site = {"/": html("/a", "/a/", "/b?utm_source=x", "/b"), "/a/": html("/c"), "/c": html()}
    found = explore({**site, "/b?utm_source=x": html(), "/b": html()})
    states = {path: each.state for path, each in found.by_url.items()}
    assert states["/a"] is State.FAILED
    assert states["/a/"] is State.FETCHED
    assert states["/b"] is State.FOLDED
    assert found.listed == {"/", "/a/", "/b?utm_source=x", "/c"}


def test_a_nofollow_is_taken_back_by_a_link_without_it() -> None:
    site: Site = {
        "/": Page(
            body=b"<a rel=nofollow href=/a>a</a><a rel=nofollow href=/z>z</a><a href=/b>b</a>"
        ),
        "/b": html("/a"),
        "/a": html(),
    }
    found = explore(site)
    assert found.listed == {"/", "/a", "/b"}
    assert found.by_url["/z"].refusal is not None
    assert found.by_url["/a"].citation.source == "http://site.test/b"


def test_a_guess_from_a_script_is_listed_only_when_it_is_alive() -> None:
    root = b"""<button onclick="location='/real'">x</button><b onclick="go('/dead/end')">y</b>"""
    found = explore({"/": Page(body=root), "/real": html()})
    assert found.listed == {"/", "/real"}
    found = explore({"/": Page(body=root), "/real": html()}, budget=Budget(pages=1))
    assert found.listed == {"/"}


def test_hash_routes_are_of_one_document_which_is_asked_once() -> None:
    site: Site = {
        "/": html("#/users", "#!/help", "#top", "/app#/a"),
        "/app": html("/b"),
        "/b": html(),
    }
    found = explore(site)
    assert {"/#/users", "/#!/help", "/app#/a", "/b"} <= found.listed
    assert "/#top" not in found.by_url
    assert found.asked.count("/") == 1
    assert found.asked.count("/app") == 1


CUT = Raw(data=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>")


@pytest.mark.parametrize(
    ("root", "words"),
    [
        (html(), "names no other address; its links may be drawn by a script"),
        (CUT, "may be all that came of it (protocol"),
        (html("http://other.test/", "http://else.test/"), "2 of 2 lead to other hosts"),
        (html("/gone", "/lost", "mailto:x@site.test"), "2 of 3 answered 404"),
        (Page(body=b"%PDF", type="application/pdf"), "no HTML page but application/pdf"),
    ],
)
def test_an_empty_answer_says_why(root: Answer, words: str) -> None:
    assert words in (explore({"/": root}).inventory.why_empty or "")


def test_what_happens_is_told_as_events() -> None:
    found = explore({"/": html("/a"), "/a": html()})
    kinds = [type(event) for event in found.events]
    assert kinds[0] is ScopeFixed
    assert kinds.index(Discovery) < kinds.index(Landed) < kinds.index(PageFetched)
    assert kinds[-1] is Finished
    assert kinds.count(PageFetched) == 2
    assert kinds.count(SitemapRead) == 2
