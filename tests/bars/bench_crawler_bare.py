"""The least that a crawler can do: aiohttp, lexbor, ada-url and a set; a floor to measure by."""

import asyncio
import sys

import ada_url
import aiohttp
import yarl
from selectolax.lexbor import LexborHTMLParser


async def crawl(root: str, concurrency: int) -> set[str]:
    """Fetch every page that links lead to below the root."""
    seen = {root}
    queue: asyncio.Queue[str] = asyncio.Queue()
    queue.put_nowait(root)

    async def work(session: aiohttp.ClientSession) -> None:
        while True:
            url = await queue.get()
            async with session.get(yarl.URL(url, encoded=True)) as response:
                if response.status == 200 and response.content_type == "text/html":
                    for found in links(await response.read(), str(response.url)):
                        if found.startswith(root) and found not in seen:
                            seen.add(found)
                            queue.put_nowait(found)
            queue.task_done()

    async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as group:
        workers = [group.create_task(work(session)) for _ in range(concurrency)]
        await queue.join()
        for worker in workers:
            worker.cancel()
    return seen


def links(body: bytes, base: str) -> set[str]:
    """Return the addresses of a page's links, without fragments."""
    found = set()
    for node in LexborHTMLParser(body).css("a[href], area[href]"):
        written = (node.attributes["href"] or "").partition("#")[0]
        if written:
            found.add(written)
    return {url for written in found if (url := joined(base, written))}


def joined(base: str, written: str) -> str | None:
    """Resolve an address; None: it is none."""
    try:
        return ada_url.join_url(base, written)
    except ValueError:
        return None


if __name__ == "__main__":
    sys.stdout.writelines(f"{url}\n" for url in asyncio.run(crawl(sys.argv[1], int(sys.argv[2]))))
