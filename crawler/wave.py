"""A wave of jobs: run side by side, a few for each host, and handed back in the order taken."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from typing import TypeVar

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")


@asynccontextmanager
async def in_order(
    jobs: Sequence[tuple[str, Job]],
    work: Callable[[Job], Awaitable[Outcome]],
    *,
    concurrency: int,
) -> AsyncIterator[AsyncIterator[tuple[Job, Outcome]]]:
    """Do the jobs (each with its host), `concurrency` at once for each host.

    Leaving the block early ends what still runs; what a job raises is raised in its turn.
    """
    loop = asyncio.get_running_loop()
    lanes: defaultdict[str, deque[tuple[Job, asyncio.Future[Outcome]]]] = defaultdict(deque)
    line: list[tuple[Job, asyncio.Future[Outcome]]] = []
    for host, job in jobs:
        line.append((job, loop.create_future()))
        lanes[host].append(line[-1])
    workers = [
        loop.create_task(_worker(lane, work))
        for lane in lanes.values()
        for _ in range(min(concurrency, len(lane)))
    ]
    try:
        async with aclosing(_outcomes(line)) as outcomes:
            yield outcomes
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        for _, outcome in line:
            if outcome.done() and not outcome.cancelled():
                outcome.exception()  # looked at, as nobody else will: asyncio would complain


async def _worker(
    lane: deque[tuple[Job, asyncio.Future[Outcome]]], work: Callable[[Job], Awaitable[Outcome]]
) -> None:
    while lane:
        job, outcome = lane.popleft()
        try:
            outcome.set_result(await work(job))
        except Exception as error:  # noqa: BLE001 - handed to whoever awaits this outcome
            outcome.set_exception(error)


async def _outcomes(
    line: Sequence[tuple[Job, asyncio.Future[Outcome]]],
) -> AsyncGenerator[tuple[Job, Outcome], None]:
    for job, outcome in line:
        yield job, await outcome
