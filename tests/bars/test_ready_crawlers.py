"""The ready-made crawlers, installed as they are pinned, on an embedded site and on real pages."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bench.crawlers.ready import pins, ready

pytestmark = pytest.mark.bar

HERE = Path(__file__).parents[2]
DOCS = Path("/usr/share/doc/sqlite3")
# HTTrack goes past any proxy to https hosts: it gets what lies under http.
SITES = f"""
sites:
  - {{lab: plain}}
  - {{name: docs, url: "http://sqlite3-doc.test/", serve: {DOCS}, package: sqlite3-doc,
      budget: {{visits: 8}}}}
"""
# What each finds at the least: the embedded site's seven pages, and of the documentation that is
# one page deep and two. The spider of trafilatura follows what looks like navigation only, and
# neither site has a sitemap that names every page.
LEAST = {
    "scrapy": (1.0, 0.9),
    "crawlee": (1.0, 0.9),
    "crawlee-js": (1.0, 0.9),
    "wget": (1.0, 0.9),
    "httrack": (0.0, 0.9),
    "trafilatura": (0.5, 0.0),
    "usp": (0.3, 0.0),
}


def bench(*words: object) -> "subprocess.CompletedProcess[str]":
    # In the project's folder, where make crawlers installs them, too.
    command = [sys.executable, "-m", "bench", *map(str, words)]
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("ready")
    (folder / "sites.yaml").write_text(SITES)
    there = [name for name in ready() if pins(name) or shutil.which(name)]
    installed = bench("crawlers", *(name for name in there if pins(name)), "--install")
    assert installed.returncode == 0, installed.stderr
    asked = [word for name in there for word in ("--crawler", name)]
    ran = bench("run", folder / "sites.yaml", "--out", folder / "out", *asked)
    sys.stdout.write(ran.stdout)
    record: dict[str, Any] = json.loads((folder / "out" / "latest" / "run.json").read_text())
    return record


def test_every_one_is_known() -> None:
    assert set(ready()) == set(LEAST)


@pytest.mark.parametrize("name", list(LEAST))
def test_what_each_finds(told: dict[str, Any], name: str) -> None:
    if not any(each["name"] == name for each in told["crawlers"]):
        pytest.skip(f"{name} is not on this machine")
    for site, least in zip(told["sites"], LEAST[name], strict=True):
        row = next(each for each in site["crawlers"] if each["name"] == name)
        if site["recall"] is None:
            pytest.skip(site["unscored"] or "not scored")
        assert row["recall"] >= least, (site["name"], row)
        if least:
            assert row["end"] == "done", row
            assert row["unreadable"] == 0
            assert row["version"]
            assert row["peak_memory"] > 1 << 20
