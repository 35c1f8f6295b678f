"""Pages that differ by the request, pages that are others, and addresses with a token."""

import hashlib

import pytest

from bench.facts.inventory import Candidate, Citation, Inventory
from bench.facts.truth import Phase
from bench.verdict.causes import Cause
from bench.verdict.diagnose import Miss
from bench.verdict.static import static_page
from bench.verdict.tokens import masked
from bench.verdict.whatif import regained
from crawler.page import document
from tests.bench.strategies import (
    at,
    bare,
    fetched,
    inventory,
    judged,
    pending,
    route,
    seed,
    served,
    sighting,
    truth,
)

LINKS = '<a href="/a">A</a> <a href="/b">B</a> <map><area href="/x"></map>'
FACTS = truth(route("/a"), route("/b"), route("/x"))


def numbered(number: str, links: str = LINKS) -> str:
    return f"<title>t</title><body><p>Request {number}</p>{links}"


def cited(url: str, source: str = "/", via: str = "link") -> Candidate:
    told = fetched(url)
    citation = Citation(via=via, source=at(source), depth=1)
    return Candidate(
        url=told.url,
        listed=True,
        citation=citation,
        channels=(via,),
        state=told.state,
        observation=told.observation,
    )


def of(told: Inventory, *pages: str, url: str = "/x") -> Miss:
    kept = [served("/", page) for page in pages]
    return next(each for each in judged(FACTS, told, *kept).misses if each.url == at(url))


def test_a_number_of_the_request_hides_no_link_that_was_not_extracted() -> None:
    told = inventory(seed(body=numbered("2").encode()), cited("/a"), cited("/b"))
    miss = of(told, numbered("1"))
    assert [each.cause for each in miss.blockers] == [Cause.NOT_EXTRACTED]
    assert "of 3 addresses in the browser's bytes the crawler knows 2" in miss.evidence


def test_a_token_that_no_reader_sees_is_no_difference() -> None:
    page = '<body><form><input type=hidden value="{}"></form><area href="/x">words'
    text = hashlib.sha256(b"words").hexdigest()
    told = inventory(seed(body=page.format(2).encode(), text_sha256=text))
    miss = of(told, page.format(1))
    assert miss.cause is Cause.NOT_EXTRACTED
    assert "what a reader sees of it is the same" in miss.evidence


@pytest.mark.parametrize(
    "known",
    [
        (),
        (cited("/a", "/elsewhere"), cited("/b", "/elsewhere")),
        (cited("/a"), cited("/b"), cited("/only-here")),
    ],
    ids=["no link at all", "links from elsewhere", "a link of its own"],
)
def test_a_page_of_its_own_for_the_crawler_is_another(known: tuple[Candidate, ...]) -> None:
    miss = of(inventory(seed(body=b"Hello, crawler"), *known), numbered("1"))
    assert [each.cause for each in miss.blockers] == [Cause.PAGE_DIFFERED]
    assert "in no byte of the browser's" in miss.evidence


def test_the_two_sides_read_the_same_text() -> None:
    body = "<title>t</title><body>a <b>b</b><script>c</script>&eacute;<template>d</template>\n e"
    page = document.read(body.encode(), content_type="text/html; charset=utf-8", url=at("/"))
    hidden = page.tree.css("script, template")
    ours = static_page(served("/", body)).text_sha256
    assert ours == document.digest_of_text(page, hidden)


TOKENS = [
    ("/t/a81bc81b-dead/go", "/t/*/go"),
    ("/t/550e8400-e29b-41d4-a716-446655440000", "/t/*"),
    ("/x?tid=1764512345&y=1", "/x?tid=*&y=1"),
    ("/2024-05-new-year", "/2024-05-new-year"),
    ("/python3-documentation", "/python3-documentation"),
    ("/20240517", "/20240517"),
    ("/opening-hours", "/opening-hours"),
]


@pytest.mark.parametrize(("written", "shape"), TOKENS)
def test_a_token_is_told_from_a_name(written: str, shape: str) -> None:
    assert masked(at(written)) == at(shape)


ONE, OTHER = "/t/a81bc81b-dead/go", "/t/b92cd92c-beef/go"


@pytest.mark.parametrize(
    ("met", "body", "cause"),
    [
        (cited(OTHER), f'<a href="{ONE}">go</a>', Cause.VOLATILE),
        (cited(OTHER), f'<a href="{ONE}">go</a> <a href="{OTHER}">too</a>', Cause.NOT_EXTRACTED),
        (cited(OTHER, "/elsewhere"), f'<a href="{ONE}">go</a>', Cause.NOT_EXTRACTED),
    ],
    ids=["in its place", "beside it", "elsewhere"],
)
def test_the_same_with_another_token(met: Candidate, body: str, cause: Cause) -> None:
    facts = truth(route(ONE))
    (miss,) = judged(facts, inventory(seed(), met), served("/", body)).misses
    assert [each.cause for each in miss.blockers] == [cause]


def test_listed_on_the_other_form_of_the_host_is_no_fault_of_the_scheme() -> None:
    told = inventory(seed(), pending("https://www.a.test/x"))
    (miss,) = judged(truth(route("/x")), told).misses
    assert miss.cause is Cause.REFUSED_WWW


def test_what_was_left_and_is_not_listed_says_why() -> None:
    kept = Candidate(url=at("/x"), listed=False, pending="pages")
    (miss,) = judged(truth(route("/x")), inventory(seed(), kept)).misses
    assert (miss.cause, miss.evidence) == (
        Cause.UNREAD,
        "https://a.test/x was left pending: pages",
    )


def test_scripts_that_were_not_kept_are_named() -> None:
    facts = truth(route("/x", sighting("/x", phase=Phase.SCRIPT)))
    (miss,) = judged(facts, inventory(seed()), served("/", "<script src=/app.js></script>")).misses
    assert miss.cause is Cause.RENDERING
    assert "scripts that were not kept may: https://a.test/app.js" in miss.evidence
    (told,) = judged(facts, bare("/")).misses
    assert "no bytes of the page were kept" in told.evidence


def test_a_circle_of_missed_pages_goes_back_to_the_way_in() -> None:
    facts = truth(
        route("/x", sighting("/x", "/y"), sighting("/x", "/p")),
        route("/y", sighting("/y", "/x")),
        route("/p", sighting("/p", phase=Phase.REVEAL)),
    )
    misses = {miss.url: miss for miss in judged(facts, inventory(seed())).misses}
    last = misses[at("/y")]
    assert [link.url for link in last.chain] == [at("/x"), at("/p")]
    assert (last.ancestor, last.root_cause) == (at("/x"), Cause.ACTION)


def test_a_link_written_as_others_that_were_taken_was_not_served() -> None:
    links = '<a href="/a">A</a> <a href="/b">B</a> <a href="/x">X</a>'
    told = inventory(seed(body=numbered("2").encode()), cited("/a"), cited("/b"))
    miss = of(told, numbered("1", links))
    assert [each.cause for each in miss.blockers] == [Cause.PAGE_DIFFERED]
    assert "it takes links that are written as this one" in miss.evidence


def test_what_lies_below_the_depth_limit_is_the_limits_fault() -> None:
    facts = truth(route("/p"), route("/x", sighting("/x", "/p")))
    beyond = Candidate(url=at("/p"), listed=True, pending="depth")
    (miss,) = judged(facts, inventory(seed(), beyond)).misses
    assert [each.cause for each in miss.blockers] == [Cause.DEPTH]
    assert miss.evidence == "shown only by https://a.test/p (left pending beyond the depth limit)"
    assert regained([miss]) == {Cause.DEPTH: {at("/x")}}
