"""A command and all that it starts: measured, bounded, and gone in the end."""

import json
import os
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from bench.crawlers.kept import Order

ADDRESS = "https://a.test/"
FOREVER = "import time\nwhile True:\n    time.sleep(60)\n"

# A process of its own session whose parent is gone, which does not end when it is asked to.
STRAY = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        {work}
        open(sys.argv[1], "w").write(str(os.getpid()))
        while {stays}:
            time.sleep(60)
    os._exit(0)
while not os.path.exists(sys.argv[1]) or not open(sys.argv[1]).read():
    time.sleep(0.01)
print("https://a.test/")
"""


def order(folder: Path, *argv: str, **bounds: Any) -> Order:
    told: dict[str, Any] = {"seconds": 60.0, "memory": 1 << 30}
    told |= {"most_bytes": 1 << 20, "most_lines": 1000, "answer": str(folder / "answer")}
    return Order(argv=list(argv), folder=str(folder), env=dict(os.environ), **told | bounds)


def started(asked: Order) -> "subprocess.Popen[bytes]":
    keeper = subprocess.Popen(
        [sys.executable, "-P", "-m", "bench.crawlers.keeper"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert keeper.stdin is not None
    keeper.stdin.write(json.dumps(asdict(asked)).encode() + b"\n")
    keeper.stdin.flush()
    return keeper


def kept(folder: Path, *argv: str, **bounds: Any) -> dict[str, Any]:
    with started(order(folder, *argv, **bounds)) as keeper:
        assert keeper.stdout is not None
        told: dict[str, Any] = json.loads(keeper.stdout.read())
    assert keeper.returncode == 0
    return told


def python(folder: Path, code: str, *words: str) -> tuple[str, ...]:
    (folder / "program.py").write_text(code)
    return (sys.executable, "-S", "program.py", *words)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def answer(folder: Path) -> str:
    return (folder / "answer").read_text()


def test_what_ends_well(tmp_path: Path) -> None:
    told = kept(tmp_path, "sh", "-c", f"echo {ADDRESS}; echo done >&2")
    assert (told["end"], told["exit"], told["said"], told["left"]) == ("done", 0, "done\n", 0)
    assert answer(tmp_path) == f"{ADDRESS}\n"
    assert told["peak_memory"] > 0


@pytest.mark.parametrize(
    ("code", "end", "status"),
    [("exit 3", "exit-code", 3), ("kill -9 $$", "signal", -9)],
)
def test_what_ends_otherwise_keeps_what_it_printed(
    tmp_path: Path, code: str, end: str, status: int
) -> None:
    told = kept(tmp_path, "sh", "-c", f"echo {ADDRESS}; {code}")
    assert (told["end"], told["exit"]) == (end, status)
    assert answer(tmp_path) == f"{ADDRESS}\n"


def test_no_program(tmp_path: Path) -> None:
    told = kept(tmp_path, "no-such-crawler", "x")
    assert told["end"] == "missing"
    assert "no-such-crawler" in told["said"]


def test_children_that_left_the_session_end_with_the_command(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    told = kept(tmp_path, *python(tmp_path, STRAY.format(work="pass", stays="True"), str(pid)))
    assert (told["end"], told["left"]) == ("done", 1)
    assert gone(int(pid.read_text()))


def test_the_time_of_orphans_counts(tmp_path: Path) -> None:
    busy = "while time.process_time() < 0.4: pass"
    code = STRAY.format(work=busy, stays="False")
    told = kept(tmp_path, *python(tmp_path, code, str(tmp_path / "pid")))
    assert told["cpu_seconds"] >= 0.4


def test_over_its_time_it_is_ended_whatever_it_ignores(tmp_path: Path) -> None:
    deaf = f"trap '' TERM; echo {ADDRESS}; echo $$ >pid; while :; do sleep 60; done"
    told = kept(tmp_path, "sh", "-c", deaf, seconds=3.0)
    assert told["end"] == "seconds"
    assert answer(tmp_path) == f"{ADDRESS}\n"
    assert gone(int((tmp_path / "pid").read_text()))


def test_who_is_asked_to_end_may_print_what_he_holds(tmp_path: Path) -> None:
    holds = f"trap 'echo {ADDRESS}; exit 0' TERM; while :; do sleep 0.1; done"
    told = kept(tmp_path, "sh", "-c", holds, seconds=1.5)
    assert told["end"] == "seconds"
    assert answer(tmp_path) == f"{ADDRESS}\n"


def test_over_its_memory_it_is_ended(tmp_path: Path) -> None:
    greedy = f"import time\nprint({ADDRESS!r}, flush=True)\nheld = []\nwhile True:\n"
    greedy += "    held.append(b'x' * (4 << 20))\n    time.sleep(0.05)\n"
    told = kept(tmp_path, *python(tmp_path, greedy), memory=96 << 20)
    assert told["end"] == "memory"
    assert told["peak_memory"] > 96 << 20
    assert answer(tmp_path) == f"{ADDRESS}\n"


@pytest.mark.parametrize(
    "bounds", [{"most_bytes": 100_000, "most_lines": 1 << 30}, {"most_lines": 1000}]
)
def test_an_endless_answer_is_cut(tmp_path: Path, bounds: dict[str, int]) -> None:
    told = kept(tmp_path, "yes", ADDRESS, **bounds)
    assert told["end"] == "output"
    assert (tmp_path / "answer").stat().st_size <= bounds.get("most_bytes", 1 << 20)


def test_endless_words_cost_nothing_but_their_end_is_kept(tmp_path: Path) -> None:
    told = kept(tmp_path, "sh", "-c", "head -c 5000000 /dev/zero | tr '\\0' x >&2; echo end >&2")
    assert told["end"] == "done"
    assert told["said"].endswith("xend\n")
    assert len(told["said"]) == 4096


def test_without_an_answer_on_stdout_both_are_the_log(tmp_path: Path) -> None:
    told = kept(tmp_path, "sh", "-c", "echo one; echo two >&2", answer="")
    assert told["said"] == "one\ntwo\n"


def test_when_who_asked_is_gone_so_is_the_command(tmp_path: Path) -> None:
    with started(order(tmp_path, *python(tmp_path, FOREVER))) as keeper:
        children = Path(f"/proc/{keeper.pid}/task/{keeper.pid}/children")
        until = time.monotonic() + 60
        while not (pids := children.read_text().split()) and time.monotonic() < until:
            time.sleep(0.01)
        assert keeper.stdin is not None
        keeper.stdin.close()
        keeper.wait()
    assert pids
    assert gone(int(pids[0]))
