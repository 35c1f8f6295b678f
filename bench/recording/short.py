"""A text as a few bytes, to be known again: addresses are many, and long."""

import hashlib

BYTES = 12


def short(text: str) -> bytes:
    """Give a digest of twelve bytes."""
    return hashlib.blake2b(text.encode("utf-8", "surrogateescape"), digest_size=BYTES).digest()
