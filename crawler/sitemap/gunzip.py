"""Gzip undone layer by layer, as a stream with a bound: a small body may hold a large one."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

MAGIC = b"\x1f\x8b"
MAX_LAYERS = 3
_CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Inflated:
    """What came out, at most as much as was allowed; `error` says what was broken."""

    data: bytes
    complete: bool = True
    error: str | None = None


def is_gzip(data: bytes) -> bool:
    """Tell gzip by its magic bytes, whatever label it was served under."""
    return data.startswith(MAGIC)


def gunzip(data: bytes, *, limit: int) -> Inflated:
    """Undo every layer of gzip, at most to `limit` bytes; a broken end keeps its beginning."""
    inflated = Inflated(data=data)
    for _ in range(MAX_LAYERS):
        if not is_gzip(inflated.data):
            return inflated
        outer, inflated = inflated, _layer(inflated.data, limit)
        if not outer.complete:
            inflated = replace(inflated, complete=False, error=outer.error or inflated.error)
    if not is_gzip(inflated.data):
        return inflated
    return Inflated(data=b"", complete=False, error=f"gzip: more than {MAX_LAYERS} layers")


def _layer(data: bytes, limit: int) -> Inflated:
    kept = bytearray()
    try:
        for chunk in stream(data):
            kept += chunk[: limit - len(kept)]
            if len(kept) == limit:
                return Inflated(data=bytes(kept), complete=False, error=f"cut at {limit} bytes")
    except zlib.error as error:
        return Inflated(data=bytes(kept), complete=False, error=f"gzip: {error}")
    return Inflated(data=bytes(kept))


def stream(data: bytes) -> Iterator[bytes]:
    """Yield one layer's content in chunks of bounded size, member after member.

    Raises:
        zlib.error: when the data is broken or ends too early; what came before was yielded.
    """
    rest = data
    while is_gzip(rest):
        member = zlib.decompressobj(wbits=31)
        while chunk := member.decompress(rest, _CHUNK):
            yield chunk
            rest = member.unconsumed_tail
        if not member.eof:
            message = "the data ends too early"
            raise zlib.error(message)
        rest = member.unused_data
