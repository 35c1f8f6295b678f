"""What an archive holds and where: a table on the disk, so that memory does not grow with it."""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import BinaryIO

from bench.recording.role import FAILURE, PAGE, ROLE, VISIT
from bench.recording.short import short
from bench.web.archive.payload import method_of, status_of
from bench.web.archive.scan import Flaw, Record, scan
from bench.web.archive.volatile import spelled, steady

KINDS = frozenset({"response", "revisit", "request", "metadata", "resource"})
MOST_TOLD = 20
"""Flaws that are told of one archive; the others are counted."""

_SCHEMA = """
CREATE TABLE held (
    key BLOB, loose BLOB, role TEXT, visit INT, page BLOB, at INT, status INT, failure TEXT,
    cut TEXT, digest BLOB, file INT, place INT, id BLOB, partner BLOB
);
CREATE TABLE bodies (digest BLOB PRIMARY KEY, file INT, place INT);
CREATE TABLE odd (id BLOB, partner BLOB, key BLOB, loose BLOB);
CREATE TABLE origins (origin TEXT PRIMARY KEY);
"""
_AFTER = """
UPDATE held SET (key, loose) = (
    SELECT odd.key, odd.loose FROM odd WHERE odd.partner = held.id OR odd.id = held.partner
) WHERE id IN (SELECT partner FROM odd) OR partner IN (SELECT id FROM odd);
CREATE INDEX by_key ON held (key);
CREATE INDEX by_loose ON held (loose) WHERE loose IS NOT NULL;
"""
_FRACTION = re.compile(r"\.\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One recorded exchange: who had it, when (in microseconds), and where it lies.

    `failure` says that no answer came or not a whole one, `cut` that the body is not whole;
    `digest` leads to the body where it stands in another record.
    """

    role: str
    visit: int
    page: bytes | None
    at: int
    status: int | None
    failure: str | None
    cut: str | None
    digest: bytes | None
    file: int
    place: int


@dataclass(slots=True)
class Index:
    """The exchanges of some WARC files, found by method and address."""

    files: int = 0
    records: int = 0
    flaws: list[str] = field(default_factory=list)
    flawed: int = 0
    _base: sqlite3.Connection = field(default_factory=lambda: sqlite3.connect(""))

    def __post_init__(self) -> None:
        """Make the tables."""
        self._base.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + _SCHEMA)

    def add(self, file: BinaryIO, name: str) -> None:
        """Take all records of one more file; what is no record is told."""
        number, self.files = self.files, self.files + 1
        for found in scan(file):
            if isinstance(found, Flaw):
                self.flawed += 1
                if len(self.flaws) < MOST_TOLD:
                    self.flaws.append(f"{name}, byte {found.offset}: {found.why}")
            else:
                self._take(found, number)

    def finish(self) -> None:
        """Bring requests and answers together, once all files are added."""
        self._base.executescript(_AFTER)

    def origins(self) -> frozenset[str]:
        """Give every `scheme://host` of which there is an exchange."""
        return frozenset(row[0] for row in self._base.execute("SELECT origin FROM origins"))

    def began(self) -> int:
        """Give when the first exchange was recorded, in microseconds since 1970."""
        row = self._base.execute("SELECT min(at) FROM held WHERE at > 0").fetchone()
        return int(row[0] or 0)

    def find(self, method: str, url: str) -> list[Held]:
        """Give the exchanges of an address, in the order of the recording."""
        return list(self._rows("key = ?", key_of(method, url)))

    def find_loosely(self, method: str, url: str) -> list[Held]:
        """Give those of addresses that differ in volatile parameters alone."""
        loose = key_of(method, steady(url))
        return [*self._rows("key = ?", loose), *self._rows("loose = ?", loose)]

    def body(self, digest: bytes) -> tuple[int, int] | None:
        """Give the file and place of the record that has a body."""
        asked = "SELECT file, place FROM bodies WHERE digest = ?"
        row: tuple[int, int] | None = self._base.execute(asked, (digest,)).fetchone()
        return row

    def close(self) -> None:
        """Forget everything."""
        self._base.close()

    def _rows(self, where: str, key: bytes) -> Iterator[Held]:
        columns = ", ".join(Held.__slots__)
        asked = f"SELECT {columns} FROM held WHERE {where} ORDER BY at, file, place"  # noqa: S608 - ours
        for row in self._base.execute(asked, (key,)):
            yield Held(**dict(zip(Held.__slots__, row, strict=True)))

    def _take(self, record: Record, file: int) -> None:
        headers = record.headers
        url = spelled(headers.get("warc-target-uri", ""))
        kind = headers.get("warc-type")
        if not url or kind not in KINDS:
            return
        if kind == "request":
            self._take_request(record, url)
            return
        failure = headers.get(FAILURE.lower())
        status = _status(kind, record.block)
        if status is None and failure is None:
            return
        self.records += 1
        digest = short(headers["warc-payload-digest"]) if _has_digest(headers) else None
        if kind in {"response", "resource"} and digest is not None:
            row = (digest, file, record.offset)
            # The digest of what is cut may be that of the whole: a whole one takes its place.
            way = "IGNORE" if "warc-truncated" in headers else "REPLACE"
            self._base.execute(f"INSERT OR {way} INTO bodies VALUES (?, ?, ?)", row)  # noqa: S608
        page = headers.get(PAGE.lower())
        values = (
            *_keys("GET", url),
            headers.get(ROLE.lower(), ""),
            _number(headers.get(VISIT.lower(), "")),
            None if page is None else short(page),
            _moment(headers.get("warc-date", "")),
            status,
            failure,
            headers.get("warc-truncated"),
            # A revisit that does not say of what has no body to be found.
            (digest or b"") if kind == "revisit" else None,
            file,
            record.offset,
            *_ids(headers),
        )
        marks = ", ".join("?" * len(values))
        self._base.execute(f"INSERT INTO held VALUES ({marks})", values)  # noqa: S608 - marks only
        origin = "/".join(url.split("/", 3)[:3])
        self._base.execute("INSERT OR IGNORE INTO origins VALUES (?)", (origin,))

    def _take_request(self, record: Record, url: str) -> None:
        """Remember a request that is no GET: its answer does not say so itself."""
        method = method_of(record.block) or "GET"
        if method != "GET":
            row = (*_ids(record.headers), *_keys(method, url))
            self._base.execute("INSERT INTO odd VALUES (?, ?, ?, ?)", row)


def index_of(files: Iterable[tuple[str, BinaryIO]]) -> Index:
    """Index some files, each with its name."""
    index = Index()
    for name, file in files:
        index.add(file, name)
    index.finish()
    return index


def key_of(method: str, url: str) -> bytes:
    """Give the key under which exchanges of an address are found."""
    return short(f"{method} {url}")


def page_key(page: str | None) -> bytes | None:
    """Give a page as exchanges are marked with it."""
    return None if page is None else short(page)


def _status(kind: str, block: bytes) -> int | None:
    if kind in {"response", "revisit"}:
        return status_of(block)
    return 200 if kind == "resource" else None


def _keys(method: str, url: str) -> tuple[bytes, bytes | None]:
    stem = steady(url)
    return key_of(method, url), None if stem == url else key_of(method, stem)


def _ids(headers: Mapping[str, str]) -> tuple[bytes | None, bytes | None]:
    names = (headers.get(name) for name in ("warc-record-id", "warc-concurrent-to"))
    own, partner = (None if name is None else short(name) for name in names)
    return own, partner


def _has_digest(headers: Mapping[str, str]) -> bool:
    return bool(headers.get("warc-payload-digest"))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _moment(text: str) -> int:
    """Give a record's date in microseconds; 0 where it is none."""
    fraction = _FRACTION.search(text)
    micros = int(fraction[0][1:7].ljust(6, "0")) if fraction else 0
    try:
        second = datetime.strptime(_FRACTION.sub("", text), "%Y-%m-%dT%H:%M:%S%z")
    except ValueError:
        return 0
    return int(second.timestamp()) * 1_000_000 + micros
