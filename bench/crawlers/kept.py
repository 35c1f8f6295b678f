"""What is ordered of a command's keeper, and what it tells of how the command went."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class End(StrEnum):
    """How a crawl by a command ended; all but `done` left it without a whole answer."""

    DONE = "done"
    EXIT_CODE = "exit-code"
    SIGNAL = "signal"
    SECONDS = "seconds"
    MEMORY = "memory"
    OUTPUT = "output"
    MISSING = "missing"
    NO_OUTPUT = "no-output"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A command with its bounds; its standard output goes to `answer`, or is taken as a log."""

    argv: list[str]
    folder: str
    answer: str
    seconds: float
    memory: int
    most_bytes: int
    most_lines: int
    env: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """How a command went; `left` processes were still there at its end, `said` is its last word.

    `cpu_seconds` and `peak_memory` (bytes) are those of all processes that came of it.
    """

    end: End
    exit: int | None = None
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory: int = 0
    left: int = 0
    said: str = ""
