"""The HTTP answer in a record's block: head, body without its framing, content coding."""

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

Headers = tuple[tuple[str, str], ...]

MOST_BODY = 64 << 20
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)? +(\d{3})(?: +([^\r\n]*))?\r?\n")
_SIZE = re.compile(rb"([0-9a-fA-F]{1,8})[^\r\n]*\r?\n")
_CODINGS = {"gzip": 31, "x-gzip": 31, "deflate": 47}


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """An answer as it was recorded, its transfer coding undone."""

    status: int
    headers: Headers
    body: bytes = b""

    def header(self, name: str) -> str | None:
        """The first value of a header by its lower-case name."""
        return next((value for key, value in self.headers if key.lower() == name), None)


def status_of(block: bytes) -> int | None:
    """Give the status of an answer; None where there is none."""
    found = _STATUS.match(block)
    return None if found is None else int(found[1])


def method_of(block: bytes) -> str | None:
    """Give the method of a request."""
    word = block.partition(b" ")[0]
    return word.decode("ascii") if word.isalpha() and len(word) < 20 else None


def message_of(record: Mapping[str, str], block: bytes) -> Message | None:
    """Read the answer in a record's block; a bare resource is an answer without a head."""
    if record.get("warc-type") == "resource":
        kind = record.get("content-type", "application/octet-stream")
        return Message(status=200, headers=(("Content-Type", kind),), body=block)
    first = _STATUS.match(block)
    if first is None:
        return None
    end = re.compile(rb"(?<=\n)\r?\n").search(block, first.end() - 1)
    stop, start = (end.start(), end.end()) if end else (len(block), len(block))
    lines = block[first.end() : stop].decode("utf-8", "surrogateescape").split("\n")
    pairs = (line.partition(":") for line in lines)
    headers = tuple((name.strip(), value.strip()) for name, colon, value in pairs if colon)
    body = block[start:]
    message = Message(status=int(first[1]), headers=headers)
    if "chunked" in (message.header("transfer-encoding") or "").lower():
        body = _dechunked(body)
    return Message(status=message.status, headers=headers, body=body)


def unpacked(body: bytes, coding: str) -> bytes | None:
    """Undo a content coding; None where it is none of ours, broken, or would never end."""
    wbits = _CODINGS.get(coding.strip().lower())
    if wbits is None:
        return None
    for bits in (wbits, -15) if wbits == 47 else (wbits,):
        try:
            unpack = zlib.decompressobj(wbits=bits)
            data = unpack.decompress(body, MOST_BODY + 1)
        except zlib.error:
            continue
        return data if len(data) <= MOST_BODY else None
    return None


def _dechunked(body: bytes) -> bytes:
    """Undo the transfer coding; of what is cut, as far as it came; of what has none, all."""
    parts: list[bytes] = []
    at = 0
    while (size := _SIZE.match(body, at)) is not None:
        length = int(size[1], 16)
        if not length:
            return b"".join(parts)
        parts.append(body[size.end() : size.end() + length])
        at = size.end() + length
        at += len(b"\r\n") if body[at : at + 2] == b"\r\n" else 0
    return b"".join(parts) if parts and at >= len(body) else body
