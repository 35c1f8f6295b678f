"""Opens the WARC files of an archive: plain, packed by record, packed whole, or in a WACZ.

What must be unpacked first is, into files without a name, and no further than a bound.
"""

import gzip
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, Protocol, cast

from bench.web.archive.scan import is_solid

MOST_MEMBERS = 2000
MOST_UNPACKED = 16 << 30
"""Bytes that an archive may take once it is unpacked on the disk."""

CHUNK = 1 << 20
ENDINGS = (".warc", ".warc.gz")


class BadArchive(Exception):  # noqa: N818 - said to the person as it is
    """The archive as a whole cannot be used, and why."""


def open_files(path: Path, stack: ExitStack) -> Iterator[tuple[str, BinaryIO]]:
    """Give each WARC file of an archive, with its name; `stack` closes them.

    Raises:
        BadArchive: it cannot be used at all.
        OSError: it cannot be read.
    """
    if path.is_dir():
        inside = sorted(each for each in path.iterdir() if each.name.endswith(ENDINGS))
        if not inside:
            message = f"{path}: no .warc or .warc.gz file in it"
            raise BadArchive(message)
        for each in inside:
            yield each.name, _reachable(stack.enter_context(each.open("rb")), stack)
    elif path.name.endswith(".wacz"):
        yield from _packed(path, stack)
    else:
        yield path.name, _reachable(stack.enter_context(path.open("rb")), stack)


def _packed(path: Path, stack: ExitStack) -> Iterator[tuple[str, BinaryIO]]:
    room = MOST_UNPACKED
    try:
        with zipfile.ZipFile(path) as whole:
            inside = [each for each in whole.infolist() if _is_warc(each.filename)]
            if not inside or len(inside) > MOST_MEMBERS:
                message = f"{path}: {len(inside)} WARC files in it"
                raise BadArchive(message)
            for each in inside:
                with whole.open(each) as packed:
                    file = _copied(cast("_Unpacking", packed), room, stack, path)
                room -= file.seek(0, 2)
                yield f"{path.name}, {each.filename}", _reachable(file, stack)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        message = f"{path}: no WACZ that can be read: {error}"
        raise BadArchive(message) from error


def _is_warc(name: str) -> bool:
    return name.startswith("archive/") and name.endswith(ENDINGS)


def _reachable(file: BinaryIO, stack: ExitStack) -> BinaryIO:
    """Give the file in a form in which every record can be reached by its place."""
    if not is_solid(file):
        return file
    file.seek(0)
    with gzip.GzipFile(fileobj=file) as unpacking:
        return _copied(unpacking, MOST_UNPACKED, stack, None)


class _Unpacking(Protocol):
    """What unpacks as it is read."""

    def read1(self, size: int, /) -> bytes:
        """Give what one look brings: a plain read would lose that with the error behind it."""
        ...


def _copied(source: _Unpacking, room: int, stack: ExitStack, path: Path | None) -> BinaryIO:
    """Copy into a file without a name; what is broken or cut is taken as far as it goes."""
    file = cast("BinaryIO", stack.enter_context(TemporaryFile()))  # noqa: SIM115 - it is one
    try:
        while piece := source.read1(CHUNK):
            room -= len(piece)
            if room < 0:
                message = f"{path or 'the archive'}: unpacks to more than {MOST_UNPACKED} bytes"
                raise BadArchive(message)
            file.write(piece)
    except (EOFError, zlib.error, zipfile.BadZipFile, gzip.BadGzipFile):
        pass  # the scan tells at which record it breaks off
    return file
