"""Pieces of an address that look made for one request: session ids, nonces, timestamps.

The look alone proves nothing (a commit's page has a hash in its path for ever); `volatile` decides
by two loads.
"""

import re
from functools import lru_cache

from oracle.url import origin, place

MASK = "*"

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
_PIECE = re.compile(
    rf"(?<![0-9A-Za-z%])(?:(?P<uuid>{_UUID})|0\.\d{{6,}}|[0-9A-Za-z_-]{{20,}}|[0-9A-Za-z]{{8,}})"
    r"(?![0-9A-Za-z%])",
    re.IGNORECASE,
)
_RUN = re.compile(r"[0-9A-Za-z]{8,}")
_HEX = re.compile(r"[0-9a-f]{16,}|[0-9A-F]{16,}")


@lru_cache(maxsize=65536)
def mask(address: str) -> str:
    """The address with every token replaced by `*`; the address itself when it bears none."""
    return origin(address) + _PIECE.sub(_masked, place(address))


def bears_token(address: str) -> bool:
    """Whether a piece of the address looks made for one request."""
    return mask(address) != address


def is_token(piece: str) -> bool:
    """Whether letters and digits without a separator look drawn rather than written."""
    if piece.isdigit():
        return len(piece) >= 10
    digits = sum(character.isdigit() for character in piece)
    if _HEX.fullmatch(piece):
        return True
    return len(piece) >= 8 and digits >= 2 and len(piece) - digits >= 2


def _masked(match: re.Match[str]) -> str:
    piece = match[0]
    if match["uuid"] or piece.startswith("0.") or _is_base64(piece):
        return MASK
    return _RUN.sub(lambda run: MASK if is_token(run[0]) else run[0], piece)


def _is_base64(piece: str) -> bool:
    """Long, with both cases and digits, as URL-safe base64 is."""
    return len(piece) >= 20 and all(
        any(test(character) for character in piece)
        for test in (str.isupper, str.islower, str.isdigit)
    )
