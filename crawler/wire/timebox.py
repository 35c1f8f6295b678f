"""Work that may be cut short, by the clock or by whoever asked for it."""

import asyncio
from collections.abc import Coroutine


async def ended_by_itself(
    work: Coroutine[None, None, None], *, seconds: float | None, interrupt: asyncio.Event | None
) -> bool:
    """Let work run, cancel it when its time is over or the event is set; tell which it was."""
    task = asyncio.create_task(work)
    waiting: set[asyncio.Task[object]] = {task}
    if interrupt is not None:
        waiting.add(asyncio.create_task(interrupt.wait()))
    try:
        await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            return False
        task.result()
        return True
    finally:
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
