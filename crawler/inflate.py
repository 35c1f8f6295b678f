"""Undoing a response's content coding piece by piece, never further than there is room."""

import zlib

from crawler.observation import Failure, Trouble

PLAIN = frozenset({"", "identity", "none"})
ZIPPED = frozenset({"gzip", "x-gzip", "deflate"})
GZIP_MAGIC = b"\x1f\x8b"
# zlib's low nibble of a zlib header; a `deflate` body without it is a raw stream.
ZLIB_METHOD = 8
AUTO_HEADER = zlib.MAX_WBITS | 32


class Inflater:
    """One gzip or deflate body; a body of several gzip members is one body."""

    __slots__ = ("_coding", "_plain", "_stream", "broken")

    def __init__(self, coding: str) -> None:
        self._coding = coding
        self._plain = False
        self._stream: zlib._Decompress | None = None
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
        if self._stream is None:
            self._plain |= self._coding != "deflate" and not GZIP_MAGIC.startswith(data[:2])
            if self._plain:
                return data[:room], data[room:]
            self._stream = zlib.decompressobj(self._window(data[0]))
        try:
            piece = self._stream.decompress(data, room)
        except zlib.error:
            self.broken = True
            return b"", b""
        if not self._stream.eof:
            return piece, self._stream.unconsumed_tail
        rest, self._stream = self._stream.unused_data, None
        # What follows the last member without being one is padding.
        return piece, rest if rest.startswith(GZIP_MAGIC) else b""

    def _window(self, first: int) -> int:
        raw = self._coding == "deflate" and first & 0x0F != ZLIB_METHOD and first != GZIP_MAGIC[0]
        return -zlib.MAX_WBITS if raw else AUTO_HEADER


def inflater(coding: str | None) -> Inflater | Trouble | None:
    """Return what undoes a Content-Encoding, None for a plain body, or why none can."""
    name = (coding or "").strip().lower()
    if name in PLAIN:
        return None
    if name in ZIPPED:
        return Inflater(name)
    return Trouble(reason=Failure.PROTOCOL, detail=f"Content-Encoding {name} was not asked for")
