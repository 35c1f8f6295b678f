"""Undoing a response's content coding piece by piece, never further than there is room."""

import zlib

from crawler.wire.observation import Failure, Trouble

PLAIN = frozenset({"", "identity", "none"})
ZIPPED = frozenset({"gzip", "x-gzip", "deflate"})
GZIP_MAGIC = b"\x1f\x8b"
# zlib's low nibble of a zlib header; a `deflate` body without it is a raw stream.
ZLIB_METHOD = 8
AUTO_HEADER = zlib.MAX_WBITS | 32


class Inflater:
    """One gzip or deflate body; a body of several gzip members is one body."""

    __slots__ = ("_coding", "_ended", "_plain", "_stream", "broken")

    def __init__(self, coding: str) -> None:
        self._coding = coding
        self._stream: zlib._Decompress | None = None
        self._plain = False
        self._ended = False
        self.broken = False

    @property
    def whole(self) -> bool:
        """Tell whether what came so far ends where a body may end."""
        return self._stream is None and not self.broken

    def feed(self, data: bytes, room: int) -> bytes:
        """Return what the next bytes unpack to, at most `room` bytes of it.

        A body that is not packed although its header says so is passed on as it is; from the
        first corrupt byte on nothing more comes, and `broken` says so.
        """
        out: list[bytes] = []
        while data and room > 0 and not self.broken:
            piece, data = self._step(data, room)
            out.append(piece)
            room -= len(piece)
        return b"".join(out)

    def _step(self, data: bytes, room: int) -> tuple[bytes, bytes]:
        stream = self._stream or self._open(data)
        if stream is None:
            return (data[:room], data[room:]) if self._plain else (b"", b"")
        intact = stream.copy()
        try:
            piece = stream.decompress(data, room)
        except zlib.error:
            self.broken = True
            return _salvage(intact, data, room), b""
        if not stream.eof:
            self._stream = stream
            return piece, stream.unconsumed_tail
        self._stream, self._ended = None, True
        return piece, stream.unused_data

    def _open(self, data: bytes) -> "zlib._Decompress | None":
        """Open the next member; None: the body is not packed, or what follows is padding."""
        zipped = GZIP_MAGIC.startswith(data[:2])
        if self._plain or (self._ended and not zipped):
            return None
        self._plain = self._coding != "deflate" and not zipped
        return None if self._plain else zlib.decompressobj(self._window(data[0]))

    def _window(self, first: int) -> int:
        raw = self._coding == "deflate" and first & 0x0F != ZLIB_METHOD and first != GZIP_MAGIC[0]
        return -zlib.MAX_WBITS if raw else AUTO_HEADER


def _salvage(stream: "zlib._Decompress", data: bytes, room: int) -> bytes:
    """Unpack up to the corrupt byte, which may be no more than a wrong checksum at the end."""
    out = bytearray()
    for at in range(len(data)):
        try:
            out += stream.decompress(data[at : at + 1], room - len(out))
        except zlib.error:
            break
        if len(out) >= room:
            break
    return bytes(out)


def inflater(coding: str | None) -> Inflater | Trouble | None:
    """Return what undoes a Content-Encoding, None for a plain body, or why none can."""
    name = (coding or "").strip().lower()
    if name in PLAIN:
        return None
    if name in ZIPPED:
        return Inflater(name)
    return Trouble(reason=Failure.PROTOCOL, detail=f"Content-Encoding {name} was not asked for")
