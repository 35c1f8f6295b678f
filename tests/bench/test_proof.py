"""What the selftest calls right: truths equal to the declared, detectors true to the faults."""

from dataclasses import replace

import pytest

from bench.facts.truth import Excluded, Exclusion, Route, Truth, TruthVerdict
from bench.lab import catalogue
from bench.proof import COMBINATIONS, FAULTS, Row, differences
from bench.verdict.regressions import Regression

PLAIN = catalogue.load("plain")
RIGHT = Truth(
    root=PLAIN.root,
    landed=PLAIN.landed,
    routes=tuple(
        Route(url=url, level=level) for level, urls in PLAIN.routes.items() for url in urls
    ),
)
HOME = "https://plain.test/"


def test_the_declared_truth_differs_in_nothing() -> None:
    assert list(differences(PLAIN, RIGHT)) == []


@pytest.mark.parametrize(
    ("truth", "told"),
    [
        (None, ["no truth was written"]),
        (
            replace(RIGHT, routes=RIGHT.routes[1:]),
            [f"level 1: declared, not found: {RIGHT.routes[0].url}"],
        ),
        (
            replace(RIGHT, routes=(*RIGHT.routes, Route(url=HOME + "more", level=2))),
            [f"level 2: found, not declared: {HOME}more"],
        ),
        (
            replace(RIGHT, routes=(*RIGHT.routes, Route(url=HOME + "deep", level=3))),
            [f"level 3: found, not declared: {HOME}deep"],
        ),
        (
            replace(RIGHT, excluded=(Excluded(url=HOME + "x", level=1, reason=Exclusion.DEAD),)),
            [f"excluded as dead: found, not declared: {HOME}x"],
        ),
        (
            replace(RIGHT, landed=HOME + "elsewhere"),
            [
                f"landed: declared, not found: {HOME}",
                f"landed: found, not declared: {HOME}elsewhere",
            ],
        ),
        (replace(RIGHT, sampled=True), ["the truth is sampled"]),
        (
            replace(RIGHT, verdict=TruthVerdict.LOGIN, reason="a form"),
            ["verdict login: a form"],
        ),
    ],
)
def test_each_difference_is_told(truth: Truth | None, told: list[str]) -> None:
    assert list(differences(PLAIN, truth)) == told


def test_a_route_at_the_wrong_level_is_two_differences() -> None:
    first, *rest = RIGHT.routes
    moved = replace(RIGHT, routes=(replace(first, level=2), *rest))
    assert list(differences(PLAIN, moved)) == [
        f"level 1: declared, not found: {first.url}",
        f"level 2: found, not declared: {first.url}",
    ]


def test_a_site_that_is_meant_to_fail_has_to() -> None:
    down = catalogue.load("down")
    failed = Truth(root=down.root, landed=down.root, verdict=TruthVerdict.ERROR)
    assert list(differences(down, None)) == []
    assert list(differences(down, failed)) == []
    assert len(list(differences(down, replace(failed, verdict=TruthVerdict.OK)))) == 1


def test_all_combinations_of_the_faults() -> None:
    assert len(set(COMBINATIONS)) == 2 ** len(FAULTS) == 16
    assert COMBINATIONS[0] == frozenset()
    assert set(FAULTS.values()) == set(Regression)


@pytest.mark.parametrize(
    ("faults", "fired", "right"),
    [
        ((), {}, True),
        ((), {"a": {Regression.WWW}}, False),
        (("literal-host",), {"a": {Regression.WWW}, "b": {Regression.WWW}}, True),
        (("literal-host",), {}, False),
        (("literal-host",), {"a": {Regression.WWW}, "b": {Regression.SCHEME}}, False),
        (
            ("literal-host", "literal-scheme"),
            {"a": {Regression.WWW}, "b": {Regression.SCHEME}},
            True,
        ),
    ],
)
def test_a_row_is_right_when_exactly_the_right_detectors_fired(
    faults: tuple[str, ...], fired: dict[str, set[Regression]], *, right: bool
) -> None:
    told = {name: frozenset(each) for name, each in fired.items()}
    assert Row(faults=frozenset(faults), fired=told).right is right
