"""A run that is killed or interrupted in the middle, and taken up again."""

import csv
import json
import os
import re
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from bench.exits import Exit
from bench.work.processes import children_of

Call = Callable[..., Any]
Bench = Callable[..., Any]

SITES = """
sites:
  - {lab: plain}
  - {lab: www-redirect, delay: 0.5}
  - {lab: scheme}
"""


@contextmanager
def watched(pids: tuple[int, ...]) -> Iterator[Callable[[], bool]]:
    """Watch processes; the question waits until all are over."""
    with ExitStack() as stack:
        handles = [os.pidfd_open(pid) for pid in pids]
        for handle in handles:
            stack.callback(os.close, handle)
        yield lambda: all(select.select([handle], [], [], 30)[0] for handle in handles)


def lasting(out: Path) -> dict[str, Any]:
    """What of a run's tables does not tell time."""
    record = json.loads((out / "latest" / "run.json").read_text())
    for row in record["sites"]:
        del row["seconds"]
    sites = csv.DictReader(StringIO((out / "latest" / "sites.csv").read_text()))
    return {
        "summary": record["summary"],
        "groups": record["groups"],
        "sites": record["sites"],
        "csv": [{k: v for k, v in row.items() if "seconds" not in k} for row in sites],
        "misses": (out / "latest" / "misses.csv").read_text(),
    }


def stamp(out: Path, name: str) -> tuple[int, int]:
    stat = (out / "latest" / "sites" / name / "site.json").stat()
    return stat.st_ino, stat.st_mtime_ns


def begin(bench: Bench, folder: Path, truths: Path) -> Any:
    """Start a run and wait until its first site is done."""
    (folder / "sites.yaml").write_text(SITES)
    process = bench("run", "sites.yaml", "--truth", truths, "--workers", 1)
    assert "[1/3] plain: measured" in process.stderr.readline()
    return process


def test_killed_and_taken_up_again(
    tmp_path: Path, truths: Path, bench: Bench, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    litter = tmp_path / "litter"
    litter.mkdir()
    monkeypatch.setenv("TMPDIR", str(litter))
    process = begin(bench, tmp_path, truths)
    with watched(children_of(process.pid)) as over:
        process.kill()
        process.communicate()
        assert over(), "a worker outlived its parent"
    assert not list(litter.iterdir())
    out = tmp_path / "results"
    done = stamp(out, "plain")
    assert not (out / "latest" / "sites" / "www-redirect" / "site.json").exists()

    partly = call("show", "--out", out)
    assert partly.code == Exit.UNMEASURED
    assert "www-redirect: not measured yet; go on with: bench run --resume" in partly.err

    resumed = call("run", "--resume", "--out", out, "--workers", 1)
    assert resumed.code == Exit.OK
    assert "plain: measured" not in resumed.err
    assert stamp(out, "plain") == done

    whole = tmp_path / "whole"
    once = call("run", tmp_path / "sites.yaml", "--truth", truths, "--out", whole)
    assert lasting(out) == lasting(whole)
    assert once.out.partition("kept in")[0] == resumed.out.partition("kept in")[0]


def test_interrupted_says_how_to_go_on(
    tmp_path: Path, truths: Path, bench: Bench, call: Call
) -> None:
    process = begin(bench, tmp_path, truths)
    with watched(children_of(process.pid)) as over:
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate()
        assert over()
    assert process.returncode == Exit.UNMEASURED
    assert "bench: interrupted: 1 of 3 sites are measured and kept in results/" in told
    assert re.search(r"bench: go on with: bench run --resume \S+Z\n", told)
    # A site whose entry has changed since is measured again.
    out = tmp_path / "results"
    before = stamp(out, "plain")
    changed = SITES.replace("lab: plain", "lab: plain, concurrency: 2").replace("0.5", "0")
    (tmp_path / "sites.yaml").write_text(changed)
    resumed = call("run", "--resume", "--out", out)
    assert resumed.code == Exit.OK, resumed.err
    assert stamp(out, "plain") != before
    assert call("run", tmp_path / "sites.yaml", "--resume", "--out", out).code == Exit.USAGE


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{}", "not a run's record of schema 1"),
        ("no json", "not a run's record of schema 1"),
        ('{"schema": 2, "settings": {}}', "not a run's record of schema 1"),
        ('{"schema": 1}', "does not say what was asked"),
        ('{"schema": 1, "settings": {"sites": "x"}}', "does not say what was asked"),
    ],
)
def test_a_record_that_cannot_be_taken_up(
    tmp_path: Path, call: Call, content: str, told: str
) -> None:
    (tmp_path / "latest").mkdir()
    (tmp_path / "latest" / "run.json").write_text(content)
    said = call("run", "--resume", "--out", tmp_path)
    assert said.code == Exit.USAGE
    assert told in said.err
