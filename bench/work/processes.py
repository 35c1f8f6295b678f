"""Ends worker processes whole: the process that was started here, and whatever it started."""

import os
import signal
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")


def children_of(pid: int) -> tuple[int, ...]:
    """Give the processes below one, nearest first; nothing where the system does not tell."""
    parents = _parents()
    found = [pid]
    for each in found:
        found.extend(child for child, parent in parents.items() if parent == each)
    return tuple(found[1:])


def end_tree(pid: int) -> None:
    """Kill a process that we started, and everything below it."""
    # Children are read before the parent dies: afterwards they hang on another one.
    end_all((*children_of(pid), pid))


def end_children(pid: int) -> None:
    """Kill everything below a process, but not the process itself."""
    end_all(children_of(pid))


def end_all(pids: Iterable[int]) -> None:
    """Kill processes, as far as they are there."""
    for each in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(each, signal.SIGKILL)


def _parents() -> dict[int, int]:
    parents = {}
    for stat in PROC.glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            # The name in brackets may hold anything; what follows the last bracket is fields.
            fields = stat.read_text(errors="replace").rpartition(")")[2].split()
            parents[int(stat.parent.name)] = int(fields[1])
    return parents
