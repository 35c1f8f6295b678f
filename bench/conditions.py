"""Under which conditions the selftest measures: a quiet machine, a busy core, slow pages."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from enum import StrEnum
from typing import Protocol

SLOWED = "ROUTE_RECALL_SLOWED"
"""What the oracle's browser reads: pages get the so-manieth part of the CPU."""

TIMES = 4

# It ends by itself when its parent is gone.
_BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    pass\n"


class Condition(StrEnum):
    """How the machine is while truths are measured."""

    IDLE = "idle"
    LOADED = "loaded"
    THROTTLED = "throttled"


class _Enter(Protocol):
    def __call__(self) -> AbstractContextManager[None]: ...


def under(condition: Condition) -> AbstractContextManager[None]:
    """Bring a condition about, and end it with the block; workers have to start within."""
    return _CONTEXTS[condition]()


@contextmanager
def _loaded() -> Iterator[None]:
    with subprocess.Popen([sys.executable, "-c", _BUSY]) as busy:  # noqa: S603 - our own lines
        try:
            yield
        finally:
            busy.kill()


@contextmanager
def _throttled() -> Iterator[None]:
    before = os.environ.get(SLOWED)
    os.environ[SLOWED] = str(TIMES)
    try:
        yield
    finally:
        if before is None:
            del os.environ[SLOWED]
        else:
            os.environ[SLOWED] = before


_CONTEXTS: Mapping[Condition, _Enter] = {
    Condition.IDLE: nullcontext,
    Condition.LOADED: _loaded,
    Condition.THROTTLED: _throttled,
}
