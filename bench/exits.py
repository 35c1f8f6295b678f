"""The one table of exit codes, for all verbs."""

from collections.abc import Iterable
from enum import IntEnum


class Exit(IntEnum):
    """How a verb ended; where more than one applies, the first of `ORDER` is said."""

    OK = 0
    MISSED = 1
    USAGE = 2
    UNMEASURED = 3
    ENVIRONMENT = 4


ORDER = (Exit.USAGE, Exit.ENVIRONMENT, Exit.MISSED, Exit.UNMEASURED, Exit.OK)

MEANING = {
    Exit.USAGE: "wrong usage or configuration",
    Exit.ENVIRONMENT: "the environment lacks something (no browser, no disk)",
    Exit.MISSED: "a threshold that was asked for, or the baseline, was missed",
    Exit.UNMEASURED: "some site could not be measured though it should have been",
    Exit.OK: "all well",
}


def first(codes: Iterable[Exit]) -> Exit:
    """Give the code to end with when all of `codes` apply."""
    return min(codes, key=ORDER.index, default=Exit.OK)


class Stop(Exception):  # noqa: N818 - it ends a verb on purpose, and is no error of the program
    """Ends a verb at once with a code and the lines to tell the person who typed it."""

    def __init__(self, code: Exit, *lines: str) -> None:
        super().__init__(*lines)
        self.code = code
        self.lines = lines
