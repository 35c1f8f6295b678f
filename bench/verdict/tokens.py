"""Tells a token that was made for one request or one visitor from a name that means something."""

import re

# A whole path segment, or the whole value of a parameter.
_WORD = re.compile(r"(?<=[/=])[\w-]{8,}(?=$|[/&?#;])")
_SWITCH = re.compile(r"(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])")
_HEX = re.compile(r"[0-9a-f]{16,}", re.IGNORECASE)
_CLOCK = re.compile(r"\d{10,}")
RESTLESS = 3
"""Changes between letters and figures that no hand writes: 2024-05-news has one."""


def shape_of(address: str) -> str | None:
    """Mask what looks like a token; None where nothing does."""
    shape = masked(address)
    return shape if shape != address else None


def masked(address: str) -> str:
    """Write `*` for every token of an address."""
    return _WORD.sub(lambda word: "*" if _made(word[0]) else word[0], address)


def _made(word: str) -> bool:
    text = word.replace("-", "").replace("_", "")
    if not any(char.isdigit() for char in text):
        return False
    if _HEX.fullmatch(text) or _CLOCK.fullmatch(text):
        return True
    return len(_SWITCH.findall(text)) >= RESTLESS
