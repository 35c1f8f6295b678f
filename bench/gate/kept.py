"""The folder beside a baseline: truths, crawls and served bytes of the pinned runs, by digest."""

import gzip
import hashlib
import re
import shutil
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.gate.pins import Baseline, Kept, Pin
from bench.record import Unreadable
from bench.store import write

MOST = 1 << 30
"""No file of a site unpacks to more than this."""
HEX = 16
DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
PIECE = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How one file of a site is kept: under which stem and ending, and whether compressed here."""

    file: str
    ending: str
    packed: bool = True


FORMS: Mapping[str, Form] = {
    "truth": Form(file="truth.json", ending=".json.gz"),
    "inventory": Form(file="inventory.jsonl", ending=".jsonl.gz"),
    "checks": Form(file="checks.json", ending=".json.gz"),
    "witness": Form(file="witness.zip", ending=".zip", packed=False),
}


def folder_of(baseline: Path) -> Path:
    """Give the folder of kept files of a baseline."""
    return baseline.with_suffix("")


def keep(
    home: Path, folder: Path, digests: Mapping[str, str | None], *, witness: bool = True
) -> Kept:
    """Keep the files of a measured site; what is there under its digest stays as it is."""
    names = {}
    for kind, form in FORMS.items():
        source = home / form.file
        if source.is_file() and (witness or kind != "witness"):
            # The bytes that were served are those that the truth was made from.
            digest = digests.get("truth" if kind == "witness" else kind)
            names[kind] = _keep(source, folder, kind, digest)
    return Kept(**names)


def unpack(pin: Pin, folder: Path, home: Path, *, kinds: Collection[str] = FORMS) -> bool:
    """Lay out what is kept of a site as a run would; False where its truth is not there.

    Raises:
        Unreadable: a kept file is damaged.
    """
    for kind in kinds:
        form, name = FORMS[kind], getattr(pin.kept, kind)
        if name and name == Path(name).name and (folder / name).is_file():
            _unpack(folder / name, home / form.file, packed=form.packed)
    return (home / FORMS["truth"].file).is_file()


def prune(folder: Path, baseline: Baseline) -> None:
    """Remove kept files that no pin needs any more."""
    for form in FORMS.values():
        stem = form.file.partition(".")[0]
        for path in folder.glob(f"{stem}-{'?' * HEX}{form.ending}"):
            if path.name not in baseline.kept:
                path.unlink()


def _keep(source: Path, folder: Path, kind: str, digest: str | None) -> str:
    form = FORMS[kind]
    # Another team's file may call anything its digest.
    told = DIGEST.fullmatch(digest or "")
    name = f"{kind}-{(told[1] if told else _sha256(source))[:HEX]}{form.ending}"
    if not (folder / name).is_file():
        content = source.read_bytes()
        # Without a time in it, so that one content gives one file.
        write(folder / name, gzip.compress(content, mtime=0) if form.packed else content)
    return name


def _unpack(source: Path, target: Path, *, packed: bool) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if not packed:
        shutil.copyfile(source, target)
        return
    with target.open("wb") as file:
        for piece in _pieces(source):
            file.write(piece)


def _pieces(source: Path) -> Iterator[bytes]:
    size = 0
    try:
        with gzip.open(source) as packed:
            while piece := packed.read(PIECE):
                size += len(piece)
                if size > MOST:
                    raise Unreadable(source, f"unpacks to more than {MOST} bytes")
                yield piece
    except (OSError, EOFError) as problem:
        raise Unreadable(source, f"is damaged ({problem}); pin the baseline again") from None


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
