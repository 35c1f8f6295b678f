"""Sightings and agendas are computed, not seen: no browser is needed to test them."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.hands.agenda import ALIKE, LABEL, Agenda, Memory, Plan
from oracle.hands.deed import Deed
from oracle.hands.gather import Evidence, gather, named
from oracle.hands.report import Held, Link, Offer
from oracle.hands.served import restore

PAGE = "https://a.test/"


def link(path: str) -> Link:
    return Link(url=f"{PAGE}{path}", label=path, locator=None)


def deed(*paths: str, held: tuple[str, ...] = (), beyond: bool = False) -> Deed:
    return Deed(
        action="click",
        label=None,
        locator=None,
        links=tuple(link(path) for path in paths),
        held=tuple(Held(kind="push", url=f"{PAGE}{path}") for path in held),
        beyond=beyond,
    )


PATHS = st.lists(st.sampled_from("abcdef"), max_size=6)


@given(
    shown=PATHS,
    later=PATHS,
    served=st.one_of(st.none(), st.frozensets(st.sampled_from("abcdef"))),
    beyond=st.booleans(),
)
def test_each_address_once_by_least_need(
    *, shown: list[str], later: list[str], served: frozenset[str] | None, beyond: bool
) -> None:
    evidence = Evidence(
        page=PAGE,
        level=0,
        shown=tuple(link(path) for path in shown),
        served=None if served is None else frozenset(f"{PAGE}{path}" for path in served),
        deeds=(deed(*later, held=("f",), beyond=beyond),),
    )
    sightings = gather(evidence)
    urls = [one.url for one in sightings]
    assert len(urls) == len(set(urls))
    assert set(urls) == {f"{PAGE}{path}" for path in (*shown, *later, "f")}
    for one in sightings:
        path = one.url.removeprefix(PAGE)
        if path in shown:
            assert one.level == 1
            assert str(one.phase) == ("html" if served is None or path in served else "script")
    assert list(sightings) == sorted(
        sightings, key=lambda one: (one.level, one.phase.rank, one.url)
    )


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://a.test/#top", "https://a.test/"),
        ("https://a.test/#", "https://a.test/"),
        ("https://a.test/#/users", "https://a.test/#/users"),
        ("https://a.test/#!help", "https://a.test/#!help"),
        ("https://a.test/#View:id=7", "https://a.test/#View:id=7"),
        ("https://a.test/x?y#z", "https://a.test/x?y"),
    ],
)
def test_fragments(url: str, name: str) -> None:
    assert named(url, frozenset({"https://a.test/#View:id=7"})) == name


def offer(number: int, *, kind: str = "click", template: str = "t") -> Offer:
    return Offer(
        key=f"{kind}{number}",
        kind=kind,
        label=None,
        locator=str(number),
        template=template,
        markup="",
        options=0,
    )


def test_what_shows_last_is_done_first() -> None:
    agenda = Agenda(Memory())
    agenda.add((offer(1), offer(2)))
    first = agenda.next()
    assert first is not None
    agenda.add((offer(3), offer(1)), before=(first.offer,))
    rest = [agenda.next() for _ in range(3)]
    assert [one.offer.key if one else None for one in rest] == ["click3", "click2", None]


NOTHING: frozenset[str] = frozenset()


def plan(number: int, *before: int, kind: str = "click") -> Plan:
    return Plan(offer=offer(number, kind=kind), before=tuple(offer(one) for one in before))


def test_alike_and_fruitless() -> None:
    agenda = Agenda(Memory())
    agenda.add(tuple(offer(number) for number in range(20)))
    done = 0
    while (todo := agenda.next()) is not None:
        agenda.learn(todo, NOTHING)
        done += 1
    assert done == ALIKE
    assert agenda.left_alike


def test_what_leads_to_fruit_is_fruitful() -> None:
    agenda = Agenda(Memory())
    heads = tuple(offer(number, template="head") for number in range(9))
    agenda.add(heads)
    done = 0
    while (todo := agenda.next()) is not None:
        done += 1
        agenda.learn(todo, NOTHING)
        inner = Plan(offer=offer(done, kind="hover", template="inner"), before=(todo.offer,))
        agenda.learn(inner, frozenset({f"/{done}"}))
    assert done == 9


def test_furniture_is_what_brings_nothing_or_the_same_twice() -> None:
    memory = Memory()

    def page(*brought: tuple[Plan, set[str]]) -> list[int]:
        agenda = Agenda(memory)
        for todo, addresses in brought:
            agenda.learn(todo, frozenset(addresses))
        agenda.close()
        return [number for number in range(1, 5) if agenda.is_furniture(offer(number))]

    assert page((plan(1), set()), (plan(2), {"x"}), (plan(3), set()), (plan(4, 3), {"y"})) == [1]
    assert page((plan(2), {"x"}), (plan(3), set()), (plan(4, 3), {"z"})) == [1, 2]
    assert not Agenda(memory).is_furniture(offer(1, kind="more"))


def test_prose_is_no_name_of_furniture() -> None:
    """What holds a whole page is the same on each, whatever it says there."""
    memory = Memory()
    agenda = Agenda(memory)
    prose, other = (replace(offer(1), label=letter * LABEL) for letter in "ab")
    agenda.learn(Plan(offer=prose), NOTHING)
    agenda.close()
    assert Agenda(memory).is_furniture(other)
    assert not Agenda(memory).is_furniture(replace(other, label="b" * (LABEL - 1)))
    assert not Agenda(memory).is_furniture(replace(other, locator="2"))


@given(st.text(), st.sampled_from(["UTF-8", "windows-1252", "Shift_JIS", "UTF-16LE", "GBK"]))
def test_restoring_never_fails(text: str, charset: str) -> None:
    body = text.encode("utf-8", "replace")
    assert restore(body, charset, len(body)) is not None


@given(st.binary())
def test_windows_pages_come_back_whole(served: bytes) -> None:
    undefined = bytes.maketrans(b"\x81\x8d\x8f\x90\x9d", b".....")
    text = served.translate(undefined).decode("cp1252")
    assert restore(text.encode(), "windows-1252", len(served)) == served.translate(undefined)
