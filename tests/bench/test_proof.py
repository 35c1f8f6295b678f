"""What the selftest calls right: truths equal to the declared, detectors true to the faults."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.conditions import Condition
from bench.facts.truth import Excluded, Exclusion, Route, Truth, TruthVerdict
from bench.lab import catalogue
from bench.proof import COMBINATIONS, FAULTS, Pass, Row, differences, pooled
from bench.store import RunFolder
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


def measured(run: str, *wrong: str, digest: str = "d") -> Pass:
    return Pass(
        condition=Condition(run.partition("-")[0]),
        run=RunFolder(path=Path(run)),
        sites=3,
        wrong=wrong,
        digests={"menu": digest, "plain": "p"},
    )


def test_passes_are_pooled_and_what_differed_is_named() -> None:
    passes = [measured("idle-1"), measured("idle-2", "menu", digest="e"), measured("loaded-1")]
    assert list(pooled(passes)) == [
        "site-runs equal to their truth: 8 of 9 (idle 5 of 6, loaded 3 of 3)",
        "differed in idle-2: menu",
        "one digest in all runs: 1 of 2 sites; more than one: menu",
    ]


def test_a_single_pass_is_told_in_one_line() -> None:
    assert list(pooled([measured("idle-1")])) == ["site-runs equal to their truth: 3 of 3"]
