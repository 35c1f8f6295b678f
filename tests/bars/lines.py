"""How a measurement hands work to a process that stays warm: a line in, a line out."""

import asyncio
import sys
from collections.abc import AsyncIterator


async def asked() -> AsyncIterator[list[str]]:
    """The words of each line that comes in, once ready has been said; an empty one is the last."""
    say("ready")
    while words := (await asyncio.to_thread(sys.stdin.readline)).split():
        yield words


def say(words: str) -> None:
    """Say a line at once."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()
