"""The frontier loses nothing, repeats nothing, and goes out from the root."""

from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.address.citation import Citation, Via
from crawler.address.refusal import Reason, Refused
from crawler.state.frontier import Frontier, Record, State
from crawler.wire.observation import Observation

NO = Refused(reason=Reason.ROBOTS, rule="Disallow: /")


def frontier(*, depth: int | None = None, records: int = 1000, spellings: int = 3) -> Frontier:
    return Frontier(max_depth=depth, max_records=records, max_spellings=spellings)


def cited(depth: int, via: Via = Via.LINK) -> Citation:
    return Citation(via=via, source="http://a.test/", text=None, depth=depth, written="x")


def add(found: Frontier, path: str, depth: int = 1, refusal: Refused | None = None) -> Record:
    record = found.add(f"http://a.test{path}", cited(depth), refusal)
    assert record is not None
    return record


def seen(status: int) -> Observation:
    return Observation(status=status, final_url="http://a.test/")


steps = st.lists(
    st.tuples(
        st.sampled_from(["/a", "/a/", "/b", "/b?utm_id=1", "/c", "/d/e"]),
        st.integers(0, 4),
        st.booleans(),
    ),
    max_size=30,
)


@settings(deadline=None)
@given(steps, st.integers(1, 5), st.one_of(st.none(), st.integers(0, 4)))
def test_every_pending_record_is_taken_once(
    mentions: list[tuple[str, int, bool]], batch: int, max_depth: int | None
) -> None:
    found = frontier(depth=max_depth)
    for path, depth, refused in mentions:
        record = found.find(f"http://a.test{path}")
        if record is None:
            add(found, path, depth, NO if refused else None)
        else:
            found.again(record, Via.SITEMAP, depth)
    taken = []
    while some := found.take(batch):
        taken += some
    pending = [each for each in found if each.state is State.PENDING]
    reachable = [each for each in pending if max_depth is None or each.depth <= max_depth]
    assert sorted(each.url for each in taken) == sorted(each.url for each in reachable)
    assert [each.depth for each in taken] == sorted(each.depth for each in taken)
    assert not found.has_more()
    keys = [each.key for each in pending]
    assert len(keys) == len(set(keys))


def test_the_order_is_by_depth_and_then_as_decided() -> None:
    found = frontier()
    for path, depth in (("/x", 2), ("/y", 1), ("/z", 2), ("/w", 1)):
        add(found, path, depth)
    assert [each.url[-1] for each in found.take(9)] == ["y", "w", "x", "z"]


def test_a_nearer_mention_brings_a_deep_address_within_reach() -> None:
    found = frontier(depth=1)
    deep = add(found, "/x", 3)
    assert found.take(9) == []
    found.again(deep, Via.LINK, 1)
    assert found.take(9) == [deep]


def test_after_a_failure_the_next_spelling_gets_its_turn_but_not_for_ever() -> None:
    found = frontier(spellings=2)
    spellings = [add(found, f"/a?utm_id={n}") for n in range(4)]
    states = []
    while some := found.take(9):
        (record,) = some
        found.settle(record, seen(404), failed=True)
        states.append(record)
    assert states == spellings[:3]
    assert spellings[3].state is State.FOLDED


def test_a_spelling_met_after_the_failure_is_tried_too() -> None:
    found = frontier()
    found.settle(add(found, "/a"), seen(404), failed=True)
    assert add(found, "/a/").state is State.PENDING
    good = frontier()
    good.settle(add(good, "/a"), seen(200), failed=False)
    assert add(good, "/a/").state is State.FOLDED


def test_a_refused_spelling_does_not_stand_for_an_admitted_one() -> None:
    found = frontier()
    add(found, "/a?utm_id=1", refusal=NO)
    assert add(found, "/a").state is State.PENDING


def test_a_guess_that_a_link_confirms_is_a_guess_no_more() -> None:
    found = frontier()
    record = found.add("http://a.test/x", cited(1, Via.HANDLER), None)
    assert record is not None
    guesses = [record.guessed]
    for via in (Via.HANDLER, Via.LINK, Via.HANDLER):
        found.again(record, via, 1)
        guesses.append(record.guessed)
    assert guesses == [True, True, False, False]
    assert record.channels == {Via.HANDLER, Via.LINK}


def test_what_there_is_no_room_for_is_said() -> None:
    found = frontier(records=1)
    add(found, "/a")
    assert not found.overflowed
    assert found.add("http://a.test/b", cited(1), None) is None
    assert found.overflowed
