"""Reads a measured site's files as a side for attribution, and lays out what a baseline kept."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bench.crawls import read_crawls
from bench.facts.checks import Checks
from bench.facts.inventory import Inventory
from bench.gate.kept import unpack
from bench.gate.pins import Pin
from bench.gate.side import Side
from bench.parts import ALL, read_parts
from bench.record import Unreadable, read_site
from bench.work.sitefile import FILE

PAPERS = ("truth", "inventory", "checks")


def side_of(home: Path, crawler: str) -> Side | None:
    """Read a site's folder with what one of its crawlers listed; None where that is missing."""
    side = side_at(home, witness=False)
    with suppress(Unreadable):
        crawls = read_crawls(home, read_site(home / FILE).crawler_names)
        if side is not None and crawler in crawls.listed:
            return replace(side, inventory=crawls.told(crawls.listed[crawler]))
    return None


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
