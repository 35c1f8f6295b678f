"""Reads a measured site's files as a side for attribution, and lays out what a baseline kept."""

from contextlib import suppress
from pathlib import Path

from bench.facts.checks import Checks
from bench.facts.inventory import Inventory
from bench.gate.kept import unpack
from bench.gate.pins import Pin
from bench.gate.side import Side
from bench.record import Unreadable, read_checks, read_inventory, read_truth, read_witness


def side_at(home: Path, *, frozen: bool = False, witness: bool = True) -> Side | None:
    """Read a site's folder; None where its truth cannot be read."""
    try:
        truth = read_truth(home / "truth.json")
    except Unreadable:
        return None
    inventory, checks, served = Inventory(), Checks(), None
    # What is missing or damaged leaves attribution undecided, and no worse.
    with suppress(Unreadable):
        inventory = read_inventory(home / "inventory.jsonl")
    with suppress(Unreadable):
        checks = read_checks(home / "checks.json")
    with suppress(Unreadable):
        served = read_witness(home / "witness.zip") if witness else None
    return Side(truth=truth, inventory=inventory, checks=checks, witness=served, frozen=frozen)


def kept_side(pin: Pin, folder: Path, scratch: Path) -> Side | None:
    """Read what a baseline kept of a site; None where its truth is not kept.

    Raises:
        Unreadable: a kept file is damaged.
    """
    return side_at(scratch) if unpack(pin, folder, scratch) else None
