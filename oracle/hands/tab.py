"""One tab of the browser as the rest of the oracle sees it: where it went, what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Lost(StrEnum):
    """Why a tab gave no answer."""

    LEFT = "left"
    STUCK = "stuck"
    CRASHED = "crashed"
    CLOSED = "closed"
    BARE = "bare"


class Going(StrEnum):
    """How a navigation ended."""

    ARRIVED = "arrived"
    DOWNLOAD = "download"
    ABORTED = "aborted"
    TIMEOUT = "timeout"
    FAILED = "failed"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The end of a navigation, with the browser's own word for a failure."""

    going: Going
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document that the tab or one of its frames asked for, in the order of asking.

    `hop` is true where an HTTP redirect led here from the entry before. `status` is None when
    no answer came.
    """

    url: str
    main: bool
    hop: bool
    status: int | None
    headers: Mapping[str, str]

    @property
    def content_type(self) -> str | None:
        """The media type without its parameters."""
        return self.headers.get("content-type", "").split(";")[0].strip().lower() or None

    @property
    def attachment(self) -> bool:
        """Whether the document is to be saved, not shown."""
        disposition = self.headers.get("content-disposition", "")
        return disposition.strip().lower().startswith("attachment")


class Tab(Protocol):
    """A tab: goes to addresses, answers the bundle's questions, moves the pointer."""

    async def go(self, url: str, *, cap: float, keep: bool = False) -> Outcome:
        """Navigate until the new document has begun, afresh even where only fragments differ.

        With `keep`, bodies of documents are read as they come.
        """
        ...

    async def guard(self) -> None:
        """Refuse whatever is not safe to ask, until the next `go`."""
        ...

    async def ask(self, name: str, *args: object, cap: float) -> str | Lost:
        """Call a function of the bundle in the main frame and give its answer."""
        ...

    async def ask_frames(
        self, urls: frozenset[str], name: str, *args: object, cap: float
    ) -> tuple[tuple[str, str], ...]:
        """Call a function in the frames at `urls`; the address and the answer of those that do."""
        ...

    async def loaded(self, *, cap: float) -> None:
        """Wait until all that the document names is there, or the time is over."""
        ...

    async def arrived_scripts(self, *, cap: float, ended: bool) -> bool:
        """Wait for scripts on their way; true when there were any.

        With `ended` also when one has come since this was asked last: that it is there does not
        mean that it had run when the page was looked at.
        """
        ...

    async def picture(self) -> bytes | None:
        """What the window shows, as PNG; None when it cannot be had."""
        ...

    def documents(self) -> tuple[Document, ...]:
        """What was asked for since the last `go`."""
        ...

    async def body(self, document: Document) -> bytes | None:
        """The text of a document as the browser decoded it, in UTF-8; None when it is gone."""
        ...

    def faults(self) -> tuple[str, ...]:
        """What disturbed the tab since the last `go`: dialogs, popups, downloads, loops."""
        ...

    def opened(self) -> tuple[str, ...]:
        """Addresses of windows that opened since the last call; they are closed already."""
        ...

    async def point(self, x: float, y: float, *, press: bool, cap: float) -> bool:
        """Move the pointer and press; false when the page did not take it in time."""
        ...

    async def type_key(self, key: str, *, cap: float) -> bool:
        """Press a key; false when the page did not take it in time."""
        ...
