"""Waves: side by side within bounds, handed back in the order taken, ended when left."""

import asyncio
from collections import Counter

import pytest

from crawler.wave import in_order

HOSTS = ("a", "b")


def test_outcomes_come_in_the_order_taken_whoever_is_first() -> None:
    async def run() -> list[tuple[int, int]]:
        gates = [asyncio.Event() for _ in range(6)]

        async def work(job: int) -> int:
            # Each waits for the one behind it: the last is done first.
            if job + 1 < len(gates):
                await gates[job + 1].wait()
            gates[job].set()
            return job * job

        jobs = [("a", job) for job in range(6)]
        async with in_order(jobs, work, concurrency=6) as outcomes:
            return [pair async for pair in outcomes]

    assert asyncio.run(run()) == [(job, job * job) for job in range(6)]


def test_each_host_has_its_own_bound() -> None:
    open_, most = Counter[str](), Counter[str]()

    async def work(job: tuple[str, int]) -> None:
        host = job[0]
        open_[host] += 1
        most[host] = max(most[host], open_[host])
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        open_[host] -= 1

    async def run() -> None:
        jobs = [(host, (host, at)) for at in range(9) for host in HOSTS]
        async with in_order(jobs, work, concurrency=3) as outcomes:
            async for _ in outcomes:
                pass

    asyncio.run(run())
    assert most == {"a": 3, "b": 3}


def test_a_job_that_raises_does_so_in_its_turn() -> None:
    seen: list[int] = []

    async def work(job: int) -> int:
        if job == 2:
            raise LookupError(job)
        return job

    async def run() -> None:
        async with in_order([("a", job) for job in range(5)], work, concurrency=5) as outcomes:
            async for job, _ in outcomes:
                seen.append(job)

    with pytest.raises(LookupError):
        asyncio.run(run())
    assert seen == [0, 1]


def test_leaving_early_ends_what_still_runs() -> None:
    ended: list[int] = []

    async def work(job: int) -> int:
        if job:
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(job)
        return job

    async def run() -> None:
        async with in_order([("a", job) for job in range(4)], work, concurrency=3) as outcomes:
            async for _ in outcomes:
                break

    asyncio.run(run())
    assert sorted(ended) == [1, 2, 3]
