"""What a truth was made from, page by page: names and digests instead of the bytes themselves."""

import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.ask import Asker
from bench.facts.witness import Witness
from bench.record import MAX_MEMBER, read_as
from bench.store import write

SCHEMA = 1
FROZEN = "frozen.json"
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can tell: equal pages give equal archives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A visited page, without its bytes."""

    url: str
    final_url: str
    sha256: str
    status: int | None = None
    content_type: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Frozen:
    """Of what a truth is: the installed version, and each visited page."""

    version: str | None = None
    pages: tuple[Page, ...] = ()

    def as_json(self) -> dict[str, object]:
        """Give the content of frozen.json."""
        return {"schema": SCHEMA, **asdict(self)}


def frozen_of(witness: Witness, version: str | None) -> Frozen:
    """Keep of a witness what is needed to know its pages again."""
    return Frozen(
        version=version,
        pages=tuple(
            Page(
                url=page.url,
                final_url=page.final_url,
                sha256=hashlib.sha256(page.body).hexdigest(),
                status=page.status,
                content_type=page.content_type,
            )
            for page in witness.pages
        ),
    )


def read_frozen(path: Path) -> Frozen:
    """Read frozen.json; raises Unreadable."""
    return read_as(path, Frozen)


async def bring_back(frozen: Frozen, asker: Asker, out: Path) -> tuple[str, ...]:
    """Ask for every page again and write the witness; gives those that are others now."""
    asked = tuple(dict.fromkeys(page.final_url for page in frozen.pages))
    replies = await asker.each(lambda url: asker.get(url, limit=MAX_MEMBER), asked)
    bodies = {url: reply.body for url, reply in zip(asked, replies, strict=True)}
    changed = [
        page.final_url
        for page in frozen.pages
        if hashlib.sha256(bodies[page.final_url]).hexdigest() != page.sha256
    ]
    if not changed:
        write(out, _archive(frozen.pages, [bodies[page.final_url] for page in frozen.pages]))
    return tuple(dict.fromkeys(changed))


def _archive(pages: Sequence[Page], bodies: Sequence[bytes]) -> bytes:
    entries = [f"pages/{number:04}.html" for number, _ in enumerate(pages)]
    told = [asdict(page) | {"entry": entry} for page, entry in zip(pages, entries, strict=True)]
    index = json.dumps({"schema": SCHEMA, "pages": told}, ensure_ascii=False)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in (("index.json", index.encode()), *zip(entries, bodies, strict=True)):
            archive.writestr(zipfile.ZipInfo(name, date_time=_EPOCH), body)
    return held.getvalue()
