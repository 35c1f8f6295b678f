"""A run from beginning to end on lab sites, against stored truths: no browser is needed."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.exits import Exit
from bench.review import review
from bench.sites.limits import Asked, Limits
from bench.store import RunFolder, write_json

Call = Callable[..., Any]

SITES = """
groups:
  ours:
    sites:
      - {lab: plain}
      - {name: short, lab: plain}
      - {name: unknown, lab: plain}
      - {name: blocked, lab: plain}
      - {name: absent, url: "https://absent.test/", serve: /no/such, package: absent-doc}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("run")


@pytest.fixture(scope="module")
def ran(folder: Path, truths: Path, call: Call) -> Any:
    """One run, in which `short` has a route that no crawler can know, `unknown` has no truth."""
    truth = json.loads((truths / "plain" / "truth.json").read_text())
    for name in ("plain", "short"):
        (folder / "truths" / name).mkdir(parents=True)
        (folder / "truths" / name / "truth.json").write_text(json.dumps(truth))
        truth["routes"].append({"url": "https://plain.test/by/script", "level": 2})
    truth |= {"verdict": "blocked", "reason": "a wall", "routes": []}
    (folder / "truths" / "blocked").mkdir()
    (folder / "truths" / "blocked" / "truth.json").write_text(json.dumps(truth))
    (folder / "sites.yaml").write_text(SITES)
    truths, out = folder / "truths", folder / "out"
    return call("run", folder / "sites.yaml", "--truth", truths, "--out", out)


def record(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "out" / "latest" / "run.json").read_text())
    return found


def test_the_record_of_the_run(folder: Path, ran: Any) -> None:
    told = record(folder)
    assert ran.code == Exit.UNMEASURED
    assert told["schema"] == 1
    figures = {
        "asked": 5,
        "scored": 2,
        "macro_recall": pytest.approx((1 + 6 / 7) / 2),
        "micro_recall": pytest.approx(12 / 13),
        "perfect": 1,
        "unexplained": 1,
    }
    assert {name: told["summary"][name] for name in figures} == figures
    assert [row["name"] for row in told["sites"]] == [
        "plain",
        "short",
        "unknown",
        "blocked",
        "absent",
    ]
    assert [group["name"] for group in told["groups"]] == ["ours"]
    assert told["settings"]["asked"] == ["plain", "short", "unknown", "blocked", "absent"]
    assert told["seconds"] > 0
    assert told["versions"]["browser"] is None


@pytest.mark.usefixtures("ran")
def test_the_files_of_the_run(folder: Path) -> None:
    run = folder / "out" / "latest"
    tables = {"run.json", "sites.csv", "misses.csv", "summary.md", "sites"}
    assert {each.name for each in run.iterdir() if each.name != ".lock"} == tables
    files = {each.name for each in (run / "sites" / "plain").iterdir()}
    assert files == {"site.json", "truth.json", "inventory.jsonl", "checks.json"}
    checks = json.loads((run / "sites" / "plain" / "checks.json").read_text())
    assert checks["schema"] == 1
    assert checks["robots"][0]["url"] == "https://plain.test/robots.txt"
    assert checks["precision"]["beyond"] == 1
    assert [each["verdict"] for each in checks["precision"]["sample"]] == ["alive"]
    # A site that could not be judged keeps what was measured of it.
    assert (run / "sites" / "unknown" / "inventory.jsonl").stat().st_size > 0


def test_tables_go_to_stdout_and_progress_to_stderr(ran: Any) -> None:
    assert "short" in ran.out
    assert "[5/5]" in ran.err
    assert "unknown: failed, oracle: no stored truth" in ran.err
    assert (
        "absent: skipped: /no/such is not there; on Debian: apt-get install absent-doc" in ran.err
    )
    assert "bench: unknown: not measured" in ran.err
    assert "bench: absent" not in ran.err
    assert all(line.isprintable() for line in (ran.out + ran.err).splitlines())


def test_a_stored_run_is_judged_again_without_a_site(folder: Path, ran: Any, call: Call) -> None:
    before = record(folder)
    (folder / "out" / "latest" / "sites.csv").unlink()
    shown = call("show", "--out", folder / "out")
    assert (shown.code, shown.out) == (ran.code, ran.out)
    assert record(folder) == before
    assert (folder / "out" / "latest" / "sites.csv").is_file()


@pytest.mark.usefixtures("ran")
def test_the_misses_of_a_site(folder: Path, call: Call) -> None:
    told = call("misses", "short", "--out", folder / "out")
    assert told.code == Exit.OK
    assert "https://plain.test/by/script" in told.out
    near = call("misses", "shrt", "--out", folder / "out")
    assert near.code == Exit.USAGE
    assert "no site called shrt; did you mean short?" in near.err


@pytest.mark.usefixtures("ran")
@pytest.mark.parametrize(
    ("sites", "floor", "code"),
    [
        (["plain"], 1.0, Exit.OK),
        (["short"], 0.85, Exit.OK),
        (["short"], 0.9, Exit.MISSED),
        (["short", "unknown"], 0.9, Exit.MISSED),
        (["plain", "unknown"], 0.9, Exit.UNMEASURED),
        (["plain", "blocked"], 0.9, Exit.UNMEASURED),
        (["plain", "uncrawled"], 0.0, Exit.UNMEASURED),
        (["plain", "uncrawled"], 0.9, Exit.MISSED),
        (["plain", "absent"], 1.0, Exit.OK),
    ],
)
def test_the_code_says_what_went_wrong(
    folder: Path, tmp_path: Path, sites: list[str], floor: float, code: Exit
) -> None:
    run = RunFolder(path=tmp_path)
    write_json(run.record, {"schema": 1, "settings": {"asked": sites}})
    measured = folder / "out" / "latest" / "sites"
    shutil.copytree(measured, run.site("x").parent)
    shutil.copytree(measured / "plain", run.site("uncrawled"))
    (run.site("uncrawled") / "inventory.jsonl").unlink()
    reviewed = review(run, asked_for=Asked(everywhere=Limits(min_recall=floor)))
    assert reviewed.code == code
    if code is Exit.MISSED and "short" in sites:
        told = "short: recall 0.8571 (6 of 7 routes) is below 0.9"
        assert told in reviewed.complaints


def test_a_site_without_a_usable_truth_is_a_failed_one(ran: Any) -> None:
    assert "blocked: failed, oracle: blocked: a wall" in ran.err
    assert "bench: blocked: not measured: blocked: a wall" in ran.err


@pytest.mark.usefixtures("ran")
def test_a_record_that_cannot_be_read_costs_its_site(folder: Path, tmp_path: Path) -> None:
    run = RunFolder(path=tmp_path)
    write_json(run.record, {"schema": 1, "settings": {"asked": ["plain", "short"]}})
    shutil.copytree(folder / "out" / "latest" / "sites", run.site("x").parent)
    (run.site("plain") / "truth.json").write_text('{"schema": 99}')
    reviewed = review(run)
    assert reviewed.code == Exit.UNMEASURED
    (told,) = reviewed.complaints
    assert "plain: not measured" in told
    assert "truth.json" in told
    assert "note: short: witness.zip is missing" in reviewed.text
