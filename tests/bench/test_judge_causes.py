"""Every cause is named on the lab: quickly against frozen truths, and whole with a browser.

The frozen truths and witnesses are what the browser saw; when a site of the lab changes, make
them anew: `bench selftest SITE --causes --out DIR`, then copy from DIR/as-usual.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.exits import Exit
from bench.inquest import matrix
from bench.lab import catalogue
from bench.proof import differences
from bench.record import read_truth
from bench.trials import TRIALS, Heard, Trial, rows
from bench.verdict.causes import Cause

Call = Callable[..., Any]

FROZEN = Path(__file__).parent / "frozen"
SITES = sorted({trial.site for trial in TRIALS.values()})


def test_every_cause_has_its_trial() -> None:
    assert list(TRIALS) == [cause for cause in Cause if cause is not Cause.UNEXPLAINED]
    assert sorted(each.name for each in FROZEN.iterdir()) == SITES


def test_every_cause_is_described_in_its_order() -> None:
    text = (Path(__file__).parents[2] / "docs" / "causes.md").read_text("utf-8")
    assert re.findall(r"^\| `([\w-]+)`", text, re.MULTILINE) == [cause.value for cause in Cause]


@pytest.mark.parametrize("name", SITES)
def test_a_frozen_truth_is_still_that_of_its_site(name: str) -> None:
    frozen = read_truth(FROZEN / name / "truth.json")
    assert list(differences(catalogue.load(name), frozen)) == []


def test_a_silent_cause_and_a_wrong_one_are_seen() -> None:
    usual = Heard(
        trial=Trial(site="menu"),
        counts={"action": 5},
        causes={"a": "action"},
        declared={"a": "action", "b": "ancestor"},
    )
    told = {row.cause: row for row in rows([usual])}
    assert told[Cause.ACTION].right
    assert not told[Cause.ANCESTOR].right
    assert usual.wrong == ("b: declared ancestor, judged no miss",)
    (table,) = matrix(told.values())
    assert "SILENT" in table


@pytest.mark.timeout(240)
def test_every_cause_is_named_against_frozen_truths(call: Call, tmp_path: Path) -> None:
    said = call("selftest", *SITES, "--causes", "--truth", FROZEN, "--out", tmp_path)
    assert said.code == Exit.OK, said.out
    lines = said.out.splitlines()
    assert "causes: 22 of 22 named where each has to be" in lines
    assert sum(line.endswith(" 0 unexplained") for line in lines) == 2


@pytest.mark.bar
@pytest.mark.browser
def test_every_cause_is_named_on_the_whole_lab(call: Call) -> None:
    said = call("selftest", "--causes")
    print(said.out)  # noqa: T201 - the table is what a bar is run for
    assert said.code == Exit.OK, said.out
