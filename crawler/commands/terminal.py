"""Lines to standard output and complaints to standard error, whoever reads them."""

import os
import sys
from collections.abc import Iterable


def put(lines: Iterable[str]) -> None:
    """Print lines; a reader that leaves ends it quietly."""
    try:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has left; what is still buffered must not fail once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(line: str) -> None:
    """Say what is wrong, in a line."""
    sys.stderr.write(f"crawler: {line}\n")
