"""The script that freezes the time of day and chance in every frame of a replayed web."""

from functools import cache
from importlib.resources import files


@cache
def _script() -> str:
    return (files("oracle") / "page" / "clock.js").read_text("utf-8")


def frozen_at(moment: float) -> str:
    """Give the script for a moment, in milliseconds since 1970; pages begin at it."""
    return _script().replace("%MOMENT%", str(int(moment)))
