"""An ASGI application at work: a thread and loop of its own, from its start to its end.

Not on the gateway's loop: an application that blocks its loop must not stop both sides with it.
"""

import asyncio
import sys
import threading
from concurrent.futures import Future
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from bench.web.appload import Named, NotStarted, load
from bench.web.asgi import Exchange
from bench.web.lifespan import Lifespan
from bench.web.origin import Answer, Request, Reset, Response

START = 60.0
SECONDS = 30.0
STOP = 10.0
GRACE = 1.0  # for an application to notice that its client has left


class Application:
    """An origin, for as long as its context lasts."""

    def __init__(self, named: Named, *, seconds: float = SECONDS, start: float = START) -> None:
        self._named = named
        self._seconds = seconds
        self._start = start
        self._begun: Future[None] = Future()
        self._thread = threading.Thread(target=self._work, daemon=True, name="application")
        self._main: asyncio.Task[Any] | None = None
        self._running: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        """Import the application and let it start.

        Raises:
            NotStarted: it does not.
        """
        self._thread.start()
        try:
            await asyncio.wait_for(asyncio.wrap_future(self._begun), self._start)
        except TimeoutError:
            self._give_up()
            message = f"{self._named.target} has not started within {self._start:g} s"
            raise NotStarted(message) from None
        return self

    def _give_up(self) -> None:
        """Put down what does not start; what still imports cannot be."""
        if self._main is not None:
            with suppress(RuntimeError):  # its loop is closed already
                self._main.get_loop().call_soon_threadsafe(self._main.cancel)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the application end; one that does not is left to the end of the process."""
        with suppress(RuntimeError):  # its loop is closed already
            self._loop.call_soon_threadsafe(self._over.set)
        await asyncio.to_thread(self._thread.join, STOP)

    def _work(self) -> None:
        try:
            asyncio.run(self._live())
        except BaseException as error:  # noqa: BLE001 - the thread's end is told, not raised
            if not self._begun.done():
                self._begun.set_exception(error)
            else:
                sys.stderr.write(f"{self._named.target}: {error!r}\n")

    async def _live(self) -> None:
        self._main = asyncio.current_task()
        self._loop = asyncio.get_running_loop()
        self._app = load(self._named)
        self._over = asyncio.Event()
        lifespan = Lifespan(self._app)
        await lifespan.start()
        self._state = lifespan.state
        self._begun.set_result(None)
        await self._over.wait()
        await lifespan.stop(STOP)

    async def answer(self, request: Request) -> Answer:
        """Answer one request; what the application raises is raised here."""
        asked = asyncio.wrap_future(
            asyncio.run_coroutine_threadsafe(self._exchange(request), self._loop)
        )
        left = asyncio.ensure_future(_never() if request.left is None else request.left())
        waiting: set[asyncio.Future[Any]] = {asked, left}
        try:
            await asyncio.wait(waiting, timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                return asked.result()
            if left.done():
                return Reset()
            return _late(self._seconds)
        finally:
            asked.cancel()
            left.cancel()
            await asyncio.wait({left})

    async def _exchange(self, request: Request) -> Response:
        exchange = Exchange(request=request)
        task = asyncio.create_task(exchange.run(self._app, self._state))
        self._running.add(task)
        task.add_done_callback(self._ended)
        whole = asyncio.create_task(exchange.done.wait())
        try:
            await asyncio.wait({task, whole}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            exchange.left.set()
            await _end(task)
            raise
        finally:
            whole.cancel()
        if not exchange.done.is_set():
            await task
        return exchange.response

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        # What it does after its answer is its own affair, and so is how that ends.
        with suppress(asyncio.CancelledError):
            task.exception()


async def _end(task: asyncio.Task[Any]) -> None:
    """Let an exchange notice that nobody waits for it any more, then put it down."""
    await asyncio.wait({task}, timeout=GRACE)
    task.cancel()
    await asyncio.wait({task}, timeout=GRACE)


async def _never() -> None:
    await asyncio.Event().wait()


def _late(seconds: float) -> Response:
    text = f"the application has not given a whole answer within {seconds:g} s\n"
    return Response(
        status=504, headers=(("Content-Type", "text/plain; charset=utf-8"),), body=text.encode()
    )
