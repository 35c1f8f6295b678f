"""What the parts left in a measured site's folder: each a value, None where it is missing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from bench.facts.checks import Checks
from bench.facts.inventory import Inventory
from bench.facts.truth import Truth
from bench.facts.witness import Witness
from bench.record import Unreadable, read_checks, read_inventory, read_truth, read_witness


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The files of one site; a damaged one is None, too, and named in `damage`."""

    truth: Truth | None = None
    witness: Witness | None = None
    inventory: Inventory | None = None
    checks: Checks | None = None
    damage: tuple[Unreadable, ...] = ()

    def sound(self) -> Self:
        """Give the parts, of which none is damaged.

        Raises:
            Unreadable: one is.
        """
        for each in self.damage:
            raise each
        return self


_PARTS: Mapping[str, tuple[str, Callable[[Path], Any]]] = {
    "truth": ("truth.json", read_truth),
    "inventory": ("inventory.jsonl", read_inventory),
    "checks": ("checks.json", read_checks),
    "witness": ("witness.zip", read_witness),
}
ALL = tuple(_PARTS)


def read_parts(home: Path, names: tuple[str, ...] = ALL) -> Parts:
    """Read the named parts of a site's folder."""
    found: dict[str, Any] = {}
    damage = []
    for name in names:
        file, read = _PARTS[name]
        try:
            found[name] = read(home / file) if (home / file).is_file() else None
        except Unreadable as error:
            damage.append(error)
    return Parts(**found, damage=tuple(damage))
