"""The served bytes of every visited page, and the archive that keeps them."""

import hashlib
import json
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

SCHEMA = 1
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can tell: equal pages give equal archives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WitnessPage:
    """One page as it was served, content encoding undone; `entry` is its name in the archive."""

    url: str
    final_url: str
    status: int | None
    content_type: str | None
    entry: str
    body: bytes


def write_zip(path: Path, pages: Iterable[WitnessPage]) -> None:
    """Write the archive whole: a file of that name is never half of one."""
    pages = tuple(pages)
    index = {"schema": SCHEMA, "pages": [_entry(page) for page in pages]}
    part = path.with_name(f"{path.name}.part")
    with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        told = json.dumps(index, ensure_ascii=False, indent=1)
        _add(archive, "index.json", told.encode("utf-8", "replace"))
        for page in pages:
            _add(archive, page.entry, page.body)
    part.replace(path)


def _entry(page: WitnessPage) -> dict[str, object]:
    return {
        "url": page.url,
        "final_url": page.final_url,
        "status": page.status,
        "content_type": page.content_type,
        "entry": page.entry,
        "sha256": hashlib.sha256(page.body).hexdigest(),
    }


def _add(archive: zipfile.ZipFile, name: str, body: bytes) -> None:
    member = zipfile.ZipInfo(name, date_time=_EPOCH)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    archive.writestr(member, body)
