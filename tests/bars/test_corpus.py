"""The corpus on this machine: as pinned, and its frozen truths are what the oracle says today."""

import json
import os
import shutil
from pathlib import Path

import pytest

from bench.cli import main
from bench.exits import Exit
from bench.shelf.index import load
from tests.bars.chromium import told

pytestmark = [pytest.mark.bar, pytest.mark.browser, pytest.mark.timeout(7200)]

SITES = Path(__file__).parents[2] / "sites"
FILE, SHELF = SITES / "corpus.yaml", SITES / "corpus"
SAMPLE = ("bwidget", "hplip", "debian-policy", "mkdocs", "libevdev")
"""Frames, hand-made pages, Sphinx, MkDocs, Doxygen; all of them small, and on the shelf."""


@pytest.fixture(scope="module")
def installed() -> None:
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        pytest.skip("only root on Debian can install the corpus")
    assert main(["install", str(FILE), "--truth", str(SHELF)]) == Exit.OK


@pytest.mark.usefixtures("installed")
def test_the_frozen_truths_are_those_that_the_oracle_gives_today(tmp_path: Path) -> None:
    sites = [word for name in SAMPLE for word in ("--site", name)]
    assert main(["run", str(FILE), *sites, "--out", str(tmp_path)]) == Exit.OK
    shelf = load(SHELF)
    digests = {name: _digest(tmp_path / "latest" / "sites" / name) for name in SAMPLE}
    assert digests == {name: shelf.sites[name].digest for name in SAMPLE}


@pytest.mark.usefixtures("installed")
def test_every_site_is_scored_and_nearly_all_truths_are_strong(tmp_path: Path) -> None:
    run = ["run", str(FILE), "--truth", str(SHELF), "--out", str(tmp_path)]
    assert main(run) == Exit.OK
    rows = json.loads((tmp_path / "latest" / "run.json").read_text())["sites"]
    assert [row["name"] for row in rows if row["recall"] is None] == []
    weak = {row["name"]: row["coverage"] for row in rows if row["weak_truth"]}
    told({"sites": len(rows), "weak": weak})
    assert len(rows) - len(weak) >= len(rows) * 38 / 40


def _digest(home: Path) -> str:
    digest: str = json.loads((home / "truth.json").read_text())["digest"]
    return digest
