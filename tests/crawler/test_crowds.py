"""Crowds of addresses that lead to few pages are recognised, and honest sites are none."""

from itertools import product

import pytest

from crawler.address.refusal import Reason
from crawler.config import Budget
from crawler.state.crowds import COMBINATIONS, Crowds
from tests.crawler.web import Asked, Page, Site, explore, html

HOST = "http://site.test"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("/a;jsessionid=1?x=y", "/a;jsessionid=2?x=y"),
        ("/(S(abc1))/a.aspx", "/(S(abc2))/a.aspx"),
        ("/a?PHPSESSID=1&x=y", "/a?PHPSESSID=2&x=y"),
        ("/jsessionid=17/a", "/jsessionid=18/a"),
    ],
)
def test_one_page_under_two_session_ids_is_one(first: str, second: str) -> None:
    crowds = Crowds()
    assert crowds.refusal(HOST + first) is None
    assert crowds.refusal(HOST + first) is None
    refused = crowds.refusal(HOST + second)
    assert refused is not None
    assert refused.rule == f"a session id: known already as {HOST}{first}"


def test_facets_are_cut_after_so_many_combinations() -> None:
    crowds = Crowds()
    names = ("color", "size", "brand")
    told = [
        crowds.refusal(HOST + "/shop?" + "&".join(map("{}={}".format, names, values)))
        for values in product(range(8), repeat=3)
    ]
    assert [each is None for each in told] == [True] * COMBINATIONS + [False] * (
        512 - COMBINATIONS
    )
    assert told[-1] is not None
    assert told[-1].rule == "facets: 200 combinations of 24 values are known already"
    assert crowds.refusal(f"{HOST}/other?color=1&size=1&brand=1") is None


@pytest.mark.parametrize(
    "queries",
    [
        [f"f={n // 10 % 7}&t={n // 10}&start={n % 10}" for n in range(3000)],  # a forum's topics
        [f"title=Page_{n}&action=view&lang=en" for n in range(3000)],  # a wiki
        [f"color={a}&size={b}" for a in range(40) for b in range(40)],  # two names: few enough
    ],
)
def test_what_has_a_value_of_its_own_a_page_is_no_facet(queries: list[str]) -> None:
    crowds = Crowds()
    assert not any(crowds.refusal(f"{HOST}/view?{query}") for query in queries)


def test_a_site_that_gives_each_visit_a_session_ends() -> None:
    visit = 0
    texts = {
        "apples": "How apples grow, and which of them are sweet",
        "bees": "What bees do when the winter comes over the land",
        "carts": "Carts with two wheels and with four, and who pulls them",
    }

    def visited(asked: Asked) -> Page:
        nonlocal visit
        page = asked.url.partition(";")[0].rpartition("/")[2]
        if page not in {"", *texts}:
            return Page(status=404)
        visit += 1
        links = [f"/{name};jsessionid={visit:032x}" for name in texts]
        return html(*links, text=texts.get(page, "Welcome to a place that counts its visitors"))

    site: Site = {"*": visited}
    found = explore(site, budget=Budget(pages=500))
    assert found.inventory.counts["fetched"] == 4
    refused = [each.refusal for each in found.inventory.candidates if each.refusal]
    assert {each.reason for each in refused} == {Reason.TRAP}
    assert all(each.rule.startswith("a session id: known already as") for each in refused)
