import asyncio
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.routes.passes import Agreement, Pass, agreement
from tests.oracle.paper import Page, explored

SAME = {name: name for name in "abcdefghij"}


def passes(*seen: str) -> list[Pass]:
    return [{"/": frozenset(each)} for each in seen]


def compared(*seen: str) -> Agreement:
    found = agreement(passes(*seen), SAME)
    assert found is not None
    return found


def test_chapman_as_the_formula_has_it() -> None:
    """Five and five, three of them in both: 6 * 6 / 4 - 1 = 8, of which seven were seen."""
    found = compared("abcde", "cdefg")
    assert (found.by_every, found.by_any) == (3, 7)
    assert found.estimates[0].unseen == 1.0
    assert found.repeatability == 3 / 7


def test_chao_as_the_formula_has_it() -> None:
    found = compared("abc", "abd", "abe")
    assert found.estimates[1].unseen == pytest.approx(2 / 3 * 3 * 2 / 2)
    assert found.by_every == 2


AGREED = {
    "all the same": (("abc", "abc"), 1.0, 0),
    "one saw more": (("abcdef", "abc"), 0.5, 0),
    "each saw some alone": (("abcde", "defgh"), 2 / 8, 2),
    "nothing in common": (("abc", "def"), 0.0, 7),
}


@pytest.mark.parametrize(("seen", "jaccard", "unseen"), AGREED.values(), ids=AGREED)
def test_passes_are_compared(seen: tuple[str, ...], jaccard: float, unseen: int) -> None:
    found = compared(*seen)
    assert (found.repeatability, found.at_least) == (jaccard, unseen)


def test_only_pages_that_every_pass_visited_are_compared() -> None:
    first: Pass = {"/": frozenset("ab"), "/x": frozenset("cd")}
    found = agreement([first, {"/": frozenset("ab")}], SAME)
    assert found is not None
    assert (found.pages, found.repeatability) == (1, 1.0)


@pytest.mark.parametrize("seen", [(), ("abc",), ("", "")], ids=["none", "one", "empty"])
def test_nothing_to_compare(seen: tuple[str, ...]) -> None:
    assert agreement(passes(*seen), SAME) is None


def test_addresses_of_one_route_are_one_and_strangers_none() -> None:
    found = agreement(passes("a", "bz"), {"a": "a", "b": "a"})
    assert found is not None
    assert (found.repeatability, found.by_any) == (1.0, 1)


captures = st.lists(st.text("abcdefghij", max_size=10), min_size=2, max_size=4)


@given(captures)
def test_figures_are_within_their_bounds(seen: list[str]) -> None:
    found = agreement(passes(*seen), SAME)
    if found is None:
        assert not any(seen)
        return
    assert 0 <= found.repeatability <= 1
    assert found.at_least >= 0
    assert (found.repeatability == 1) is (len({frozenset(each) for each in seen}) == 1)
    if found.repeatability == 1:
        assert found.at_least == 0


@given(captures)
def test_the_order_of_two_passes_does_not_count(seen: list[str]) -> None:
    first, second = seen[:2]
    one, other = (
        agreement(passes(first, second), SAME),
        agreement(passes(second, first), SAME),
    )
    assert one == other


SHOP = "https://shop.test"


def site(root: Page) -> dict[str, Page]:
    pages = {f"{SHOP}/{name}": Page(body=f"<h1>{name}</h1>") for name in "abc"}
    return {f"{SHOP}/": root} | pages


LINKS = "".join(f"<a href=/{name}>{name}</a>" for name in "abc")


def test_the_truth_says_how_far_its_passes_agree(tmp_path: Path) -> None:
    truth = asyncio.run(explored(site(Page(body=LINKS)), tmp_path, passes=2))
    told = truth.as_json()
    assert told["repeatability"] == 1.0
    unseen = told["unseen"]
    assert isinstance(unseen, dict)
    figures = ("at_least", "passes", "pages", "by_every", "by_any")
    assert [unseen[name] for name in figures] == [0, 2, 4, 3, 3]
    assert all(one["assumes"].endswith(".") for one in unseen["estimates"])


def test_one_pass_says_nothing_of_itself(tmp_path: Path) -> None:
    told = asyncio.run(explored(site(Page(body=LINKS)), tmp_path)).as_json()
    assert (told["repeatability"], told["unseen"]) == (None, None)


def test_what_only_one_pass_saw_counts_against_it(tmp_path: Path) -> None:
    once = Page(body="<a href=/a>a</a>", later=LINKS)
    truth = asyncio.run(explored(site(once), tmp_path, passes=2))
    assert truth.repeatability == 1 / 3
    assert len(truth.routes) == 3
