"""Finds the records of a WARC file, packed or plain, and goes on behind what is broken.

An archive is untrusted: no record is unpacked further than a bound, and a broken or endless one
is told and stepped over. Libraries read a member to its end, and give up at the first flaw.
"""

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

MOST_RECORD = 72 << 20
"""Bytes of one record, unpacked; beyond it a record is told as too large."""

HEAD = 1 << 16
CHUNK = 1 << 16
GZIP = b"\x1f\x8b\x08"
PLAIN = b"WARC/1."
BREAK = re.compile(rb"\r?\n\r?\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One record: where it begins in the file, its headers (lower case), its block's begin.

    `size` is that of the block.
    """

    offset: int
    headers: Mapping[str, str]
    block: bytes
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """Bytes that are no record, and why."""

    offset: int
    why: str


def scan(file: BinaryIO) -> Iterator[Record | Flaw]:
    """Give every record of a file in its order, and every flaw between them."""
    at, size = 0, file.seek(0, 2)
    while at < size:
        found, end = _at(file, at)
        if found is not None:
            yield found
        if isinstance(found, Flaw):
            end = _next_begin(file, at + 1)
        at = max(end, at + 1)


def is_solid(file: BinaryIO) -> bool:
    """Whether a packed file was packed as a whole, so that its records cannot be reached."""
    data, _, _ = _unpack(file, 0, keep=2 * HEAD)
    head = _headers(data)
    if head is None:
        return False
    end = head[1] + _length(head[0])
    return bool(data[end : end + 64].strip(b"\r\n")) if end < len(data) else False


def read(file: BinaryIO, offset: int) -> tuple[Mapping[str, str], bytes] | None:
    """Give the headers and the whole block of a record; None where it can no longer be read."""
    file.seek(offset)
    if file.read(3) == GZIP:
        data, _, fault = _unpack(file, offset, keep=MOST_RECORD)
        head = None if fault else _headers(data)
        if head is None:
            return None
        headers, start = head
        return headers, data[start : start + _length(headers)]
    file.seek(offset)
    head = _headers(file.read(HEAD))
    if head is None or _length(head[0]) > MOST_RECORD:
        return None
    file.seek(offset + head[1])
    return head[0], file.read(_length(head[0]))


def _at(file: BinaryIO, at: int) -> tuple[Record | Flaw | None, int]:
    file.seek(at)
    begin = file.read(8)
    if begin.startswith(GZIP):
        return _member(file, at)
    if begin.startswith(PLAIN):
        return _plain(file, at)
    blank = len(begin) - len(begin.lstrip(b"\r\n"))
    if blank:
        return None, at + blank
    return Flaw(offset=at, why="no record begins here"), at


def _member(file: BinaryIO, at: int) -> tuple[Record | Flaw, int]:
    data, end, fault = _unpack(file, at, keep=2 * HEAD)
    if fault:
        return Flaw(offset=at, why=fault), end
    head = _headers(data)
    if head is None:
        return Flaw(offset=at, why="no WARC record in the gzip member"), end
    headers, start = head
    block = data[start : start + min(_length(headers), HEAD)]
    return Record(offset=at, headers=headers, block=block, size=_length(headers)), end


def _plain(file: BinaryIO, at: int) -> tuple[Record | Flaw, int]:
    file.seek(at)
    data = file.read(2 * HEAD)
    head = _headers(data)
    if head is None:
        return Flaw(offset=at, why="the record's head has no end"), at
    headers, start = head
    size, end = _length(headers), at + start + _length(headers)
    if end > file.seek(0, 2):
        return Flaw(offset=at, why="the file ends amid a record"), at
    if size > MOST_RECORD:
        return Flaw(offset=at, why=f"more than {MOST_RECORD} bytes"), end
    block = data[start : start + min(size, HEAD)]
    return Record(offset=at, headers=headers, block=block, size=size), end


def _unpack(file: BinaryIO, at: int, *, keep: int) -> tuple[bytes, int, str | None]:
    """Unpack a gzip member: what is kept of it, where it ends, and what is wrong with it."""
    file.seek(at)
    unpack, kept, total = zlib.decompressobj(wbits=31), bytearray(), 0
    packed = b""
    try:
        while not unpack.eof:
            packed = unpack.unconsumed_tail or file.read(CHUNK)
            if not packed:
                return bytes(kept), at, "the file ends amid a record"
            piece = unpack.decompress(packed, CHUNK)
            total += len(piece)
            if len(kept) < keep:
                kept += piece
            if total > MOST_RECORD:
                return bytes(kept), at, f"more than {MOST_RECORD} bytes"
    except zlib.error:
        return bytes(kept), at, "the packed record is broken"
    return bytes(kept), file.tell() - len(unpack.unused_data), None


def _headers(data: bytes) -> tuple[dict[str, str], int] | None:
    """Read a record's headers and where its block begins."""
    end = BREAK.search(data, 0, HEAD)
    if end is None or not data.startswith(PLAIN):
        return None
    lines = data[: end.start()].decode("utf-8", "replace").split("\n")[1:]
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, colon, value in pairs if colon}
    return headers, end.end()


def _length(headers: Mapping[str, str]) -> int:
    told = headers.get("content-length", "0")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 19 else 0


def _next_begin(file: BinaryIO, at: int) -> int:
    """Find where the next record may begin."""
    overlap = 8
    while True:
        file.seek(at)
        data = file.read(CHUNK)
        if len(data) <= overlap:
            return at + len(data)
        found = [data.find(GZIP), data.find(PLAIN)]
        for place in sorted(each for each in found if each >= 0):
            return at + place
        at += len(data) - overlap
