"""Reads a measured site's files as a side for attribution, and lays out what a baseline kept."""

from pathlib import Path

from bench.facts.checks import Checks
from bench.facts.inventory import Inventory
from bench.gate.kept import unpack
from bench.gate.pins import Pin
from bench.gate.side import Side
from bench.parts import ALL, read_parts

PAPERS = ("truth", "inventory", "checks")


def side_at(home: Path, *, frozen: bool = False, witness: bool = True) -> Side | None:
    """Read a site's folder; None where its truth cannot be read."""
    # What is missing or damaged leaves attribution undecided, and no worse.
    parts = read_parts(home, ALL if witness else PAPERS)
    if parts.truth is None:
        return None
    return Side(
        truth=parts.truth,
        inventory=parts.inventory or Inventory(),
        checks=parts.checks or Checks(),
        witness=parts.witness,
        frozen=frozen,
    )


def kept_side(pin: Pin, folder: Path, scratch: Path) -> Side | None:
    """Read what a baseline kept of a site; None where its truth is not kept.

    Raises:
        Unreadable: a kept file is damaged.
    """
    return side_at(scratch) if unpack(pin, folder, scratch) else None
