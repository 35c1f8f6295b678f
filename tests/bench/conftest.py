"""What several tests of the bench's shell need: stored truths, suites, and the command line."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from bench.cli import main
from bench.lab import catalogue

Bench = Callable[..., "subprocess.Popen[str]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """How a verb ended, and what it said."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def call() -> Callable[..., Said]:
    """Run a verb in this process."""

    def run(*arguments: object) -> Said:
        out, err = StringIO(), StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = main([str(each) for each in arguments])
        return Said(code=code, out=out.getvalue(), err=err.getvalue())

    return run


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
def bench(tmp_path: Path) -> Iterator[Bench]:
    """Start the command line as a process of its own, in an empty folder."""
    with ExitStack() as stack:

        def start(*arguments: object) -> "subprocess.Popen[str]":
            process = subprocess.Popen(
                [sys.executable, "-m", "bench", *map(str, arguments)],
                cwd=tmp_path,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield start
