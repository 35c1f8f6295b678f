"""Lays a shelf's truths out as a run would hold them."""

from collections.abc import Iterable
from pathlib import Path

from bench.shelf.index import load
from bench.shelf.packed import unpack
from bench.shelf.pages import FROZEN
from bench.store import write

TRUTH = "truth.json"


def thaw(folder: Path, names: Iterable[str], home: Path) -> None:
    """Unpack the truths of the named sites, and of what they are; who has none is left out.

    Raises:
        Unreadable: the shelf is damaged.
    """
    shelf = load(folder)
    for name in names:
        kept = shelf.sites.get(name)
        if kept is None:
            continue
        for file, target in ((kept.truth, TRUTH), (kept.frozen, FROZEN)):
            content = unpack(folder / file, kept.sha256.get(file, ""))
            write(home / name / target, content)
