"""Diagnosis: a world for each cause, in which it is the cause; chains; and totality."""

import pytest
from hypothesis import given

from bench.facts.checks import Checks
from bench.facts.inventory import (
    Candidate,
    Failure,
    Inventory,
    Observation,
    Soft404,
    State,
    Stop,
)
from bench.facts.site import SiteError, SiteFacts, Stage
from bench.facts.truth import Phase, Route, Truth
from bench.facts.witness import WitnessPage
from bench.verdict.causes import TABLE, Cause
from bench.verdict.diagnose import Miss, by_cause, main_cause
from tests.bench.strategies import (
    CHECKS,
    INVENTORIES,
    TRUTHS,
    at,
    bare,
    drawn,
    fetched,
    inventory,
    judged,
    pending,
    redirects,
    refused,
    robots,
    route,
    seed,
    served,
    sighting,
    truth,
)

LINK = '<p>Read <a href="/x">all of it</a>.</p>'
SCRIPT = "<script>const to = '\\/x';</script>"
ONE = truth(route("/x"))
UNREACHED = seed(listed=False, status=None, error=Failure(reason="timeout"))
FAKE = Soft404(verdict="look-alike", evidence="/no")
SCRIPTED = truth(route("/x", sighting("/x", phase=Phase.SCRIPT)))


def bald(url: str) -> Truth:
    """Make the truth of a team that says no more than which routes there are."""
    return Truth(root=at("/"), routes=(Route(url=at(url), level=1),))


def met(state: State, **more: object) -> Candidate:
    return Candidate(url=at("/x"), listed=False, state=state, observation=Observation(**more))  # type: ignore[arg-type] # a table's columns


World = tuple[Truth, Inventory, tuple[WitnessPage, ...]]
WORLDS: list[tuple[str, Cause, World, str]] = [
    (
        "the root timed out",
        Cause.SEED_FAILED,
        (ONE, inventory(UNREACHED, stop=Stop.SEED_FAILED), ()),
        "timeout",
    ),
    (
        "refused for the other form of the host",
        Cause.REFUSED_WWW,
        (
            truth(
                route("https://www.a.test/x"),
                landed="https://www.a.test/",
                redirects=redirects(("/", "https://www.a.test/")),
            ),
            inventory(seed(), refused("https://www.a.test/x", "host", "host is not a.test")),
            (),
        ),
        "host is not a.test",
    ),
    (
        "printed addresses on the other form of the host alone",
        Cause.REFUSED_WWW,
        (truth(route("/y"), route("https://www.a.test/x")), bare("/y"), ()),
        "other form",
    ),
    (
        "refused for the host that the root landed on",
        Cause.REFUSED_LANDED,
        (
            truth(route("https://b.test/x"), landed="https://b.test/"),
            inventory(seed(), refused("https://b.test/x", "host")),
            (),
        ),
        "the rule",
    ),
    (
        "printed nothing where the root landed",
        Cause.REFUSED_LANDED,
        (truth(route("https://b.test/x"), landed="https://b.test/"), bare("/y"), ()),
        "https://b.test/",
    ),
    (
        "refused by robots, as the crawler reads it",
        Cause.REFUSED_ROBOTS,
        (ONE, inventory(refused("/x", "robots", "Disallow: /x (line 2)")), ()),
        "line 2",
    ),
    ("nofollow", Cause.REFUSED_NOFOLLOW, (ONE, inventory(refused("/x", "nofollow")), ()), "rule"),
    ("path area", Cause.REFUSED_PATH, (ONE, inventory(refused("/x", "path")), ()), "rule"),
    ("trap", Cause.REFUSED_TRAP, (ONE, inventory(refused("/x", "trap")), ()), "rule"),
    ("template", Cause.REFUSED, (ONE, inventory(refused("/x", "template")), ()), "template"),
    (
        "another host",
        Cause.REFUSED,
        (truth(route("https://b.test/x")), inventory(refused("https://b.test/x", "host")), ()),
        "b.test",
    ),
    (
        "listed with another scheme",
        Cause.SCHEME,
        (ONE, inventory(seed(), pending("http://a.test/x")), ()),
        "http://a.test/x",
    ),
    ("its scheme", Cause.SCHEME, (ONE, inventory(refused("/x", "scheme")), ()), "rule"),
    ("too deep", Cause.DEPTH, (ONE, inventory(refused("/x", "depth", "2 of 1")), ()), "2 of"),
    (
        "dead for the crawler",
        Cause.FETCH_FAILED,
        (ONE, inventory(met(State.FETCHED, status=404)), ()),
        "404",
    ),
    (
        "timed out",
        Cause.FETCH_FAILED,
        (ONE, inventory(met(State.FAILED, error=Failure(reason="timeout", detail="30 s"))), ()),
        "timeout (30 s)",
    ),
    (
        "judged a soft-404",
        Cause.SOFT_404,
        (
            ONE,
            inventory(met(State.FETCHED, status=200, soft404=FAKE)),
            (),
        ),
        "look-alike: /no",
    ),
    (
        "folded into a key of the crawler's own",
        Cause.FOLDED,
        (
            truth(route("/x?view=1")),
            inventory(
                fetched("/x"),
                Candidate(url=at("/x?view=1"), key=at("/x"), listed=False, state=State.FOLDED),
            ),
            (),
        ),
        at("/x"),
    ),
    (
        "every page that shows it was left pending",
        Cause.UNREAD,
        (
            truth(route("/p"), route("/x", sighting("/x", "/p"))),
            inventory(seed(), pending("/p"), stop=Stop.PAGES),
            (),
        ),
        "left pending",
    ),
    (
        "a link in bytes that the crawler had",
        Cause.NOT_EXTRACTED,
        (ONE, inventory(seed(body=LINK.encode())), (served("/", LINK),)),
        "all of it",
    ),
    (
        "a link in bytes that the crawler must have had",
        Cause.NOT_EXTRACTED,
        (ONE, bare("/"), (served("/", LINK),)),
        "all of it",
    ),
    (
        "a link in the bytes, though the browser saw it late",
        Cause.NOT_EXTRACTED,
        (SCRIPTED, bare("/"), (served("/", LINK),)),
        "all of it",
    ),
    (
        "text of a script",
        Cause.SCRIPT_TEXT,
        (SCRIPTED, inventory(seed()), (served("/", SCRIPT),)),
        "const to",
    ),
    (
        "drawn by a script from elsewhere",
        Cause.RENDERING,
        (SCRIPTED, inventory(seed()), (served("/", "<script src=/app.js></script>"),)),
        "after scripts ran",
    ),
    (
        "a view whose address reads as a place",
        Cause.RENDERING,
        (
            truth(route("/#x", sighting("/#x"))),
            inventory(seed(body=b'<a href="#x">x</a>')),
            (served("/", '<a href="#x">x</a>'),),
        ),
        "only a browser sees the view change",
    ),
    (
        "behind a menu",
        Cause.ACTION,
        (
            truth(route("/x", sighting("/x", phase=Phase.REVEAL, action="hover Menu"))),
            inventory(seed()),
            (),
        ),
        "hover Menu",
    ),
    (
        "behind a button that goes there",
        Cause.NAVIGATION,
        (truth(route("/x", sighting("/x", phase=Phase.NAVIGATION))), inventory(seed()), ()),
        "programmatic",
    ),
    (
        "other bytes for the crawler",
        Cause.PAGE_DIFFERED,
        (ONE, inventory(seed(body=b"Hello, crawler")), (served("/", LINK),)),
        "served others",
    ),
    (
        "another type for the crawler",
        Cause.PAGE_DIFFERED,
        (ONE, inventory(fetched("/x", listed=False, content_type="text/plain")), ()),
        "text/plain",
    ),
    (
        "a token made for each request",
        Cause.VOLATILE,
        (bald("/t/a81bc81b-dead/go"), bare("/t/b92cd92c-beef/go"), ()),
        "b92cd92c-beef",
    ),
]


def one(facts: Truth, told: Inventory | None, *pages: WitnessPage, url: str = "x") -> Miss:
    return next(miss for miss in judged(facts, told, *pages).misses if url in miss.route.url)


@pytest.mark.parametrize(
    ("cause", "world", "shown"),
    [world[1:] for world in WORLDS],
    ids=[world[0] for world in WORLDS],
)
def test_each_cause_in_its_world(cause: Cause, world: World, shown: str) -> None:
    facts, told, pages = world
    url = "/t/" if cause is Cause.VOLATILE else "x"
    miss = one(facts, told, *pages, url=url)
    assert (miss.cause, miss.blockers[0].cause) == (cause, cause)
    assert shown in miss.evidence


def test_every_cause_has_a_row_and_a_world() -> None:
    in_chains = {Cause.ANCESTOR, Cause.UNEXPLAINED}
    assert [cause for cause, _ in TABLE] == [each for each in Cause if each != Cause.UNEXPLAINED]
    assert {world[1] for world in WORLDS} == set(Cause) - in_chains


def test_a_missed_page_takes_what_it_alone_shows_with_it() -> None:
    facts = truth(
        route("/p", sighting("/p", phase=Phase.REVEAL)),
        route("/p/q", sighting("/p/q", "/p")),
        route("/p/q/x", sighting("/p/q/x", "/p/q")),
        route("/both", sighting("/both", "/p"), sighting("/both", "/")),
    )
    misses = {miss.route.url: miss for miss in judged(facts, inventory(seed())).misses}
    last = misses[at("/p/q/x")]
    assert (last.cause, last.ancestor, last.root_cause) == (
        Cause.ANCESTOR,
        at("/p/q"),
        Cause.ACTION,
    )
    assert misses[at("/both")].cause is Cause.NOT_EXTRACTED
    assert by_cause(misses.values()) == {"ancestor": 2, "not-extracted": 1, "action": 1}
    assert main_cause(misses.values()) is Cause.ACTION


def test_a_forbidden_page_takes_its_links_with_it() -> None:
    facts = truth(route("/private"), route("/x", sighting("/x", "/private")))
    verdict = judged(facts, inventory(seed()), checks=robots("User-agent: *\nDisallow: /private"))
    (miss,) = verdict.misses
    assert (miss.cause, miss.root_cause) == (Cause.ANCESTOR, Cause.REFUSED_ROBOTS)
    assert "forbidden by robots.txt" in miss.evidence


def test_pages_that_only_show_each_other_end_the_chain() -> None:
    facts = truth(route("/x", sighting("/x", "/y")), route("/y", sighting("/y", "/x")))
    assert {miss.root_cause for miss in judged(facts, inventory(seed())).misses} == {
        Cause.ANCESTOR
    }


def test_all_blockers_are_kept() -> None:
    told = inventory(refused("/x", "nofollow"), refused("/x", "robots"), seed())
    miss = one(ONE, told)
    assert [each.cause for each in miss.blockers] == [Cause.REFUSED_ROBOTS, Cause.REFUSED_NOFOLLOW]


def test_a_truth_without_sightings_is_explained_by_the_witness() -> None:
    assert one(bald("/x"), bare("/"), served("/", LINK)).cause is Cause.NOT_EXTRACTED


def test_nothing_known_is_unexplained() -> None:
    facts = truth(route("/x", sighting("/x", "/nowhere")))
    miss = one(facts, bare("/y"))
    assert miss.cause is Cause.UNREAD
    bald = Truth(
        root=at("/"), landed=at("/"), routes=(route("/x").__class__(url=at("/x"), level=1),)
    )
    assert one(bald, bare("/y")).cause is Cause.UNEXPLAINED


def test_a_crawl_that_died_blames_no_page() -> None:
    error = SiteError(stage=Stage.CRAWLER, reason="timeout", detail="after 60 s")
    site = SiteFacts(name="a", group="lab", error=error)
    verdict = judged(truth(route("/x"), route("/y")), None, site=site)
    assert by_cause(verdict.misses) == {"seed-failed": 2}
    assert verdict.misses[0].evidence == "crawler: timeout (after 60 s)"
    assert verdict.regressions == {}


@drawn
@given(TRUTHS, INVENTORIES, CHECKS)
def test_every_miss_has_exactly_one_cause_and_it_is_its_first_blocker(
    facts: Truth, told: Inventory, checks: Checks
) -> None:
    verdict = judged(facts, told, checks=checks)
    assert [miss.route for miss in verdict.misses] == list(verdict.match.missed)
    assert sum(by_cause(verdict.misses).values()) == len(verdict.match.missed)
    for miss in verdict.misses:
        assert miss.evidence
        assert miss.blockers[0].cause is miss.cause
        order = [list(Cause).index(each.cause) for each in miss.blockers]
        assert order == sorted(set(order))
