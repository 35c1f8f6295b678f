"""The selftest and a whole run with a real browser, on few lab sites."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.conditions import SLOWED, Condition, under
from bench.exits import Exit
from bench.proof import Row
from bench.selftest import matrix
from bench.verdict.regressions import Regression

Call = Callable[..., Any]

FEW = ("www-redirect", "landed-elsewhere", "scheme", "soft404-page", "down")
"""A site for each fault, and one that is meant to fail."""


def test_the_matrix_shows_what_is_wrong() -> None:
    rows = [
        Row(faults=frozenset(), fired={}),
        Row(faults=frozenset({"literal-host"}), fired={"a": frozenset({Regression.SCHEME})}),
    ]
    *table, wrong, total = matrix(rows)
    right, bad = table[0].splitlines()[-2:]
    assert right.split() == [".", ".", ".", ".", "right"]
    assert bad.split("  ")[0] == "on, SILENT"
    assert "FALSE on 1" in bad
    assert bad.endswith("WRONG")
    assert wrong == "literal-host: expected www-scoping; fired: scheme-mismatch on a"
    assert total == "faults: 1 of 2 combinations right"


@pytest.mark.browser
@pytest.mark.timeout(300)
def test_the_selftest_on_a_site_for_each_fault(call: Call, tmp_path: Path) -> None:
    said = call("selftest", *FEW, "--out", tmp_path)
    assert said.code == Exit.OK, said.out
    lines = said.out.splitlines()
    assert "truth, idle-1: 5 of 5 lab sites equal the declared" in lines
    assert "site-runs equal to their truth: 5 of 5" in lines
    assert "down: meant to fail, left out of the combinations" in lines
    assert "faults: 16 of 16 combinations right" in lines
    assert sum(bool(re.search(r"\bright$", line)) for line in lines[:-2]) == 16


@pytest.mark.browser
@pytest.mark.timeout(300)
def test_a_run_with_a_browser(tmp_path: Path, bench: Callable[..., Any]) -> None:
    """The only test that starts a whole run as people do."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text('<title>a</title><a href="b.html">b</a>')
    (tmp_path / "site" / "b.html").write_text("<title>b</title><p>Nothing further.")
    (tmp_path / "sites.yaml").write_text(
        """
sites:
  - {lab: plain}
  - {lab: down}
  - {name: served, url: "https://served.test/", serve: site}
"""
    )
    process = bench("run", "sites.yaml")
    out, told = process.communicate()
    assert process.returncode == Exit.OK, told
    assert "served" in out
    assert "down: failed (it is meant to), oracle: no answer" in told
    for name in ("plain", "served"):
        home = tmp_path / "results" / "latest" / "sites" / name
        files = {"site.json", "truth.json", "witness.zip", "inventory.jsonl", "checks.json"}
        assert {each.name for each in home.iterdir()} == files


@pytest.mark.browser
@pytest.mark.timeout(300)
def test_the_selftest_under_each_condition(call: Call, tmp_path: Path) -> None:
    said = call("selftest", "plain", "--conditions", "idle,loaded,throttled", "--out", tmp_path)
    total = "site-runs equal to their truth: 3 of 3 (idle 1 of 1, loaded 1 of 1, throttled 1 of 1)"
    assert total in said.out.splitlines()
    assert "one digest in all runs: 1 of 1 sites" in said.out.splitlines()
    assert SLOWED not in os.environ


def test_an_unknown_condition_is_named(call: Call) -> None:
    said = call("selftest", "plain", "--conditions", "idle,tired")
    assert said.code == Exit.USAGE
    assert "'tired' is not a valid Condition; known, with commas between" in said.err


def test_a_busy_core_is_left_alone_afterwards() -> None:
    with under(Condition.LOADED):
        while not (busy := busy_children()):  # a process bears its name a moment after it began
            pass
    assert len(busy) == 1
    assert busy_children() == []


def busy_children() -> list[str]:
    """What this process has started to keep a core busy, and still runs."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [pid for pid in children if b"getppid" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.bar
def test_thirty_passes_over_the_lab_under_three_conditions(call: Call) -> None:
    said = call("selftest", "--runs", 10, "--conditions", "idle,loaded,throttled")
    assert said.code == Exit.OK, said.out
