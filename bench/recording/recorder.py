"""Keeps one site's exchanges: a file for each role, every record appended whole."""

import base64
import hashlib
import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from bench.recording.exchange import Exchange, Heard
from bench.recording.failures import reason_of
from bench.recording.message import request_head, response_head
from bench.recording.redact import Redaction
from bench.recording.role import FAILURE, PAGE, ROLE, VISIT, Turn
from bench.recording.short import short
from bench.recording.warc import Records, date_of

ENDING = ".warc.gz"
MOST_BODY = 64 << 20
"""Bytes of one body that are kept; what is longer is cut, and says so."""

CHUNK = 1 << 18
When = Callable[[Exchange], Turn]


@dataclass(slots=True, kw_only=True)
class Recorder:
    """Writes the exchanges of one site into a folder, which is emptied of old ones.

    `about` goes into the first record of each file. What the disk refuses is kept in `fault`,
    as whoever tells of an exchange may be in no place to care.
    """

    folder: Path
    about: Mapping[str, str]
    fault: OSError | None = None
    closed: bool = False
    written: Counter[str] = field(default_factory=Counter)
    _redact: Redaction = field(default_factory=Redaction)
    _files: dict[str, int] = field(default_factory=dict)
    _asked: Counter[tuple[str, bytes]] = field(default_factory=Counter)
    _bodies: dict[str, tuple[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the folder, without what an earlier recording left in it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in self.folder.glob(f"*{ENDING}"):
            old.unlink()

    def hear(self, role: str, *, coded: bool = True) -> Heard:
        """Give a listener for who asks by addresses alone; its turns are counted here."""

        def turn(exchange: Exchange) -> Turn:
            key = (role, short(f"{exchange.method} {exchange.url}"))
            self._asked[key] += 1
            return Turn(role=role, visit=self._asked[key])

        return lambda exchange: self.keep(exchange, turn(exchange), coded=coded)

    def follow(self, when: When) -> Heard:
        """Give a listener for the browser, whose bodies are unpacked; `when` knows its turns."""
        return lambda exchange: self.keep(exchange, when(exchange), coded=False)

    def keep(self, exchange: Exchange, turn: Turn, *, coded: bool) -> None:
        """Write one exchange: the answer, or why there is none, and its request."""
        if self.fault is not None or self.closed:
            exchange.body.close()
            return
        records = Records()
        try:
            self._record(records, exchange, turn, coded=coded)
            self._append(turn.role, records)
            self.written[turn.role] += 1
        except OSError as fault:
            self.fault = fault
        finally:
            records.file.close()
            exchange.body.close()

    def close(self) -> None:
        """Let go of the files.

        Raises:
            OSError: something could not be written.
        """
        self.closed = True  # what is told later belongs to nothing any more
        for handle in self._files.values():
            os.close(handle)
        self._files.clear()
        if self.fault is not None:
            raise self.fault

    def _record(self, records: Records, exchange: Exchange, turn: Turn, *, coded: bool) -> None:
        marks = _marks(exchange, turn)
        if exchange.status is None:
            told = {"failure": exchange.failure or "", "detail": exchange.detail or ""}
            to = records.failure(exchange.url, told, marks)
        else:
            to = self._answer(records, exchange, marks, coded=coded)
        head = request_head(exchange, self._redact(exchange.request))
        records.request(exchange.url, head, marks, to=to)

    def _answer(
        self, records: Records, exchange: Exchange, marks: dict[str, str], *, coded: bool
    ) -> str:
        digest, size, cut = _measured(exchange.body)
        if cut or not exchange.whole:
            marks = {**marks, "WARC-Truncated": _truncation(exchange, size, cut=cut)}
        marks = {**marks, "WARC-Payload-Digest": digest}
        safe = self._redact(exchange.headers)
        head = response_head(exchange, safe, size=size, coded=coded)
        first = self._bodies.get(digest) if size else None
        if first is not None:
            return records.revisit(exchange.url, head, marks, first=first)
        if size:
            self._bodies[digest] = (exchange.url, marks["WARC-Date"])
        return records.response(exchange.url, head, exchange.body, marks, size=size)

    def _append(self, role: str, records: Records) -> None:
        if role not in self._files:
            path = self.folder / f"{role}{ENDING}"
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
            self._files[role] = os.open(path, flags, 0o644)
            opening = Records()
            opening.info(path.name, {**self.about, "role": role})
            _pour(opening.file, self._files[role])
            opening.file.close()
        _pour(records.file, self._files[role])


def _marks(exchange: Exchange, turn: Turn) -> dict[str, str]:
    marks = {"WARC-Date": date_of(exchange.started), ROLE: turn.role, VISIT: str(turn.visit)}
    if turn.page is not None:
        marks[PAGE] = turn.page
    reason = reason_of(exchange.failure, exchange.detail)
    if reason is not None:
        marks[FAILURE] = reason
    return marks


def _truncation(exchange: Exchange, size: int, *, cut: bool) -> str:
    """Say in WARC's own words why a body is not whole."""
    if cut or exchange.failure is None:
        return "length" if cut or size else "unspecified"
    return "time" if reason_of(exchange.failure, exchange.detail) == "timeout" else "disconnect"


def _measured(body: BinaryIO) -> tuple[str, int, bool]:
    """Give a body's digest, its size, and whether it is longer than what is kept."""
    hashed, size = hashlib.sha1(usedforsecurity=False), 0
    body.seek(0)
    while piece := body.read(min(CHUNK, MOST_BODY - size)):
        hashed.update(piece)
        size += len(piece)
    cut = bool(body.read(1))
    if cut:
        body.truncate(size)
    body.seek(0)
    return f"sha1:{base64.b32encode(hashed.digest()).decode()}", size, cut


def _pour(records: BinaryIO, handle: int) -> None:
    """Append to a file, in one call where the kernel takes it in one."""
    records.seek(0)
    while piece := records.read(CHUNK):
        while piece:
            piece = piece[os.write(handle, piece) :]
