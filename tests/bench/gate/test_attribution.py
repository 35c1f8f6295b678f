"""Who did it: twenty changes that were made on purpose, told from what runs before and after kept.

The runs were measured by a real browser and a real crawl; the bar measures them anew.
"""

import asyncio
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from bench.gate.attribution import changes, crossed, unseparated
from bench.gate.blame import Blame, What
from bench.gate.side import Side
from bench.gate.sides import side_at
from tests.bench.gate.measured import measure, variant
from tests.bench.gate.seeded import SEEDED, unchanged

CASES = Path(__file__).parent / "cases"
BY_CRAWLER = [name for name, case in SEEDED.items() if case.blame is Blame.CRAWLER]
BY_OTHERS = [name for name in SEEDED if name not in BY_CRAWLER]


def stored(name: str, folder: Path) -> tuple[Side, Side]:
    with zipfile.ZipFile(CASES / f"{name}.zip") as archive:
        archive.extractall(folder)
    return sides(folder)


def sides(folder: Path) -> tuple[Side, Side]:
    before, after = side_at(folder / "before"), side_at(folder / "after")
    assert before is not None
    assert after is not None
    return before, after


def blames(before: Side, after: Side) -> set[Blame]:
    return {change.blame for change in changes(before, after)}


def test_there_are_twenty() -> None:
    assert len(SEEDED) == 20
    assert {path.stem for path in CASES.glob("*.zip")} == SEEDED.keys()
    kinds = [case.blame for case in SEEDED.values()]
    assert min(kinds.count(kind) for kind in (Blame.CRAWLER, Blame.SITE, Blame.ORACLE)) >= 6


@pytest.mark.parametrize("name", SEEDED)
def test_the_right_one_is_blamed_for_every_route_that_moved(name: str, tmp_path: Path) -> None:
    assert blames(*stored(name, tmp_path)) == {SEEDED[name].blame}


@pytest.mark.parametrize("name", BY_OTHERS)
def test_undone_it_has_the_same_cause(name: str, tmp_path: Path) -> None:
    before, after = stored(name, tmp_path)
    told = blames(after, before)
    # A link that comes back costs no route; all else moves both ways.
    assert told == ({SEEDED[name].blame} if name != "drawn-by-script" else set())


@pytest.mark.parametrize("name", SEEDED)
def test_a_run_against_itself_moves_nothing(name: str, tmp_path: Path) -> None:
    for side in stored(name, tmp_path):
        assert changes(side, side) == ()


@pytest.mark.parametrize("name", BY_CRAWLER)
def test_a_stored_truth_is_enough_to_find_the_crawler_guilty(name: str, tmp_path: Path) -> None:
    before, after = stored(name, tmp_path)
    frozen = replace(after, truth=before.truth, witness=before.witness, frozen=True)
    assert blames(before, frozen) == {Blame.CRAWLER}


@pytest.mark.parametrize("name", BY_OTHERS)
def test_on_a_stored_truth_the_crawler_is_not_blamed_for_others(name: str, tmp_path: Path) -> None:
    before, after = stored(name, tmp_path)
    frozen = replace(after, truth=before.truth, witness=before.witness, frozen=True)
    assert blames(before, frozen) <= {Blame.SITE, Blame.CRAWLER_OR_SITE}


@pytest.mark.parametrize("name", SEEDED)
def test_without_the_served_bytes_no_one_is_blamed_wrongly(name: str, tmp_path: Path) -> None:
    before, after = stored(name, tmp_path)
    told = blames(replace(before, witness=None), replace(after, witness=None))
    assert {each for each in told if each.certain} <= {SEEDED[name].blame}


@pytest.mark.parametrize("name", SEEDED)
def test_without_the_old_truth_nothing_is_certain(name: str, tmp_path: Path) -> None:
    before, after = stored(name, tmp_path)
    moved = changes(before, after)
    told = unseparated(
        [each.url for each in moved if each.what is What.LOST],
        [each.url for each in moved if each.what is What.APPEARED],
    )
    assert not any(change.blame.certain for change in told)
    assert all("not separable" in change.evidence for change in told)


@pytest.mark.parametrize("name", SEEDED)
def test_crossed_judgements_show_on_which_side_recall_moved(name: str, tmp_path: Path) -> None:
    told = crossed(*stored(name, tmp_path))
    if SEEDED[name].blame is Blame.CRAWLER:
        assert told.new_on_old == told.new_on_new
        assert (told.new_on_new or 0) < (told.old_on_old or 0)
        assert told.old_on_new == told.old_on_old
    if SEEDED[name].blame is Blame.ORACLE:
        assert (told.new_on_old, told.new_on_new) == (told.old_on_old, told.old_on_new)


@pytest.mark.bar
@pytest.mark.browser
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", SEEDED)
def test_measured_anew_the_right_one_is_blamed(name: str, tmp_path: Path) -> None:
    case = SEEDED[name]
    for side, edit, crawling, seeing in (
        ("before", unchanged, {}, case.oracle_before),
        ("after", case.edit, case.crawler, case.oracle),
    ):
        lab = variant(case.site, edit, tmp_path / f"{side}-lab")
        (tmp_path / side).mkdir()
        asyncio.run(measure(lab, tmp_path / side, crawling=crawling, seeing=seeing))
    assert blames(*sides(tmp_path)) == {case.blame}
