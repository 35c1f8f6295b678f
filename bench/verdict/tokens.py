"""Tells a token that was made for one request or one visitor from a name that means something."""

import re
from functools import lru_cache

# A whole path segment, or the whole value of a parameter, if it holds a figure.
_WORD = re.compile(r"(?<=[/=])(?=[\w-]*\d)[\w-]{8,}(?=$|[/&?#;])")
_SWITCH = re.compile(r"(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])")
_HEX = re.compile(r"[0-9a-f]{16,}", re.IGNORECASE)
_CLOCK = re.compile(r"\d{10,}")
RESTLESS = 3
"""Changes between letters and figures that no hand writes: 2024-05-news has one."""


def shape_of(address: str) -> str | None:
    """Mask what looks like a token; None where nothing does."""
    shape = masked(address)
    return shape if shape != address else None


@lru_cache(maxsize=2**15)
def masked(address: str) -> str:
    """Write `*` for every token of an address; a site's pages name the same ones over and over."""
    return _WORD.sub(lambda word: "*" if _made(word[0]) else word[0], address)


def _made(word: str) -> bool:
    text = word.replace("-", "").replace("_", "")
    if text.isalpha():
        return False
    if _HEX.fullmatch(text) or _CLOCK.fullmatch(text):
        return True
    return len(_SWITCH.findall(text)) >= RESTLESS
