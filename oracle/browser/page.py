"""One tab by Playwright: whatever a page does to whoever asks it something ends here."""

import asyncio
import contextlib
import os
from collections.abc import Awaitable
from typing import TypeVar

from playwright.async_api import Dialog, Frame, Page, Request
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from oracle.browser.heard import ABORTED, Heard
from oracle.browser.window import SMALL, WHOLE, draw_at
from oracle.hands.mishap import lost, outcome
from oracle.hands.patience import CLOSING, bounded, quietly
from oracle.hands.tab import Document, Going, Lost, Outcome
from oracle.hands.wire import Wire

DIALOGS = 12  # dialogs of one page, after which its script is stopped
EMPTY = (204, 205)  # answers after which a page stays where it is
BLANK = ("", "about:blank")
FRAMES = 50  # frames of one page that are asked
GRACE = 2.0  # seconds beyond a cap that the page itself keeps
SLOWED = "ROUTE_RECALL_SLOWED"  # a whole number: pages get so small a part of the CPU

T = TypeVar("T")


class PlaywrightTab:
    """`Tab`, by Playwright."""

    def __init__(self, page: Page, key: str) -> None:
        self._page = page
        self._scale = WHOLE
        self._key = key
        self._heard = Heard(page)
        self._opened: list[str] = []
        self._dialogs = 0
        self._crashed = asyncio.Event()
        self._arrived = asyncio.Event()
        self._tasks: set[asyncio.Task[object]] = set()
        self._wire = Wire(
            lambda: (page, *page.frames[1:]), page.context.new_cdp_session, note=self._heard.note
        )

    async def prepare(self) -> None:
        """Listen to what happens to the tab."""
        self._cdp = await self._page.context.new_cdp_session(self._page)
        self._page.on("request", self._heard.on_request)
        self._page.on("response", self._heard.on_response)
        self._page.on("requestfinished", self._on_end)
        self._page.on("requestfailed", self._on_end)
        self._page.on("dialog", self._on_dialog)
        self._page.on("popup", self._on_popup)
        self._page.on("framenavigated", self._on_arrival)
        self._page.on("download", lambda _: self._heard.note("download"))
        self._page.on("crash", lambda _: self._crashed.set())
        self._page.on("close", lambda _: self._crashed.set())
        await self._draw_at(SMALL)
        if (rate := os.environ.get(SLOWED, "")).isdigit() and int(rate) > 1:
            await self._cdp.send("Emulation.setCPUThrottlingRate", {"rate": int(rate)})

    async def go(self, url: str, *, cap: float, keep: bool = False) -> Outcome:
        """Navigate until the new document has begun, afresh even where only fragments differ."""
        await self._wire.release()
        self._forget(keep=keep)
        if self._page.url.partition("#")[0] == url.partition("#")[0]:
            await quietly(self._page.goto("about:blank"))
            self._forget(keep=keep)
        going = self._page.goto(url, wait_until="commit", timeout=cap * 1000)
        try:
            done = await self._bounded(going, cap + GRACE)
        except PlaywrightTimeout:
            return Outcome(going=Going.TIMEOUT)
        except PlaywrightError as error:
            return outcome(error.message)
        if isinstance(done, Lost):
            return Outcome(going=Going.CRASHED if done is Lost.CRASHED else Going.TIMEOUT)
        return Outcome(going=Going.ARRIVED)

    async def guard(self) -> None:
        """Refuse whatever is not safe to ask, until the next `go`."""
        await self._wire.guard()

    async def ask(self, name: str, *args: object, cap: float) -> str | Lost:
        """Call a function of the bundle in the main frame and give its answer."""
        self._arrived.clear()
        answer = await self._ask(self._page.main_frame, name, args, cap)
        if answer is Lost.LEFT:
            # The old document is gone before the new one is told of; till then nobody answers.
            await self._bounded(self._arrived.wait(), GRACE)
        if answer is not Lost.STUCK:
            return answer
        # Something runs or comes without end. Stopped, the page still knows what it saw.
        self._heard.note("endless-script")
        await self._stop_script()
        await quietly(self._cdp.send("Page.stopLoading"))
        return await self._ask(self._page.main_frame, name, (*args[:-1], 0), GRACE)

    async def ask_frames(
        self, urls: frozenset[str], name: str, *args: object, cap: float
    ) -> tuple[tuple[str, str], ...]:
        """Call a function in the frames at `urls`; the address and the answer of those that do."""
        answers = []
        for frame in self._page.frames[1:FRAMES]:
            if frame.url in urls:
                answer = await self._ask(frame, name, args, cap)
                if not isinstance(answer, Lost):
                    answers.append((frame.url, answer))
        return tuple(answers)

    async def loaded(self, *, cap: float) -> None:
        """Wait until all that the document names is there, or the time is over."""
        with contextlib.suppress(PlaywrightError):
            await self._bounded(self._page.wait_for_load_state("load", timeout=cap * 1000), cap)

    async def arrived_scripts(self, *, cap: float, ended: bool) -> bool:
        """Wait for scripts on their way; true when there were, or with `ended` had been, any."""
        return await self._heard.scripts(cap=cap, ended=ended)

    async def picture(self) -> bytes | None:
        """What the window shows, as PNG; None when it cannot be had."""
        try:
            await self._draw_at(WHOLE)  # to take one would undo any other scale
            taken = await self._bounded(self._page.screenshot(timeout=CLOSING * 1000), CLOSING)
        except PlaywrightError:
            return None
        return None if isinstance(taken, Lost) else taken

    def documents(self) -> tuple[Document, ...]:
        """What was asked for since the last `go`."""
        return self._heard.documents()

    async def body(self, document: Document) -> bytes | None:
        """The text of a document as the browser decoded it, in UTF-8; None when it is gone."""
        reading = self._heard.body(document)
        if reading is None:
            return None
        try:
            body = await self._bounded(reading, CLOSING)
        except PlaywrightError:
            return None
        return None if isinstance(body, Lost) else body

    def faults(self) -> tuple[str, ...]:
        """What disturbed the tab since the last `go`."""
        return tuple(self._heard.faults)

    def opened(self) -> tuple[str, ...]:
        """Addresses of windows that opened since the last call."""
        opened, self._opened = tuple(self._opened), []
        return opened

    async def point(self, x: float, y: float, *, press: bool, cap: float) -> bool:
        """Move the pointer and press; false when the page did not take it in time."""
        return await self._input(self._pointer(x, y, press=press), cap)

    async def type_key(self, key: str, *, cap: float) -> bool:
        """Press a key; false when the page did not take it in time."""
        return await self._input(self._page.keyboard.press(key), cap)

    async def _draw_at(self, scale: float) -> None:
        if scale != self._scale:
            await draw_at(self._cdp, self._page, scale)
            self._scale = scale

    async def _pointer(self, x: float, y: float, *, press: bool) -> None:
        """Send what a mouse sends; Playwright's own way there leads through every frame."""
        place = {"x": x * self._scale, "y": y * self._scale}
        events = [{**place, "type": "mouseMoved"}]
        for kind in ("mousePressed", "mouseReleased") if press else ():
            button = {"button": "left", "clickCount": 1, "buttons": int(kind == "mousePressed")}
            events.append({**place, **button, "type": kind})
        # Taken in the order sent: to wait for each would cost a frame each.
        sent = (self._cdp.send("Input.dispatchMouseEvent", event) for event in events)
        done = await asyncio.gather(*sent, return_exceptions=True)
        for failed in done:
            if isinstance(failed, BaseException):
                raise failed

    async def _input(self, doing: Awaitable[None], cap: float) -> bool:
        try:
            done = await self._bounded(doing, cap)
        except PlaywrightError:
            return False
        if done is Lost.STUCK:
            self._heard.note("endless-script")
            await self._stop_script()
        return not isinstance(done, Lost)

    async def _ask(
        self, frame: Frame, name: str, args: tuple[object, ...], cap: float
    ) -> str | Lost:
        call = "([key, name, args]) => window[key][name](...args)"
        try:
            answer = await self._bounded(
                frame.evaluate(call, [self._key, name, list(args)]), cap + GRACE
            )
        except PlaywrightError as error:
            return lost(error.message)
        return answer if isinstance(answer, Lost) else str(answer)

    async def _bounded(self, doing: Awaitable[T], cap: float) -> T | Lost:
        return await bounded(doing, cap, crashed=self._crashed)

    async def _stop_script(self) -> None:
        with contextlib.suppress(PlaywrightError):
            await self._bounded(self._cdp.send("Runtime.terminateExecution"), GRACE)

    def _forget(self, *, keep: bool) -> None:
        self._heard.forget(keep=keep)
        self._opened.clear()
        self._dialogs = 0

    def _on_end(self, request: Request) -> None:
        if self._heard.ended(request):
            self._spawn(self._stay(request))

    async def _stay(self, request: Request) -> None:
        """Tell the page that it is not left where no document came of it."""
        empty = self._heard.status(request) in EMPTY
        # What failed otherwise is followed by the browser's own page, for which it is left.
        if not empty and request.failure != ABORTED:
            return
        while request.redirected_from is not None:
            request = request.redirected_from
        await self._ask(self._page.main_frame, "stay", (request.url,), GRACE)

    def _on_arrival(self, frame: Frame) -> None:
        if frame == self._page.main_frame:
            self._arrived.set()

    def _on_dialog(self, dialog: Dialog) -> None:
        self._dialogs += 1
        if dialog.type == "beforeunload":
            self._spawn(dialog.accept())
            return
        self._heard.note("dialog")
        self._spawn(dialog.dismiss())
        if self._dialogs == DIALOGS:
            self._heard.note("dialog-loop")
        if self._dialogs >= DIALOGS:
            self._spawn(self._stop_script())

    def _on_popup(self, popup: Page) -> None:
        self._heard.note("popup")
        self._spawn(self._turn_away(popup))

    async def _turn_away(self, popup: Page) -> None:
        if popup.url in BLANK:
            with contextlib.suppress(PlaywrightError):
                await popup.wait_for_event("framenavigated", timeout=GRACE * 1000)
        if popup.url not in BLANK:
            self._opened.append(popup.url)
        await quietly(popup.close())

    def _spawn(self, doing: Awaitable[object]) -> None:
        task = asyncio.ensure_future(quietly(doing))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
