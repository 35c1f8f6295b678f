"""Refuses on the wire what is not safe to ask, from wherever in a page it comes.

The guard inside the page sees its own windows alone; workers, pings and frames made a moment ago
have a `fetch` of their own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol
from urllib.parse import urlsplit

from oracle.hands.patience import quietly

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
FRAMES = 20  # frames of other origins that are guarded


class Session(Protocol):
    """A line to the browser's debugging protocol, for one page or frame."""

    async def send(self, method: str, params: dict[str, Any]) -> object:
        """Call a method of the protocol."""
        ...

    def on(self, event: str, f: Callable[[dict[str, Any]], None]) -> object:
        """Hear an event of the protocol."""
        ...

    async def detach(self) -> None:
        """Hang up."""
        ...


class Place(Protocol):
    """A page or frame, as far as the wire cares."""

    @property
    def url(self) -> str:
        """What it shows."""
        ...


class Wire:
    """What a page asks for, let through or refused; only while the page is acted on.

    `places` gives the page and its frames, the page first; `join` opens a session for one.
    """

    def __init__(
        self,
        places: Callable[[], Sequence[Place]],
        join: Callable[[Any], Awaitable[Session]],
        *,
        note: Callable[[str], None],
    ) -> None:
        self._places = places
        self._open = join
        self._note = note
        self._sessions: list[Session] = []
        self._main: Session | None = None
        self._guarding = False
        self._tasks: set[asyncio.Future[None]] = set()

    async def guard(self) -> None:
        """Let nothing unsafe pass from now on."""
        self._guarding = True
        page, *frames = self._places()
        if self._main is None:
            self._main = await self._join(page, told=True)
        if self._main is not None:
            await _pause(self._main)
        here = _site(page.url)
        foreign = [one for one in frames if _site(one.url) not in (here, ("", ""))]
        for frame in foreign[:FRAMES]:  # their own business is none of the page's faults
            session = await self._join(frame, told=False)
            if session is not None:
                self._sessions.append(session)
                await _pause(session)

    async def release(self) -> None:
        """Let everything pass again."""
        if self._main is not None and self._guarding:
            await quietly(self._main.send("Fetch.disable", {}))
        self._guarding = False
        sessions, self._sessions = self._sessions, []
        for session in sessions:
            await quietly(session.detach())

    async def _join(self, place: Place, *, told: bool) -> Session | None:
        opening = asyncio.ensure_future(self._open(place))
        await quietly(opening)
        if not opening.done() or opening.cancelled() or opening.exception() is not None:
            return None  # a frame that its page's own session sees, or one that is gone
        session = opening.result()
        session.on("Fetch.requestPaused", lambda event: self._judge(session, event, told=told))
        return session

    def _judge(self, session: Session, event: dict[str, Any], *, told: bool) -> None:
        method, url = event["request"]["method"], event["request"]["url"]
        answer: dict[str, Any] = {"requestId": event["requestId"]}
        if method in SAFE:
            self._spawn(session.send("Fetch.continueRequest", answer))
            return
        if told:
            self._note(f"refused {method} {url}")
        answer["errorReason"] = "BlockedByClient"
        self._spawn(session.send("Fetch.failRequest", answer))

    def _spawn(self, doing: Awaitable[object]) -> None:
        task = asyncio.ensure_future(quietly(doing))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _pause(session: Session) -> None:
    """Have every request wait for its verdict."""
    await quietly(session.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]}))


def _site(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return (parts.scheme, parts.netloc) if parts.netloc else ("", "")
