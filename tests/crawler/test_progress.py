"""The line that shows a crawl names what it has been waiting for (UR-142)."""

import asyncio
import io
import os
import pty
import sys

from crawler.commands.progress import CLEAR, Progress
from crawler.state.record import State
from crawler.story.events import PageFetched
from crawler.wire.answer import Answer, Appetite
from crawler.wire.underway import Underway
from tests.crawler.web import ROOT, Site, html, serve


def terminal() -> io.StringIO:
    """A stream that says that it is a terminal."""
    stream = io.StringIO()
    stream.isatty = lambda: True  # type: ignore[method-assign] # it is none
    return stream


def line(stream: io.StringIO) -> str:
    """What stands on a terminal now."""
    return stream.getvalue().rpartition(CLEAR)[2]


PAGE = PageFetched(
    url="http://site.test/p",
    state=State.FETCHED,
    status=200,
    depth=1,
    known=9,
    fetched=4,
    links_over=0,
    discovered_kinds={},
)


def test_a_request_is_named_once_it_takes_long() -> None:
    shown = terminal()
    progress = Progress(shown)
    progress.tick(("http://site.test/robots.txt", 7.4))
    assert line(shown) == "nothing fetched yet  7 s waiting for http://site.test/robots.txt"
    progress(PAGE)
    assert line(shown) == "4 of 9 fetched  http://site.test/p"
    progress.tick(("http://site.test/q", 1.0))
    assert line(shown) == "4 of 9 fetched  http://site.test/p"
    progress.tick(("http://mute.test/" + "x" * 90, 12.0))
    assert line(shown).startswith("4 of 9 fetched  12 s waiting for http://mute.test/xx")
    assert len(line(shown)) < 80
    progress.tick(None)
    assert line(shown) == "4 of 9 fetched  http://site.test/p"


def test_the_oldest_of_the_open_requests_is_known() -> None:
    now = 0.0
    gates: dict[str, asyncio.Event] = {}

    class Slow:
        """A transport whose answers wait."""

        async def get(self, url: str, *, appetite: Appetite) -> Answer:
            del appetite
            await gates[url].wait()
            return Answer(url=url, status=200)

        def keep_cookie(self, url: str, cookie: str) -> None:
            """Have no use for cookies."""

    async def run() -> list[tuple[str, float] | None]:
        nonlocal now
        underway = Underway(Slow(), clock=lambda: now)
        told = [underway.oldest()]
        tasks = []
        for url in ("http://a.test/1", "http://a.test/2"):
            gates[url] = asyncio.Event()
            tasks.append(asyncio.create_task(underway.get(url, appetite=lambda _s, _h: 9)))
            await asyncio.sleep(0)
            now += 3
        for url, task in zip(gates, tasks, strict=True):
            told.append(underway.oldest())
            gates[url].set()
            await task
        return [*told, underway.oldest()]

    first, second = ("http://a.test/1", 6.0), ("http://a.test/2", 3.0)
    assert asyncio.run(run()) == [None, first, second, None]


async def _shown(until: str) -> str:
    """Crawl before a terminal, a page held until it is named; return all that it showed."""
    seen = asyncio.Event()

    async def held(url: str) -> None:
        if url == f"{ROOT}slow":
            await seen.wait()

    site: Site = {"/": html("/slow"), "/slow": html()}
    ours, theirs = pty.openpty()
    async with serve(site, delay=held) as web:
        command = (sys.executable, "-m", "crawler", ROOT, "--proxy", web.proxy, "--urls")
        child = await asyncio.create_subprocess_exec(
            *command, "--deadline", "300", stdout=asyncio.subprocess.DEVNULL, stderr=theirs
        )
        os.close(theirs)
        shown = ""
        while data := await asyncio.to_thread(_read, ours):
            shown += data
            if until in shown:
                seen.set()
        os.close(ours)
        assert await child.wait() == 0
    return shown


def _read(terminal: int) -> str:
    try:
        return os.read(terminal, 4096).decode()
    except OSError:  # how a terminal says that nobody is left at its other side
        return ""


def test_ur_142_a_terminal_shows_which_address_a_crawl_waits_for() -> None:
    awaited = f"s waiting for {ROOT}slow"
    shown = asyncio.run(_shown(awaited))
    assert awaited in shown
    assert shown.endswith(CLEAR)
