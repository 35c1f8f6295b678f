"""A host that never answers is given up, and what was due from it says so; others go on."""

from typing import Any

import pytest

from crawler.config import Budget, Limits, Pacing
from crawler.state.record import State
from crawler.story.events import HostGivenUp, PageFetched
from crawler.wire.hosts import PATIENCE, Hosts
from crawler.wire.observation import Failure, Observation, Trouble
from tests.crawler.web import Crawled, Page, Raw, Site, explore, html

SLOW = "http://slow.test"
LATE = Observation(
    status=None, final_url="x", error=Trouble(reason=Failure.TIMEOUT, detail="late")
)
LOST = Observation(status=None, final_url="x", error=Trouble(reason=Failure.CONNECT, detail="no"))
GOOD = Observation(status=200, final_url="x")
QUICK = Pacing(deadline=0.15, timeout_retries=0, silence=3, concurrency=2)


@pytest.mark.parametrize(
    ("outcomes", "given_up"),
    [
        ([LATE] * 2, False),
        ([LATE] * 3, True),
        ([LATE, LATE, LOST, LATE, LATE], False),
        ([GOOD] + [LATE] * 3, False),
        ([GOOD] + [LATE] * (3 * PATIENCE - 1), False),
        ([GOOD] + [LATE] * (3 * PATIENCE), True),
    ],
)
def test_so_many_timeouts_in_a_row_and_no_fewer(
    outcomes: list[Observation], *, given_up: bool
) -> None:
    hosts = Hosts(3)
    told = [hosts.note("a", status=seen.status, error=seen.error) for seen in outcomes]
    assert hosts.gave_up("a") == given_up
    assert any(told) == given_up
    assert not hosts.gave_up("b")


def silent(pages: int = 30, **settings: Any) -> Crawled:
    site: Site = {
        "/": html(*(f"{SLOW}/{n}" for n in range(pages)), "/a", "/b"),
        "/a": html(),
        "/b": html("/c"),
        "/c": html(),
        **{f"{SLOW}/{n}": Raw(hang=True) for n in range(pages)},
    }
    return explore(site, hosts=("slow.test",), pacing=QUICK, **settings)


def test_a_silent_host_is_given_up_and_its_pages_say_why() -> None:
    found = silent()
    slow = [each for each in found.inventory.candidates if each.url.startswith(SLOW)]
    assert [each.state for each in slow[:3]] == [State.FAILED] * 3
    assert {each.state for each in slow[3:]} == {State.PENDING}
    assert {each.pending for each in slow[3:]} == {"host-silent"}
    assert (
        sum(SLOW in url for url in found.asked) <= 3 + QUICK.concurrency + 3
    )  # robots.txt, probes
    assert {"/a", "/b", "/c"} <= found.listed
    (event,) = [event for event in found.events if isinstance(event, HostGivenUp)]
    assert (event.host, event.timeouts) == ("slow.test", 3)
    assert found.inventory.stop == "exhausted"


def test_giving_up_is_the_same_in_every_run() -> None:
    assert len({silent().inventory.digest for _ in range(3)}) == 1


def test_what_a_given_up_host_still_owes_is_pending_and_takes_no_budget_from_others() -> None:
    found = silent(6, budget=Budget(pages=40))
    assert found.inventory.counts["pending"] == 3
    assert {"/a", "/b", "/c"} <= found.listed


def test_a_host_that_answers_now_and_then_is_kept() -> None:
    pages: Site = {f"/{n}": Raw(hang=True) if n % 3 else html() for n in range(18)}
    site: Site = {"/": html(*pages), **pages}
    found = explore(site, pacing=QUICK)
    assert found.inventory.counts["pending"] == 0
    assert found.inventory.counts["failed"] == 12


def test_links_of_a_page_beyond_its_limit_are_counted_not_followed() -> None:
    site: Site = {"/": html(*(f"/{n}" for n in range(20))), **{f"/{n}": Page() for n in range(20)}}
    found = explore(site, limits=Limits(page_links=7))
    assert len(found.inventory.candidates) == 8
    root = next(event for event in found.events if isinstance(event, PageFetched))
    assert root.links_over == 13
