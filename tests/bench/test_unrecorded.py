"""What a recording does not hold is neither dead nor a miss, and is counted where people look."""

import pytest

from bench.facts.checks import Checks
from bench.facts.inventory import Inventory
from bench.facts.site import SiteFacts, Unrecorded
from bench.facts.truth import Exclusion, Phase, Truth, TruthVerdict
from bench.verdict.judge import Verdict, judge
from bench.verdict.score import row
from tests.bench.strategies import at, excluded, fetched, inventory, route, seed, sighting, truth

SHOP = truth(
    route("/a"),
    route("/a/below", sighting("/a/below", "/a")),
    route("/a/below/more", sighting("/a/below/more", "/a/below")),
    route("/shown", sighting("/shown", "/", Phase.SCRIPT)),
    excluded=(excluded("/gone", Exclusion.DEAD), excluded("/dead", Exclusion.DEAD)),
)


def verdict(facts: Truth, found: Inventory, **urls: tuple[str, ...]) -> Verdict:
    named = {role: tuple(map(at, some)) for role, some in urls.items()}
    asked = {role: len(some) for role, some in named.items()}
    site = SiteFacts(name="shop", unrecorded=Unrecorded(asked=asked, urls=named))
    return judge(site, facts, inventory=found, checks=Checks(), witness=None)


def test_what_hangs_on_a_page_that_was_not_recorded_is_put_aside() -> None:
    told = verdict(SHOP, inventory(seed(), fetched("/a", status=None)), crawler=("/a",))
    assert [each.url for each in told.match.unrecorded] == [at("/a/below"), at("/a/below/more")]
    assert [miss.url for miss in told.misses] == [at("/shown")]
    score = row(told)
    assert (score.found, score.truth, score.unrecorded_routes) == (1, 2, 2)
    assert score.unrecorded == {"crawler": 1}


def test_with_a_whole_recording_the_same_routes_are_missed() -> None:
    told = verdict(SHOP, inventory(seed(), fetched("/a")))
    assert len(told.misses) == 3
    assert told.match.unrecorded == ()
    assert not any("recording" in note for note in told.notes)


def test_what_the_oracle_could_not_be_answered_is_not_dead() -> None:
    told = verdict(SHOP, inventory(seed()), browser=("/gone",), checker=("/gone",))
    assert told.truth is not None
    assert {each.url: each.reason for each in told.truth.excluded} == {
        at("/gone"): Exclusion.UNRECORDED,
        at("/dead"): Exclusion.DEAD,
    }


@pytest.mark.parametrize("role", ["browser", "bench"])
def test_only_what_the_crawler_asked_for_excuses_its_misses(role: str) -> None:
    told = verdict(SHOP, inventory(seed(), fetched("/a")), **{role: ("/a",)})
    assert told.match.unrecorded == ()


def test_a_root_that_is_not_recorded_is_the_reason_and_no_error_of_the_site() -> None:
    facts = truth(verdict=TruthVerdict.ERROR, reason="answers 504, not 200.")
    told = verdict(facts, inventory(), browser=("/",))
    assert told.unscored == f"not in the recording: {at('/')}"


def test_a_note_counts_the_requests_and_names_one() -> None:
    told = verdict(SHOP, inventory(seed()), crawler=("/x", "/y"), browser=("/z",))
    assert any("3 requests (browser 1, crawler 2)" in note for note in told.notes)
