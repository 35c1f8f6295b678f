"""A run printed in every form, remembered, and told on the page of a CI job."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from bench.exits import Exit
from bench.report import history

Call = Callable[..., Any]

SITES = "sites: [{lab: plain}, {name: short, lab: plain}]"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("forms")


@pytest.fixture(scope="module")
def ran(folder: Path, truths: Path, call: Call) -> Any:
    """Two runs, told on a job's page; `short` has a route that no crawler can know."""
    truth = json.loads((truths / "plain" / "truth.json").read_text())
    for name in ("plain", "short"):
        (folder / "truths" / name).mkdir(parents=True)
        (folder / "truths" / name / "truth.json").write_text(json.dumps(truth))
        truth["routes"].append({"url": "https://plain.test/by|script", "level": 2})
    (folder / "sites.yaml").write_text(SITES)
    asked = ("run", folder / "sites.yaml", "--truth", folder / "truths", "--out", folder / "out")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GITHUB_STEP_SUMMARY", str(folder / "job.md"))
        call(*asked, "--site", "plain")
        return call(*asked, "--min-recall", "0.9", "--format", "junit")


def show(folder: Path, call: Call, form: str) -> str:
    told = call("show", "--out", folder / "out", "--format", form)
    assert told.code == Exit.OK
    return str(told.out)


def test_junit_agrees_with_the_exit_code(ran: Any) -> None:
    assert ran.code == Exit.MISSED
    suite = ET.fromstring(ran.out).find("testsuite")  # noqa: S314 - our own
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    failure = suite.find("testcase[@name='short']/failure")
    assert failure is not None
    assert f"bench: short: {failure.get('message')}" in ran.err


@pytest.mark.usefixtures("ran")
def test_the_job_has_a_page(folder: Path) -> None:
    page = (folder / "job.md").read_text()
    assert page.count("# Route recall: ") == 2
    second = page.rpartition("# Route recall: ")[2]
    assert "- short: recall 0.8571 (6 of 7 routes) is below 0.9" in second
    lines = second.splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("| site "))
    heads, rule, row = lines[first : first + 3]
    assert rule.startswith("|:--")
    assert row.startswith("| short ")
    assert len({line.replace("\\|", "").count("|") for line in (heads, rule, row)}) == 1


@pytest.mark.usefixtures("ran")
def test_a_page_that_cannot_be_written_costs_a_line(
    folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(folder))
    told = call("run", "--resume", "--out", folder / "out")
    assert told.code == Exit.OK
    assert f"bench: GITHUB_STEP_SUMMARY: cannot add to {folder}: Is a directory" in told.err


@pytest.mark.usefixtures("ran")
def test_what_is_printed_is_what_is_kept(folder: Path, call: Call) -> None:
    run = folder / "out" / "latest"
    assert json.loads(show(folder, call, "json")) == json.loads((run / "run.json").read_text())
    assert show(folder, call, "csv") == (run / "sites.csv").read_text()
    assert show(folder, call, "md") == (run / "summary.md").read_text()
    assert "::warning title=Route Recall%3A short::" in show(folder, call, "github")
    assert show(folder, call, "table").startswith("sites\n")


@pytest.mark.usefixtures("ran")
def test_the_history_has_each_run_once(folder: Path, call: Call) -> None:
    path = folder / "out" / "history.csv"
    before = path.read_text()
    told = history.read(before)
    assert [each["site"] for each in told] == ["plain", "plain", "short"]
    assert [each["recall"] for each in told] == ["1.0", "1.0", str(6 / 7)]
    assert told[0]["truth_digest"] == "sha256:plain"
    call("run", "--resume", "--out", folder / "out")
    assert path.read_text() == before


@pytest.mark.usefixtures("ran")
def test_a_history_that_a_merge_broke_is_left_as_it_is(
    folder: Path, call: Call, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    asked = ("run", folder / "sites.yaml", "--truth", folder / "truths", "--out", out)
    out.mkdir()
    broken = f"{','.join(history.HEAD)}\n<<<<<<< HEAD\n"
    (out / "history.csv").write_text(broken)
    told = call(*asked, "--site", "plain")
    assert told.code == Exit.OK
    assert "history.csv: line 2: no row of a history" in told.err
    assert (out / "history.csv").read_text() == broken
