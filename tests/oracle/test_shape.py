"""What a page answers is read as what it should be, or found to be something else."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.hands.report import read_aim, read_changes, read_links, read_page, read_served
from oracle.hands.shape import LONGEST, MisshapenError, parsed, shaped
from oracle.hands.tab import Lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outer:
    word: str
    count: int = 0
    place: float = 0.0
    sure: bool = False
    inner: tuple[Inner, ...] = ()
    one: Inner | None = None


def test_a_value_of_every_kind() -> None:
    told = (
        '{"word": "a", "count": 3.0, "place": 1, "sure": true, "inner": [{"name": null}],'
        ' "one": {"name": "x"}, "beyond": [1]}'
    )
    assert shaped(Outer, parsed(told)) == Outer(
        word="a",
        count=3,
        place=1.0,
        sure=True,
        inner=(Inner(name=None),),
        one=Inner(name="x"),
    )
    assert shaped(Outer, {"word": ""}) == Outer(word="")


MISSHAPEN: list[object] = [
    None,
    [],
    "word",
    {},
    {"word": 5},
    {"word": "a", "count": True},
    {"word": "a", "count": "3"},
    {"word": "a", "place": float("inf")},
    {"word": "a", "place": float("nan")},
    {"word": "a", "sure": 1},
    {"word": "a", "inner": {}},
    {"word": "a", "inner": "ab"},
    {"word": "a", "inner": [[]]},
    {"word": "a", "inner": [{}]},
    {"word": "a", "one": {"name": 1}},
]


@pytest.mark.parametrize("raw", MISSHAPEN, ids=str)
def test_what_has_another_shape(raw: object) -> None:
    with pytest.raises(MisshapenError):
        shaped(Outer, raw)


@pytest.mark.parametrize(
    "answer", ["", "{", "undefined", "[" * 100_000, " " * (LONGEST + 1)], ids=len
)
def test_what_is_no_json(answer: str) -> None:
    with pytest.raises(MisshapenError):
        parsed(answer)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists))
def test_no_answer_of_a_page_raises(raw: Any) -> None:
    told = str(raw)
    assert read_page(told) is Lost.BARE
    assert read_changes(told) is Lost.BARE
    assert read_aim(told) is Lost.BARE
    assert read_served(told) is Lost.BARE
    assert read_links(told) == ()
