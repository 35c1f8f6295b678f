"""The command line: what a person may get wrong, and what each verb says of itself."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from bench.cli import app, with_run
from bench.exits import ORDER, Exit, first

Call = Callable[..., Any]

VERBS = [
    "run",
    "show",
    "misses",
    "baseline",
    "check",
    "compare",
    "crawlers",
    "leaderboard",
    "freeze",
    "install",
    "selftest",
    "lab",
    "doctor",
]


def test_every_verb_says_in_one_sentence_what_it_does(call: Call) -> None:
    verbs = [each.callback.__name__ for each in app.registered_commands if each.callback]
    assert verbs == VERBS
    assert call("--help").code == Exit.OK
    for verb in VERBS:
        said = call(verb, "--help")
        assert said.code == Exit.OK
        sentence = said.out.split("\n\n")[1].strip()
        assert sentence.endswith(".")
        assert sentence.count(".") == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "Usage: bench [OPTIONS] COMMAND"),
        (["rum"], "No such command 'rum'"),
        (["run"], "which sites? try: bench run sites.yaml"),
        (["run", "none.yaml"], "none.yaml: No such file or directory"),
        (["run", "sites.yaml", "--sites"], "No such option: --sites"),
        (["run", "sites.yaml", "--workers", "0"], "should be greater than or equal to 1"),
        (["run", "sites.yaml", "--min-recall", "98"], "a share from 0 to 1, or GROUP=SHARE, is"),
        (["run", "sites.yaml", "--crawler-fault", "literal-hots"], "did you mean literal-host?"),
        (["run", "sites.yaml", "--group", "b"], "no group called b; known: ours"),
        (["run", "sites.yaml", "--site", "plian"], "no site called plian; did you mean plain?"),
        (["run", "sites.yaml", "--truth", "none"], "none: no such folder of truths, nor"),
        (["run", "--resume"], "results: no run yet"),
        (["run", "--resume", "20260101T000000Z"], "results: no run called 20260101T000000Z"),
        (["run", "--resume", "lastest"], "results: no run called lastest"),
        (["run", "--resume", "none.yaml"], "results: no run yet"),
        (["run", "--resume", "--group", "ours"], "--resume goes on with the sites that"),
        (["show"], "results: no run yet"),
        (["show", "nothing"], "results: no run called nothing"),
        (["misses"], "Missing argument"),
        (["baseline"], "results: no run yet"),
        (["check"], "results: no run yet"),
        (["compare"], "Missing argument"),
        (["compare", "a"], "compare two runs, or two crawlers of one"),
        (["compare", "a", "b"], "results: no run called a"),
        (["misses", "plain"], "results: no run yet"),
        (["lab", "plian"], "no lab site called plian; did you mean plain?"),
        (["selftest", "--runs", "0"], "should be greater than or equal to 1"),
    ],
)
def test_a_mistake_is_told_in_a_line_and_ends_with_2(
    arguments: list[str],
    told: str,
    call: Call,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sites.yaml").write_text("groups: {ours: {sites: [{lab: plain}]}}")
    said = call(*arguments)
    assert said.code == Exit.USAGE
    assert told in said.err
    assert "Traceback" not in said.err
    assert said.out == ""


def test_bare_it_helps_and_says_its_version(call: Call) -> None:
    said = call()
    assert said.err.startswith("Usage: bench [OPTIONS] COMMAND")
    assert "Exit codes, the first that applies" in said.err
    told = call("--version")
    assert (told.code, told.out) == (Exit.OK, f"bench {version('route-recall')}\n")


INTERRUPTED = """
import sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "bench.cli":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
from bench.__main__ import main
sys.exit(main())
"""


def test_ctrl_c_while_all_is_still_loading() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (Exit.UNMEASURED, "bench: interrupted\n")


def test_all_flaws_of_a_file_are_told_before_anything_starts(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sites.yaml").write_text("sites:\n  - {lab: plian}\n  - {lab: plain, nmae: x}\n")
    said = call("run", "sites.yaml")
    assert said.code == Exit.USAGE
    assert said.err.splitlines() == [
        "bench: sites.yaml:2: sites[0].lab: no lab site called plian; did you mean plain?",
        "bench: sites.yaml:3: sites[1].nmae: unknown key; did you mean name?",
    ]
    assert not Path("results").exists()


def test_without_a_browser_nothing_starts(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BENCH_CHROMIUM", "/no/such/chromium")
    Path("sites.yaml").write_text("sites: [{lab: plain}]")
    for arguments in (["run", "sites.yaml"], ["selftest"], ["doctor"]):
        said = call(*arguments)
        assert said.code == Exit.ENVIRONMENT
        assert "BENCH_CHROMIUM=/no/such/chromium" in said.err + said.out
    assert not Path("results").exists()


def test_a_browser_that_does_not_start_ends_the_run(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tells its version, so only the first site finds it out: no other would fare better."""
    broken = tmp_path / "chromium"
    broken.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Chromium 1.2.3.4\n')
    broken.chmod(0o755)
    monkeypatch.setenv("BENCH_CHROMIUM", str(broken))
    (tmp_path / "sites.yaml").write_text("sites: [{lab: plain}, {lab: menu}]")
    said = call("run", tmp_path / "sites.yaml", "--out", tmp_path / "results")
    assert said.code == Exit.ENVIRONMENT
    assert f"BENCH_CHROMIUM={broken}: it does not start as a browser" in said.err
    assert not list(tmp_path.glob("results/*/sites/*/site.json"))


def test_results_that_cannot_be_kept(call: Call, tmp_path: Path, truths: Path) -> None:
    (tmp_path / "sites.yaml").write_text("sites: [{lab: plain}]")
    out = tmp_path / "file"
    out.write_text("not a folder")
    said = call("run", tmp_path / "sites.yaml", "--truth", truths, "--out", out)
    assert said.code == Exit.ENVIRONMENT
    assert said.err.startswith("bench: cannot write results: ")


FULL = """
import resource, sys
from bench.cli import main

if __name__ == "__main__":
    # No file of this process and its workers may grow beyond this: a disk that is full.
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    sys.exit(main(sys.argv[1:]))
"""


def test_a_disk_that_fills_up_ends_the_run_with_what_is_there(
    tmp_path: Path, truths: Path
) -> None:
    (tmp_path / "full.py").write_text(FULL)
    (tmp_path / "sites.yaml").write_text("sites: [{lab: plain}, {lab: scheme}]")
    done = subprocess.run(
        [sys.executable, "full.py", "run", "sites.yaml", "--truth", truths],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == Exit.ENVIRONMENT, done.stderr
    assert "bench: cannot write results: " in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["run", "--resume"], ["run", "--resume=latest"]),
        (["run", "--resume", "--out", "x"], ["run", "--resume=latest", "--out", "x"]),
        (["run", "--resume", "latest"], ["run", "--resume", "latest"]),
        (
            ["run", "--resume", "20260901T120000Z-2", "--out", "x"],
            ["run", "--resume", "20260901T120000Z-2", "--out", "x"],
        ),
        (["run", "--resume", "sites.yaml"], ["run", "--resume=latest", "sites.yaml"]),
        (["run", "--resume", "old"], ["run", "--resume", "old"]),
        (["run", "--resume=old"], ["run", "--resume=old"]),
        (["show", "latest"], ["show", "latest"]),
    ],
)
def test_resume_may_stand_alone(given: list[str], read: list[str]) -> None:
    assert with_run(given) == read


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        ([], Exit.OK),
        ([Exit.OK, Exit.UNMEASURED], Exit.UNMEASURED),
        ([Exit.UNMEASURED, Exit.MISSED], Exit.MISSED),
        ([Exit.MISSED, Exit.ENVIRONMENT], Exit.ENVIRONMENT),
        (list(Exit), Exit.USAGE),
    ],
)
def test_the_first_code_that_applies(codes: list[Exit], code: Exit) -> None:
    assert first(codes) == code


def test_the_table_of_codes_is_whole() -> None:
    assert sorted(ORDER) == sorted(Exit)


def test_signs_that_the_terminal_does_not_know_end_nothing() -> None:
    script = "from bench.cli import main, say; main(['--help']); say('a \\u201cb\\u201d \\ud83d')"
    ended = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        env={"PYTHONIOENCODING": "latin-1"},
        check=False,
    )
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (0, b"a ?b? ?")


def test_a_reader_that_leaves_changes_no_code(tmp_path: Path, bench: Callable[..., Any]) -> None:
    process = bench("doctor")
    process.stdout.close()
    process.stderr.read()
    assert process.wait() in {Exit.OK, Exit.ENVIRONMENT}
    assert not list(tmp_path.iterdir())


def test_the_lab_is_served_until_it_is_interrupted(bench: Callable[..., Any]) -> None:
    process = bench("lab", "plain")
    lines = iter(process.stdout.readline, "")
    assert any(line.startswith("proxy   http://127.0.0.1:") for line in lines)
    process.send_signal(signal.SIGINT)
    assert process.wait() == Exit.OK
