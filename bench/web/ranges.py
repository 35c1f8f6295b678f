"""Which bytes a Range header asks for (RFC 9110, section 14)."""

import re
from dataclasses import dataclass
from enum import Enum

_SINGLE = re.compile(r"bytes=(?P<first>\d{0,18})-(?P<last>\d{0,18})", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """Bytes from `start` up to, not including, `stop`."""

    start: int
    stop: int


class Whole(Enum):
    """The two ways in which a range gives no slice."""

    IGNORED = "ignored"  # none, malformed, several at once, or of nothing: the whole is sent
    UNSATISFIABLE = "unsatisfiable"  # it begins behind the end


def select(header: str | None, size: int) -> Slice | Whole:
    """Read a Range header against a body of `size` bytes."""
    found = _SINGLE.fullmatch(header.strip()) if header and size else None
    if found is None or found["first"] == found["last"] == "":
        return Whole.IGNORED
    if not found["first"]:
        length = min(int(found["last"]), size)
        return Slice(start=size - length, stop=size) if length else Whole.UNSATISFIABLE
    start = int(found["first"])
    stop = min(int(found["last"]) + 1, size) if found["last"] else size
    if found["last"] and int(found["last"]) < start:
        return Whole.IGNORED
    return Slice(start=start, stop=stop) if start < size else Whole.UNSATISFIABLE
