"""What several tests of the bench's shell need: stored truths, suites, and the command line."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.lab import catalogue

Suite = Callable[[str], Path]
Bench = Callable[..., "subprocess.Popen[str]"]


def declared(name: str) -> dict[str, object]:
    """A lab site's declared truth, as another team's truth.json: no browser is needed for it."""
    site = catalogue.load(name)
    routes = [
        {"url": url, "level": level} for level, urls in site.routes.items() for url in sorted(urls)
    ]
    excluded = [
        {"url": url, "level": 1, "reason": str(reason)}
        for reason, urls in site.excluded.items()
        for url in sorted(urls)
    ]
    return {
        "schema": 1,
        "root": site.root,
        "landed": site.landed,
        "verdict": "ok",
        "routes": routes,
        "excluded": excluded,
        "digest": f"sha256:{name}",
    }


@pytest.fixture(scope="session")
def truths(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the declared truth of every lab site that has one."""
    folder = tmp_path_factory.mktemp("truths")
    for name in catalogue.names():
        if catalogue.load(name).fails is None:
            (folder / name).mkdir()
            (folder / name / "truth.json").write_text(json.dumps(declared(name)))
    return folder


@pytest.fixture
def suite(tmp_path: Path) -> Suite:
    """Write a sites.yaml and give its path."""

    def write(text: str) -> Path:
        path = tmp_path / "sites.yaml"
        path.write_text(text)
        return path

    return write


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Start the command line as a process of its own, in an empty folder."""

    def start(*arguments: object) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "bench", *map(str, arguments)],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    return start
