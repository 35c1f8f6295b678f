"""Progress: plain lines in a log, a live table on a terminal, nothing that steers either."""

import os
import pty
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any, TextIO

import pytest

from bench.progress import Lines, outcome_line, shown
from bench.sites.site import Site
from bench.work.task import Outcome, Progress, Task

TASK = Task(site=Site(name="shop", group="ours", lab="plain"), out=Path("nowhere"))


def record(**said: Any) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "name": "shop",
        "seconds": {"oracle": 1.2, "crawler": 0.3},
        "error": None,
        "skipped": None,
        "expected": None,
    }
    return whole | said


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ({}, "shop: measured in 1.5 s"),
        ({"skipped": "not there"}, "shop: skipped: not there"),
        (
            {"error": {"stage": "oracle", "reason": "hung", "detail": None}},
            "shop: failed, oracle: hung",
        ),
        (
            {"error": {"stage": "oracle", "reason": "no", "detail": "a\x1b[2Jb\nc"}},
            "shop: failed, oracle: no: a?[2Jb?c",
        ),
        (
            {
                "error": {"stage": "oracle", "reason": "no answer", "detail": "x"},
                "expected": {"recall": None, "fails": "no host"},
            },
            "shop: failed (it is meant to), oracle: no answer: x",
        ),
    ],
)
def test_how_a_site_went_in_one_line(said: dict[str, Any], line: str) -> None:
    assert outcome_line(record(**said)) == line


def test_a_log_gets_a_line_a_site_and_signs_of_life() -> None:
    log = StringIO()
    with shown(2, stream=log) as show:
        assert isinstance(show, Lines)
        show.update(Progress(worker=0, site="shop", stage="oracle", count=1))
        show.due[0] = 0.0
        show.update(Progress(worker=0, site="shop", stage="oracle", count=40))
        show.update(Progress(worker=0, site="shop", stage="oracle", count=41))
        show.done(Outcome(task=TASK, record=record()))
    assert log.getvalue().splitlines() == [
        "shop: oracle, 40 so far",
        "[1/2] shop: measured in 1.5 s",
    ]


@contextmanager
def terminal() -> Iterator[tuple[TextIO, list[bytes]]]:
    """A terminal, and all that was drawn on it, whole once the context is left."""
    drawn: list[bytes] = []

    def drain() -> None:
        # A read gives what is there, not what will be; only the closed end says that it was all.
        with suppress(OSError):
            while piece := os.read(ours, 4096):
                drawn.append(piece)

    ours, theirs = pty.openpty()
    reader = Thread(target=drain, daemon=True)
    reader.start()
    with os.fdopen(theirs, "w") as stream:
        yield stream, drawn
    reader.join(60)
    os.close(ours)


def draw(finished: int) -> str:
    with terminal() as (stream, drawn):
        assert stream.isatty()
        with shown(2, stream=stream) as show:
            show.update(Progress(worker=0, site="shop", stage="oracle", count=40))
            for _ in range(finished):
                show.done(Outcome(task=TASK, record=record()))
    return b"".join(drawn).decode()


def test_a_terminal_gets_a_live_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    drawn = draw(1)
    assert "shop: measured in 1.5 s" in drawn
    assert "1 of 2 sites" in drawn


def test_a_terminal_that_cannot_go_back_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert draw(2).split("\r\n") == [
        "[1/2] shop: measured in 1.5 s",
        "[2/2] shop: measured in 1.5 s",
        "",
    ]
