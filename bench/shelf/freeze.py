"""Puts the truths of a run on a shelf."""

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.facts.truth import Truth, TruthVerdict
from bench.gate.kept import DIGEST, HEX
from bench.judging import judged
from bench.record import Unreadable, read_witness
from bench.shelf.index import Shelf, Shelved, is_shelf, load, save
from bench.shelf.packed import pack
from bench.shelf.pages import frozen_of
from bench.verdict.judge import Verdict
from bench.work.sitefile import FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class Frost:
    """What one freezing did; `refused` says why a site's truth is none to keep."""

    kept: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    refused: Mapping[str, str] | None = None


def freeze(homes: Mapping[str, Path], folder: Path, *, drop: Collection[str] = ()) -> Frost:
    """Keep the truths of measured sites, each in its home; what else is on the shelf stays.

    Raises:
        Unreadable: a file of the run or the shelf cannot be read.
    """
    before = load(folder) if is_shelf(folder) else Shelf()
    sites = {name: kept for name, kept in before.sites.items() if name not in drop}
    refused, changed = {}, []
    for name, home in homes.items():
        verdict = judged(home)
        if why := _unfit(verdict, home):
            refused[name] = why
            continue
        old = sites.get(name)
        sites[name] = _shelved(verdict, home, folder)
        if old is not None and old.digest != sites[name].digest:
            changed.append(name)
    shelf = Shelf(sites=sites)
    save(folder, shelf)
    for path in _strays(folder, shelf):
        path.unlink()
    return Frost(
        kept=tuple(name for name in homes if name not in refused),
        changed=tuple(changed),
        refused=refused,
    )


def _unfit(verdict: Verdict, home: Path) -> str | None:
    truth = verdict.truth
    if truth is None or truth.verdict is not TruthVerdict.OK or not truth.routes:
        return verdict.unscored or "the truth holds no route"
    if not DIGEST.fullmatch(truth.digest or ""):
        return "the truth has no digest"
    if not (home / "witness.zip").is_file():
        return "witness.zip is missing: nobody could tell which pages the truth is of"
    return None


def _shelved(verdict: Verdict, home: Path, folder: Path) -> Shelved:
    truth = verdict.truth
    assert truth is not None  # noqa: S101 - for the type checker: it would be unfit
    digest = str(truth.digest)
    name = f"truth-{digest.removeprefix('sha256:')[:HEX]}.json.gz"
    made = _json(home / FILE).get("installed") or {}
    frozen = frozen_of(read_witness(home / "witness.zip"), made.get("version"))
    told = json.dumps(frozen.as_json(), ensure_ascii=False, separators=(",", ":")).encode()
    pages = f"frozen-{hashlib.sha256(told).hexdigest()[:HEX]}.json.gz"
    packed = {name: (home / "truth.json").read_bytes(), pages: told}
    return Shelved(
        root=truth.root,
        digest=digest,
        truth=name,
        frozen=pages,
        sha256={file: pack(folder, file, content) for file, content in packed.items()},
        version=made.get("version"),
        made_with=made.get("made_with"),
        oracle=_named(truth),
        routes=len(truth.routes),
        sampled=truth.sampled,
        coverage=round(verdict.coverage.share, 4) if verdict.coverage else None,
    )


def _named(truth: Truth) -> str | None:
    told = truth.oracle
    return told if told is None or isinstance(told, str) else json.dumps(told, sort_keys=True)


def _json(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError) as problem:
        raise Unreadable(path, str(problem)) from None
    return value if isinstance(value, dict) else {}


def _strays(folder: Path, shelf: Shelf) -> Iterator[Path]:
    """Give the files that no truth needs any more."""
    for path in folder.glob("*.json.gz"):
        if path.name not in shelf.files:
            yield path
