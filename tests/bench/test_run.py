"""Runs from beginning to end on lab sites, against stored truths where no browser is needed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.cli import main
from bench.exits import Exit

Suite = Callable[[str], Path]

TWO = "sites: [{lab: plain}, {lab: www-redirect}]"


def stored(out: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((out / "latest" / "run.json").read_text())
    return record


def test_a_run_against_stored_truths(
    tmp_path: Path, suite: Suite, truths: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    code = main(["run", str(suite(TWO)), "--truth", str(truths), "--out", str(out)])
    printed, progress = capfd.readouterr()
    assert code == Exit.OK, progress
    record = stored(out)
    assert record["schema"] == 1
    assert record["summary"]["asked"] == record["summary"]["scored"] == 2
    assert record["summary"]["macro_recall"] == 1
    assert [row["name"] for row in record["sites"]] == ["plain", "www-redirect"]
    assert "plain" in printed
    assert "www-redirect" in printed
    # The log of a CI job: no control characters, a line for each site.
    assert "[2/2]" in progress
    assert all(line.isprintable() for line in progress.splitlines())
    run = out / "latest"
    assert {each.name for each in run.iterdir() if each.name[0] != "."} == {
        "run.json",
        "sites.csv",
        "misses.csv",
        "summary.md",
        "sites",
    }
    for name in ("plain", "www-redirect"):
        files = {each.name for each in (run / "sites" / name).iterdir()}
        assert files == {"site.json", "truth.json", "inventory.jsonl", "checks.json"}
        checks = json.loads((run / "sites" / name / "checks.json").read_text())
        assert checks["robots"][0]["url"].endswith("/robots.txt")


def test_a_stored_run_is_judged_again_without_a_site(
    tmp_path: Path, suite: Suite, truths: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    main(["run", str(suite(TWO)), "--truth", str(truths), "--out", str(out)])
    first, before = capfd.readouterr().out, stored(out)
    for file in ("sites.csv", "summary.md"):
        (out / "latest" / file).unlink()
    assert main(["show", "--out", str(out)]) == Exit.OK
    assert capfd.readouterr().out == first
    assert stored(out) == before
    assert (out / "latest" / "sites.csv").is_file()
    assert main(["misses", "plain", "--out", str(out)]) == Exit.OK
    assert "plain" in capfd.readouterr().out


def test_a_threshold_that_is_missed_names_the_site(
    tmp_path: Path, suite: Suite, truths: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    more = tmp_path / "more" / "plain"
    more.mkdir(parents=True)
    truth = json.loads((truths / "plain" / "truth.json").read_text())
    truth["routes"].append({"url": "https://plain.test/by/script", "level": 2})
    (more / "truth.json").write_text(json.dumps(truth))
    file, out = str(suite("sites: [{lab: plain}]")), str(tmp_path / "out")
    run = ["run", file, "--truth", str(more.parent), "--out", out, "--min-recall"]
    assert main([*run, "0.85"]) == Exit.OK
    assert main([*run, "0.9"]) == Exit.MISSED
    told = capfd.readouterr().err.splitlines()
    assert "bench: plain: recall 0.8571 (6 of 7 routes) is below 0.9" in told


def test_sites_that_cannot_be_measured(
    tmp_path: Path, suite: Suite, truths: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = suite(
        """
groups:
  ours:
    sites:
      - {lab: plain}
      - {name: unknown, lab: plain}
      - {name: absent, url: "https://absent.test/", serve: /no/such, package: absent-doc}
"""
    )
    out = tmp_path / "out"
    run = ["run", str(file), "--truth", str(truths), "--out", str(out)]
    assert main(run) == Exit.UNMEASURED
    told = capfd.readouterr().err
    assert "unknown: failed, oracle: no stored truth" in told
    assert "absent: skipped: /no/such is not there; on Debian: apt-get install absent-doc" in told
    # What was measured all the same is kept, and a missing package alone is no failure.
    assert (out / "latest" / "sites" / "unknown" / "inventory.jsonl").stat().st_size > 0
    assert main([*run, "--site", "plain", "--site", "absent"]) == Exit.OK
    # A threshold missed comes before a site that could not be measured.
    assert main([*run, "--min-recall", "1"]) == Exit.UNMEASURED


def test_a_record_that_cannot_be_read_costs_its_site(
    tmp_path: Path, suite: Suite, truths: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    main(["run", str(suite(TWO)), "--truth", str(truths), "--out", str(out)])
    (out / "latest" / "sites" / "plain" / "truth.json").write_text('{"schema": 99}')
    capfd.readouterr()
    assert main(["show", "--out", str(out)]) == Exit.UNMEASURED
    told = capfd.readouterr().err
    assert "plain: not measured" in told
    assert "truth.json" in told
    assert stored(out)["summary"]["scored"] == 1
