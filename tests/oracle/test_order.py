from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from oracle.order import visiting_order

SHOP = "https://shop.test"
URLS = [f"{SHOP}/{area}/{n}" for area in ("a", "b", "c") for n in range(9)] + [
    f"{SHOP}/about",
    f"{SHOP}/#/lists/1",
    f"{SHOP}/#/lists/2",
]


def area(url: str) -> str:
    return url.removeprefix(SHOP).lstrip("/#!").partition("/")[0]


def test_the_first_pages_are_spread_evenly_over_the_areas() -> None:
    # Five areas, the one of the top pages with a single member: rounds of 5, 4, then 3.
    first, second, third = (Counter(map(area, visiting_order(URLS)[:n])) for n in (5, 9, 12))
    assert set(first.values()) == {1}
    assert second == Counter(a=2, b=2, c=2, lists=2, about=1)
    assert third == Counter(a=3, b=3, c=3, lists=2, about=1)


def test_the_seed_draws_within_an_area() -> None:
    assert visiting_order(URLS, seed=1) != visiting_order(URLS, seed=2)
    assert visiting_order(URLS, seed=1) == visiting_order(URLS, seed=1)


@given(urls=st.lists(st.sampled_from(URLS)), seed=st.integers())
def test_every_page_comes_once_whatever_the_order_given(urls: list[str], seed: int) -> None:
    order = visiting_order(urls, seed=seed)
    assert sorted(order) == sorted(set(urls))
    assert visiting_order(reversed(urls), seed=seed) == order
