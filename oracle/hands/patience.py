"""Waiting with a limit for calls that may never end, without leaving noise behind."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from oracle.hands.tab import Lost

CLOSING = 5.0  # seconds that closing may take

T = TypeVar("T")


async def bounded(doing: Awaitable[T], cap: float, *, crashed: asyncio.Event) -> T | Lost:
    """The result, or why there is none: the tab crashed, or the time ran out."""
    task = asyncio.ensure_future(doing)
    if crashed.is_set():
        abandon(task)
        return Lost.CRASHED
    crash = asyncio.ensure_future(crashed.wait())
    await asyncio.wait({task, crash}, timeout=cap, return_when=asyncio.FIRST_COMPLETED)
    dead = crash.done()
    crash.cancel()
    if task.done():
        return task.result()
    abandon(task)
    return Lost.CRASHED if dead else Lost.STUCK


async def quietly(doing: Awaitable[object]) -> None:
    """Do what may fail because its object is gone already, and not for long."""
    task = asyncio.ensure_future(doing)
    await asyncio.wait({task}, timeout=CLOSING)
    abandon(task)


def abandon(task: "asyncio.Future[T]") -> None:
    """Let a call that nobody waits for any more end unheard."""
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
