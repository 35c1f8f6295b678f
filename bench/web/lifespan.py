"""An application's lifespan: told to start and to stop, if it cares to be told."""

import asyncio
from typing import Any

from bench.web.appload import App, Message, NotStarted
from bench.web.asgi import VERSIONS

_STARTED = {"lifespan.startup.complete", "lifespan.startup.failed"}
_STOPPED = {"lifespan.shutdown.complete", "lifespan.shutdown.failed"}


class Lifespan:
    """One application's start and end, on the loop that it works on."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._told: asyncio.Queue[Message] = asyncio.Queue()
        self._heard: dict[str, str] = {}
        self._news = asyncio.Event()
        self.state: dict[str, Any] = {}

    async def start(self) -> None:
        """Let the application start; one that knows no lifespan has started already.

        Raises:
            NotStarted: it says that it cannot.
        """
        scope = {"type": "lifespan", "asgi": dict(VERSIONS), "state": self.state}
        self._task = asyncio.create_task(self._run(scope))
        await self._tell("lifespan.startup", _STARTED)
        if "lifespan.startup.failed" in self._heard:
            why = self._heard["lifespan.startup.failed"]
            message = f"its startup failed: {why or 'no reason given'}"
            raise NotStarted(message)

    async def stop(self, seconds: float) -> None:
        """Let the application end, for so long; how it ends changes nothing that was measured."""
        try:
            async with asyncio.timeout(seconds):
                await self._tell("lifespan.shutdown", _STOPPED)
        except TimeoutError:
            self._task.cancel()

    async def _run(self, scope: Message) -> None:
        try:
            await self._app(scope, self._told.get, self._hear)
        except Exception as error:  # noqa: BLE001 - before it starts it means: no lifespan here
            if "lifespan.startup.complete" in self._heard:
                self._heard["lifespan.shutdown.failed"] = repr(error)
        finally:
            self._news.set()

    async def _tell(self, kind: str, answers: set[str]) -> None:
        """Tell the application, and wait for its answer or its end."""
        self._told.put_nowait({"type": kind})
        while not self._task.done() and not answers & set(self._heard):
            self._news.clear()
            await self._news.wait()

    async def _hear(self, message: Message) -> None:
        self._heard[message["type"]] = str(message.get("message", ""))
        self._news.set()
