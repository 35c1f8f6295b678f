"""Thresholds: a site's own over its group's over the file's, the command line over all."""

from pathlib import Path

import pytest

from bench.exits import Exit, Stop
from bench.sites.limits import Asked, Limits
from bench.sites.suite import Suite, SuiteErrors, parse

SITES = """
thresholds: {min_recall: 0.5}
groups:
  ours:
    sites:
      - {lab: plain}
      - {name: own, lab: plain, thresholds: {min_recall: 0.7}}
    thresholds: {min_recall: 0.9, max_new_misses: 2}
  others:
    sites: [{name: other, lab: plain}]
"""


def read(text: str) -> Suite:
    return parse(text.encode(), "sites.yaml", base=Path(), lab=("plain",))


def test_the_nearest_threshold_stands() -> None:
    assert read(SITES).limits == {
        "plain": Limits(min_recall=0.9, max_new_misses=2),
        "own": Limits(min_recall=0.7, max_new_misses=2),
        "other": Limits(min_recall=0.5),
    }


def test_a_threshold_is_no_part_of_what_is_measured() -> None:
    with_limits, without = read(SITES), read(SITES.replace("thresholds", "# thresholds", 1))
    assert with_limits.select() == without.select()
    assert "thresholds" not in with_limits.select()[0].as_json()


@pytest.mark.parametrize(
    ("thresholds", "told"),
    [
        ("{min_recal: 1}", "thresholds.min_recal: unknown key; did you mean min_recall?"),
        ("{min_recall: 95}", "thresholds.min_recall: a number from 0 to 1 is needed here, not 95"),
        ("{max_new_misses: 0.5}", "a whole number of 0 or more is needed here, not 0.5"),
        ("1", "thresholds: a mapping (key: value) is needed here"),
    ],
)
def test_a_flaw_in_thresholds_is_told_with_its_key(thresholds: str, told: str) -> None:
    with pytest.raises(SuiteErrors) as caught:
        read(f"thresholds: {thresholds}\nsites: [{{lab: plain}}]")
    assert told in caught.value.lines[0]


@pytest.mark.parametrize(
    ("min_recall", "max_new", "group", "limits"),
    [
        ([], [], "docs", Limits(min_recall=0.5, max_new_misses=1)),
        (["0.95"], [], "docs", Limits(min_recall=0.95, max_new_misses=1)),
        (["0.95", "docs=1"], ["docs=3"], "docs", Limits(min_recall=1.0, max_new_misses=3)),
        (["0.95", "docs=1"], ["docs=3"], "lab", Limits(min_recall=0.95, max_new_misses=1)),
        (["docs=1"], ["0"], None, Limits(min_recall=0.5, max_new_misses=0)),
    ],
)
def test_the_command_line_stands_before_the_file(
    min_recall: list[str], max_new: list[str], group: str | None, limits: Limits
) -> None:
    asked = Asked.read(min_recall=min_recall, max_new_misses=max_new)
    assert asked.over(Limits(min_recall=0.5, max_new_misses=1), group) == limits


def test_every_flaw_of_the_command_line_is_told() -> None:
    with pytest.raises(Stop) as caught:
        Asked.read(min_recall=["98", "docs=often", "nan"], max_new_misses=["-1", "docs=1.5"])
    assert caught.value.code is Exit.USAGE
    assert caught.value.lines == (
        "--min-recall: a share from 0 to 1, or GROUP=SHARE, is needed, not '98'",
        "--min-recall: a share from 0 to 1, or GROUP=SHARE, is needed, not 'often'",
        "--min-recall: a share from 0 to 1, or GROUP=SHARE, is needed, not 'nan'",
        "--max-new-misses: a whole number, or GROUP=NUMBER, is needed, not '-1'",
        "--max-new-misses: a whole number, or GROUP=NUMBER, is needed, not '1.5'",
    )


def test_a_threshold_that_no_site_could_miss_is_refused() -> None:
    asked = Asked.read(min_recall=["dosc=1"], max_new_misses=[])
    with pytest.raises(Stop, match="a threshold for dosc: no such group; did you mean docs"):
        asked.check(["docs", "lab"])
