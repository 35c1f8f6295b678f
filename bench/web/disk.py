"""A file on the disk as a response: its type, validators and bytes, unpacked where need be."""

import functools
import os
import stat
import zlib
from email.utils import formatdate
from pathlib import Path

from bench.web.media import media_type
from bench.web.origin import File, Headers, Response

PACKED = (".html", ".htm")  # may lie there as .html.gz only, as Debian ships long pages
IN_MEMORY = 1 << 20  # larger files are sent piece by piece
UNPACKED = 64 << 20  # what a packed page may grow to


def look(path: str) -> os.stat_result | None:
    """What is there under a name; None where nothing is."""
    try:
        return os.stat(path)  # noqa: PTH116 - a Path a request is dearer than the whole look-up
    except (FileNotFoundError, NotADirectoryError):
        return None


def is_folder(state: os.stat_result | None) -> bool:
    """Whether a folder is there."""
    return state is not None and stat.S_ISDIR(state.st_mode)


def is_file(state: os.stat_result | None) -> bool:
    """Whether a regular file is there."""
    return state is not None and stat.S_ISREG(state.st_mode)


def serve(path: str, state: os.stat_result | None) -> Response | None:
    """The regular file of that name, or its packed form where only that is there.

    Raises:
        OSError: it cannot be read.
        zlib.error: it cannot be unpacked.
    """
    if state is not None:
        return _plain(path, state) if is_file(state) else None
    packed = look(f"{path}.gz") if path.endswith(PACKED) else None
    if packed is None or not is_file(packed):
        return None
    body = _unpack(f"{path}.gz")
    return Response(headers=_headers(path, packed.st_mtime_ns, packed.st_size), body=body)


def _plain(path: str, state: os.stat_result) -> Response:
    headers = _headers(path, state.st_mtime_ns, state.st_size)
    if state.st_size > IN_MEMORY:
        return Response(headers=headers, body=File(path=Path(path), size=state.st_size))
    # Unbuffered, and no more than it was: it may be growing, as a log does.
    with open(path, "rb", buffering=0) as stream:  # noqa: PTH123 - as above
        return Response(headers=headers, body=stream.read(state.st_size))


@functools.lru_cache(maxsize=4096)
def _headers(path: str, modified_ns: int, size: int) -> Headers:
    return (
        *typed(path),
        ("Last-Modified", formatdate(modified_ns // 10**9, usegmt=True)),
        ("ETag", f'"{modified_ns:x}-{size:x}"'),
    )


def _unpack(path: str) -> bytes:
    with Path(path).open("rb") as stream:
        packed = stream.read(UNPACKED + 1)
    unpacker = zlib.decompressobj(wbits=31)
    body = unpacker.decompress(packed, UNPACKED)
    if not unpacker.eof:
        message = "cut short, or too large"
        raise zlib.error(message)
    return body


def typed(name: str) -> Headers:
    """The header that says what kind of file a name stands for."""
    return (("Content-Type", media_type(name)),)
