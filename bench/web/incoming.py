"""What a client sent: a whole request, or why it cannot be taken."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One whole request as it came over the wire; names of headers are lower case."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """A request that cannot be taken; the connection ends with this status."""

    status: int
    reason: str
