"""A run of an earlier version is still read, judged and shown: each of its files, as it was."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.exits import Exit
from bench.judging import judged
from bench.record import read_checks, read_inventory, read_site, read_truth, read_witness

OLD = Path(__file__).parent / "old"
MENU = OLD / "sites" / "menu"

READERS: dict[str, Callable[[Path], object]] = {
    "site.json": read_site,
    "truth.json": read_truth,
    "witness.zip": read_witness,
    "inventory.jsonl": read_inventory,
    "checks.json": read_checks,
}


def test_every_file_of_a_site_is_read() -> None:
    assert {each.name for each in MENU.iterdir()} == set(READERS)
    assert all(read(MENU / name) for name, read in READERS.items())


def test_what_the_earlier_version_did_not_ask_is_unknown() -> None:
    verdict = judged(MENU)
    assert verdict.coverage is None
    assert len(verdict.match.found) == 3
    assert {miss.root_cause.value for miss in verdict.misses} == {"action"}


def test_the_run_is_shown_with_the_same_recall(call: Callable[..., Any], tmp_path: Path) -> None:
    run = tmp_path / "20261130T000000Z"
    shutil.copytree(OLD, run)
    before = json.loads((run / "run.json").read_text())
    said = call("show", run, "--out", tmp_path)
    assert said.code == Exit.OK, said.err
    after = json.loads((run / "run.json").read_text())
    assert after["sites"][0]["recall"] == before["sites"][0]["recall"]
    assert after["sites"][0]["misses_by_cause"] == before["sites"][0]["misses_by_cause"]
    assert "cake" in call("misses", "menu", run, "--out", tmp_path).out
