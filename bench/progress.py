"""Shows on stderr how a run goes: a live table on a terminal, plain lines elsewhere."""

import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, TextIO

from bench.work.task import Outcome, Progress

HEARTBEAT = 30.0
NO_WAY_BACK = {"dumb", "unknown"}


class Show(Protocol):
    """Where progress goes."""

    def update(self, progress: Progress) -> None:
        """A worker got on."""
        ...

    def done(self, outcome: Outcome) -> None:
        """A site is finished."""
        ...


def outcome_line(record: Mapping[str, Any]) -> str:
    """Say in one line how a site went."""
    name = record["name"]
    if record["skipped"]:
        return f"{name}: skipped: {record['skipped']}"
    took = f"{sum(record['seconds'].values()):.1f} s"
    error = record["error"]
    if error is None:
        return f"{name}: measured in {took}"
    meant = " (it is meant to)" if (record["expected"] or {}).get("fails") else ""
    detail = f": {error['detail']}" if error["detail"] else ""
    return printable(f"{name}: failed{meant}, {error['stage']}: {error['reason']}{detail}")


def printable(line: str) -> str:
    """Take out what would steer a terminal or break a log: some of it comes from sites."""
    return "".join(sign if sign.isprintable() else "?" for sign in line)


@dataclass(slots=True, kw_only=True)
class Lines:
    """A line for each finished site, and a sign of life for those that take long."""

    total: int
    stream: TextIO
    finished: int = 0
    due: dict[int, float] = field(default_factory=dict)

    def update(self, progress: Progress) -> None:
        """Give a sign of life now and then."""
        now = time.monotonic()
        if now >= self.due.setdefault(progress.worker, now + HEARTBEAT):
            self.due[progress.worker] = now + HEARTBEAT
            self._say(f"{progress.site}: {progress.stage}, {progress.count} so far")

    def done(self, outcome: Outcome) -> None:
        """Tell how the site went."""
        self.finished += 1
        self._say(f"[{self.finished}/{self.total}] {outcome_line(outcome.record)}")

    def _say(self, line: str) -> None:
        print(line, file=self.stream, flush=True)


@contextmanager
def shown(total: int, *, stream: TextIO | None = None) -> Iterator[Show]:
    """Open the display for so many sites."""
    stream = stream or sys.stderr
    if not stream.isatty() or os.environ.get("TERM", "").lower() in NO_WAY_BACK:
        yield Lines(total=total, stream=stream)
        return
    from bench.live import live  # noqa: PLC0415 - Rich is loaded for a terminal alone

    with live(total, stream) as show:
        yield show
