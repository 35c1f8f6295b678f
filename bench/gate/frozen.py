"""Kept truths, of a baseline or a shelf, laid out so that a run can be judged against them."""

from collections.abc import Iterable
from pathlib import Path

from bench.exits import Exit, Stop
from bench.gate.file import load
from bench.gate.kept import folder_of, unpack
from bench.record import Unreadable
from bench.shelf.index import is_shelf
from bench.shelf.thaw import thaw
from bench.store import RunFolder

TRUTHS = "truths"


def laid_out(truths: Path, run: RunFolder, names: Iterable[str]) -> Path:
    """Give the folder of truths: what was named, or that of a baseline, unpacked into the run.

    Raises:
        Stop: the baseline or what it kept cannot be read.
    """
    home = run.path / TRUTHS
    try:
        if truths.is_dir():
            return _off(truths, home, names)
        baseline = load(truths)
        if not folder_of(truths).is_dir():
            told = f"{folder_of(truths)}: is not there, and {truths} keeps its truths in it"
            raise Stop(Exit.USAGE, f"{told}; commit both, or leave --truth out")
        for name in names:
            if pin := baseline.sites.get(name):
                unpack(pin, folder_of(truths), home / name, kinds=("truth", "witness"))
    except Unreadable as error:
        raise Stop(Exit.USAGE, str(error)) from error
    return home


def _off(folder: Path, home: Path, names: Iterable[str]) -> Path:
    """Give a folder of plain truths as it is; those of a shelf are unpacked."""
    if not is_shelf(folder):
        return folder
    thaw(folder, names, home)
    return home
