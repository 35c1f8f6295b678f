"""The shelf's one reviewed file: which truth belongs to which site, and how to know it again."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench.record import read_as
from bench.store import write_json

SCHEMA = 1
INDEX = "shelf.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelved:
    """One frozen truth: what it says in figures, and its two files.

    `sha256` is that of each file's unpacked bytes; `version` is of what was installed, and
    `made_with` names what else shaped the site's bytes.
    """

    root: str
    digest: str
    truth: str
    frozen: str
    sha256: Mapping[str, str]
    version: str | None = None
    made_with: str | None = None
    oracle: str | None = None
    routes: int = 0
    sampled: bool = False
    coverage: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """All frozen truths of a folder, by the names of their sites."""

    sites: Mapping[str, Shelved] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Give the file's content, the same bytes for the same truths."""
        told = {name: asdict(each) for name, each in sorted(self.sites.items())}
        return {"schema": SCHEMA, "sites": told}

    @property
    def files(self) -> frozenset[str]:
        """The names of all files that the shelf needs."""
        return frozenset(
            name for each in self.sites.values() for name in (each.truth, each.frozen)
        )


def is_shelf(folder: Path) -> bool:
    """Tell a shelf from a folder of plain truths."""
    return (folder / INDEX).is_file()


def load(folder: Path) -> Shelf:
    """Read a shelf's index.

    Raises:
        Unreadable: it cannot be read.
    """
    return read_as(folder / INDEX, Shelf)


def save(folder: Path, shelf: Shelf) -> None:
    """Write a shelf's index."""
    write_json(folder / INDEX, shelf.as_json())
