"""Hears what the browser exchanges with the web, from the browser itself; nothing waits for it.

Playwright's events are those of the protocol's Network domain, for pages, frames, workers and
popups alike. Bodies are asked for when an answer begins, so that its end fetches them at once.
Durable messages keep them when a page leaves, and give their bytes instead of a decoded text;
a browser that does not know them loses the bodies of pages that leave at once, and it is told.
"""

import asyncio
from collections.abc import Awaitable, Coroutine
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, TypeVar

from playwright.async_api import BrowserContext, Page, Request, Response
from playwright.async_api import Error as PlaywrightError

from oracle.exchange import Exchange, Headers, Heard
from oracle.hands.patience import quietly

WEB = ("http://", "https://")
HELD_TOTAL = 256 << 20
HELD_EACH = 32 << 20
"""Bytes of bodies that the browser keeps for us, of all and of one; what is larger is told."""

READING = 30.0
"""Seconds for what the browser is asked about one exchange after its end."""

FAREWELL = 5.0
"""Seconds that exchanges on their way may take when their page is closed."""

LOST = "the browser gave no body"

T = TypeVar("T")


@dataclass(slots=True)
class _Begun:
    """A request on its way."""

    started: datetime
    body: asyncio.Task[bytes | None] | None = None


class Tap:
    """All that a context exchanges, told to a listener."""

    def __init__(self, context: BrowserContext, heard: Heard) -> None:
        self._context = context
        self._heard = heard
        self._begun: dict[Request, _Begun] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        context.on("requestfinished", self._on_end)
        context.on("requestfailed", self._on_end)
        context.on("page", lambda page: self._spawn(self.attend(page)))

    def over(self, context: BrowserContext) -> "Tap":
        """Give a tap for another context, with the same listener."""
        return Tap(context, self._heard)

    async def attend(self, page: Page) -> None:
        """Have the browser keep the bodies of a page, and their bytes."""
        try:
            session = await self._context.new_cdp_session(page)
            await session.send(
                "Network.enable",
                {
                    "enableDurableMessages": True,
                    "maxTotalBufferSize": HELD_TOTAL,
                    "maxResourceBufferSize": HELD_EACH,
                },
            )
        except PlaywrightError:  # a popup that is gone already
            return

    async def settle(self) -> None:
        """Wait for what ended and is not told yet."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=FAREWELL)

    def _on_request(self, request: Request) -> None:
        if request.url.startswith(WEB):
            self._begun[request] = _Begun(started=datetime.now(UTC))

    def _on_response(self, response: Response) -> None:
        begun = self._begun.get(response.request)
        if begun is not None and not 300 <= response.status < 400:
            begun.body = asyncio.ensure_future(_given(response.body()))

    def _on_end(self, request: Request) -> None:
        begun = self._begun.pop(request, None)
        if begun is not None:
            self._spawn(self._tell(request, begun))

    async def _tell(self, request: Request, begun: _Begun) -> None:
        sent = _pairs(await _given(request.headers_array()))
        failure = request.failure
        response = None if failure and begun.body is None else await _given(request.response())
        body = None if begun.body is None else await begun.body
        lost = begun.body is not None and body is None
        self._heard(
            Exchange(
                method=request.method,
                url=request.url.partition("#")[0],
                started=begun.started,
                request=sent,
                status=None if response is None else response.status,
                reason="" if response is None else response.status_text,
                headers=() if response is None else await _headers(response),
                body=BytesIO(body or b""),
                whole=not lost,
                failure=failure,
                detail=LOST if lost and failure is None else None,
            )
        )

    def _spawn(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(quietly(doing))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _given(asked: Awaitable[T]) -> T | None:
    """What the browser answers, or nothing where it cannot or does not."""
    try:
        return await asyncio.wait_for(asked, READING)
    except (PlaywrightError, TimeoutError):
        return None


async def _headers(response: Response) -> Headers:
    return _pairs(await _given(response.headers_array())) or tuple(response.headers.items())


def _pairs(headers: Any) -> Headers:  # noqa: ANN401 - dictionaries of Playwright's own
    return tuple((each["name"], each["value"]) for each in headers or ())
