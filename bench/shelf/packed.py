"""One file of a shelf: compressed, named by what is in it, and checked when it is unpacked."""

import gzip
import hashlib
import io
import re
from pathlib import Path

from bench.record import Unreadable
from bench.store import write

MOST = 1 << 28
"""No file of a shelf unpacks to more than this."""
NAME = re.compile(r"(truth|frozen)-[0-9a-f]{16}\.json\.gz")
AGAIN = "take it anew from version control, or freeze the site again"


def pack(folder: Path, name: str, content: bytes) -> str:
    """Write a file unless it is there; gives the sha256 of its unpacked bytes."""
    if not (folder / name).is_file():
        # Without a time in it, so that one content gives one file.
        write(folder / name, gzip.compress(content, mtime=0))
    return hashlib.sha256(unpack(folder / name)).hexdigest()


def unpack(path: Path, sha256: str | None = None) -> bytes:
    """Read a file of a shelf.

    Raises:
        Unreadable: it is missing, damaged, or not the one that the index tells of.
    """
    if not NAME.fullmatch(path.name):
        raise Unreadable(path, "is no name of a file on a shelf")
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(path.read_bytes())) as packed:
            content = packed.read(MOST + 1)
    except (OSError, EOFError) as problem:
        raise Unreadable(path, f"is damaged or missing ({problem}); {AGAIN}") from None
    if len(content) > MOST:
        raise Unreadable(path, f"unpacks to more than {MOST} bytes")
    if sha256 is not None and hashlib.sha256(content).hexdigest() != sha256:
        raise Unreadable(path, f"is not the file that {path.parent} tells of; {AGAIN}")
    return content
