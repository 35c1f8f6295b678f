"""Events as JSON lines in a file, in the order in which they happened, each with its number."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from crawler.story import events
from crawler.story.rows import row
from crawler.unwritable import UnwritableError

# What follows it is the end of one run, not a part of the crawl that goes on.
_END = b'"event":"stopped"'


@contextmanager
def open_stream(path: Path, *, goes_on: bool) -> Iterator[events.Listener]:
    """Write events to a file; of a crawl that goes on, what is there already is left as it is.

    Raises:
        OSError: the file cannot be written.
    """
    told, mode = 0, "wb"
    if goes_on and path.exists():
        with path.open("r+b") as file:
            told, mode = _rewind(file), "ab"
    # Without a buffer: what could not be written must not be tried again at the end.
    with FileIO(path, mode) as stream:
        yield _Writer(stream, told=told)


class _Writer:
    """A listener that writes each event whole; those that were told before are only counted."""

    def __init__(self, file: FileIO, *, told: int) -> None:
        self._file = file
        self._told = told
        self._number = 0

    def __call__(self, event: events.Event) -> None:
        self._number += 1
        if self._number <= self._told:
            return
        line = json.dumps({"n": self._number, **row(event)}, separators=(",", ":"))
        try:
            self._write(line.encode() + b"\n")
        except OSError as error:
            message = f"the events file {self._file.name!s} cannot be written: {error.strerror}"
            raise UnwritableError(message) from None

    def _write(self, data: bytes) -> None:
        while data:
            data = data[self._file.write(data) :]


def _rewind(file: BinaryIO) -> int:
    """Cut an end, and a line that was not written whole; return how many lines are left."""
    whole = count = 0
    for line in file:
        if not line.endswith(b"\n") or _END in line:
            break
        whole, count = whole + len(line), count + 1
    file.seek(whole)
    file.truncate()
    return count
