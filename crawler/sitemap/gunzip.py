"""A body in pieces, its layers of gzip undone as a stream: a small body may hold a large one."""

import zlib
from collections.abc import Iterator

from crawler.sitemap.pieces import gathered

MAGIC = b"\x1f\x8b"
MAX_LAYERS = 3
CHUNK = 64 * 1024


def is_gzip(data: bytes) -> bool:
    """Tell gzip by its magic bytes, whatever label it was served under."""
    return data.startswith(MAGIC)


class Unpacked:
    """What a body holds, piece by piece, as often as it is asked; at most `limit` bytes a layer.

    `fault` says what was broken or cut as far as it was read, `size` how much came out.
    """

    def __init__(self, data: bytes, *, limit: int) -> None:
        self._data = data
        self._limit = limit
        self._faults: list[str] = []
        self.size = 0

    @property
    def fault(self) -> str | None:
        """The first fault, which is the outermost."""
        return self._faults[0] if self._faults else None

    def __iter__(self) -> Iterator[bytes]:
        self._faults, self.size = [], 0
        for piece in self._bounded(self._plain()):
            self.size += len(piece)
            yield piece

    def _plain(self) -> Iterator[bytes]:
        pieces: Iterator[bytes] = (
            self._data[at : at + CHUNK] for at in range(0, len(self._data), CHUNK)
        )
        for _ in range(MAX_LAYERS):
            head, pieces = gathered(pieces, len(MAGIC), b"")
            if not is_gzip(head):
                return pieces
            pieces = self._bounded(self._layer(pieces))
        head, pieces = gathered(pieces, len(MAGIC), b"")
        if not is_gzip(head):
            return pieces
        self._faults.append(f"gzip: more than {MAX_LAYERS} layers")
        return iter(())

    def _bounded(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        room = self._limit
        for piece in pieces:
            yield piece[:room]
            room -= len(piece)
            if room < 0:
                self._faults.append(f"cut at {self._limit} bytes")
                return

    def _layer(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Undo one layer, member after member; what a broken one held before its fault counts."""
        member: zlib._Decompress | None = None
        for each in pieces:
            piece, more = each, False
            while piece or more:
                if member is None:
                    if not MAGIC.startswith(piece[: len(MAGIC)]):
                        return  # behind the last member, padding
                    member = zlib.decompressobj(wbits=31)
                try:
                    out = member.decompress(piece, CHUNK)
                except zlib.error as error:
                    self._faults.append(f"gzip: {error}")
                    return
                yield out
                more = len(out) == CHUNK and not member.eof
                piece = member.unused_data if member.eof else member.unconsumed_tail
                member = None if member.eof else member
        if member is not None:
            self._faults.append("gzip: the data ends too early")
