"""Lines to standard output and complaints to standard error, whoever reads them."""

import os
import sys
from collections.abc import Iterable

from crawler.unwritable import UnwritableError


def put(lines: Iterable[str]) -> None:
    """Print lines; a reader that leaves ends it quietly.

    Raises:
        UnwritableError: there is no room.
    """
    try:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _drain()
    except OSError as error:
        _drain()
        message = f"the answer cannot be written: {error.strerror}"
        raise UnwritableError(message) from None


def _drain() -> None:
    """Have what is still buffered go nowhere, or it would fail once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(line: str) -> None:
    """Say what is wrong, in a line."""
    sys.stderr.write(f"crawler: {line}\n")
