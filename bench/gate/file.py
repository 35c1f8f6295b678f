"""Reads and writes the baseline's one reviewed file."""

from pathlib import Path

from bench.exits import Exit, Stop
from bench.gate.pins import Baseline
from bench.record import Unreadable, read_as
from bench.store import RESULTS, write_json

BASELINE = "baseline.json"


def beside(out: Path) -> Path:
    """Give the baseline that lies with a folder of results unless another one is named."""
    return out / BASELINE


def load(path: Path) -> Baseline:
    """Read a baseline.

    Raises:
        Stop: there is none, or it cannot be read.
    """
    if not path.is_file():
        where = "" if path == beside(RESULTS) else f" --baseline {path}"
        raise Stop(Exit.USAGE, f"{path}: no baseline yet; pin one with: bench baseline{where}")
    try:
        return read_as(path, Baseline).spelled()
    except Unreadable as error:
        at = f"{path}:{error.line}" if error.line else str(path)
        told = f"{at}: no baseline that can be read: {error.what.partition(';')[0]}"
        raise Stop(Exit.USAGE, told) from error


def load_if_there(path: Path) -> Baseline:
    """Read a baseline, or begin one.

    Raises:
        Stop: it is there, and cannot be read.
    """
    return load(path) if path.is_file() else Baseline()


def save(path: Path, baseline: Baseline) -> None:
    """Write a baseline."""
    write_json(path, baseline.as_json())
