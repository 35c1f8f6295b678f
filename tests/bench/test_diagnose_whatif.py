"""What one blocker costs: told from the records, and what a crawl without it would find."""

from collections.abc import Mapping
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from bench.facts.inventory import Candidate, Inventory, Observation, Soft404, State
from bench.facts.truth import Phase, Truth
from bench.verdict.causes import Cause
from bench.verdict.whatif import regained
from tests.bench.strategies import (
    at,
    drawn,
    fetched,
    inventory,
    judged,
    pending,
    refused,
    robots,
    route,
    seed,
    served,
    sighting,
    truth,
)

REASONS = {
    "nofollow": Cause.REFUSED_NOFOLLOW,
    "trap": Cause.REFUSED_TRAP,
    "robots": Cause.REFUSED_ROBOTS,
    "depth": Cause.DEPTH,
}
BY_PHASE = {
    Phase.SCRIPT: Cause.RENDERING,
    Phase.REVEAL: Cause.ACTION,
    Phase.NAVIGATION: Cause.NAVIGATION,
}


@dataclass(frozen=True, kw_only=True)
class World:
    """A site: who shows each page, in which phase; what the crawler does at its address."""

    shown: Mapping[str, Mapping[str, Phase]]
    blocked: Mapping[str, str]

    def found(self, gone: Cause | None = None) -> tuple[set[str], set[str]]:
        """Crawl without a cause: the pages that are found, and those that are met at least."""
        found, met, waiting = set[str](), set[str](), ["/"]
        while waiting:
            page = waiting.pop()
            for path, pages in self.shown.items():
                phase = pages.get(page)
                if phase is None or path in found:
                    continue
                if phase is not Phase.HTML and BY_PHASE[phase] is not gone:
                    continue
                met.add(path)
                reason = self.blocked.get(path)
                if reason is None or REASONS.get(reason, Cause.SOFT_404) is gone:
                    found.add(path)
                    waiting.append(path)
        return found, met

    def truth(self) -> Truth:
        return truth(
            *(
                route(path, *(sighting(path, page, phase) for page, phase in pages.items()))
                for path, pages in self.shown.items()
            )
        )

    def inventory(self) -> Inventory:
        found, met = self.found()
        kept = (self._kept(path) for path in sorted(met - found))
        return inventory(seed(), *(fetched(path) for path in sorted(found)), *kept)

    def _kept(self, path: str) -> Candidate:
        reason = self.blocked[path]
        if reason in REASONS:
            return refused(path, reason)
        fake = Soft404(verdict="look-alike")
        seen = Observation(status=200, content_type="text/html", soft404=fake)
        return Candidate(url=at(path), listed=False, state=State.FETCHED, observation=seen)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    paths = [f"/{name}" for name in "abcdefg"[: draw(st.integers(1, 7))]]
    shown = {
        path: draw(
            st.dictionaries(
                st.sampled_from(["/", *(other for other in paths if other != path)]),
                st.sampled_from(Phase),
                min_size=1,
                max_size=3,
            )
        )
        for path in paths
    }
    reasons = st.sampled_from([*REASONS, "soft-404"])
    blocked = draw(st.dictionaries(st.sampled_from(paths), reasons))
    # What the crawler never met has told nobody what would happen there.
    _, met = World(shown=shown, blocked=blocked).found()
    return World(
        shown=shown, blocked={path: reason for path, reason in blocked.items() if path in met}
    )


@drawn
@given(worlds())
def test_what_is_regained_is_what_a_crawl_without_the_cause_finds(world: World) -> None:
    told = regained(judged(world.truth(), world.inventory()).misses)
    before, _ = world.found()
    for cause in [*BY_PHASE.values(), *REASONS.values(), Cause.SOFT_404]:
        after, _ = world.found(cause)
        assert told.get(cause, frozenset()) == {at(path) for path in after - before}


@drawn
@given(worlds())
def test_no_cause_gives_back_more_than_was_missed_and_the_most_comes_first(world: World) -> None:
    verdict = judged(world.truth(), world.inventory())
    told = regained(verdict.misses)
    missed = {miss.url for miss in verdict.misses}
    assert all(routes and routes <= missed for routes in told.values())
    sizes = [len(routes) for routes in told.values()]
    assert sizes == sorted(sizes, reverse=True)


def test_what_two_causes_keep_back_is_given_back_by_neither() -> None:
    facts = truth(
        route("/p", sighting("/p", phase=Phase.REVEAL)),
        route("/x", sighting("/x", "/p", Phase.SCRIPT)),
    )
    told = regained(judged(facts, inventory(seed())).misses)
    assert told == {Cause.ACTION: {at("/p")}}


def test_a_page_left_pending_gives_back_what_its_bytes_show() -> None:
    facts = truth(
        route("/p"),
        route("/x", sighting("/x", "/p")),
        route("/y", sighting("/y", "/p", Phase.SCRIPT)),
    )
    told = regained(judged(facts, inventory(seed(), pending("/p"))).misses)
    assert told == {Cause.UNREAD: {at("/x")}}


def test_a_link_in_the_bytes_of_a_lost_page_comes_with_the_page() -> None:
    facts = truth(
        route("/p", sighting("/p", phase=Phase.REVEAL)),
        route("/x", sighting("/x", "/p", Phase.SCRIPT)),
    )
    page = served("/p", '<a href="/x">x</a>')
    told = regained(judged(facts, inventory(seed()), page).misses)
    assert told == {Cause.ACTION: {at("/p"), at("/x")}}


def test_a_failed_root_gives_back_what_is_served() -> None:
    facts = truth(route("/p"), route("/y", sighting("/y", phase=Phase.SCRIPT)))
    told = regained(judged(facts, None).misses)
    assert told == {Cause.SEED_FAILED: {at("/p")}}


def test_what_robots_forbids_is_given_back_by_no_cause() -> None:
    facts = truth(route("/private"), route("/x", sighting("/x", "/private")))
    checks = robots("User-agent: *\nDisallow: /private")
    assert regained(judged(facts, inventory(seed()), checks=checks).misses) == {}


def test_a_view_that_reads_as_a_place_is_kept_back_by_the_cause_of_its_miss() -> None:
    facts = truth(route("/#x", sighting("/#x")))
    page = '<a href="#x">x</a>'
    (miss,) = (verdict := judged(facts, inventory(seed()), served("/", page))).misses
    assert miss.cause is Cause.RENDERING
    assert regained(verdict.misses) == {Cause.RENDERING: {at("/#x")}}
