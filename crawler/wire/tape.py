"""What the transport exchanged with the web, byte for byte, for whoever wants to keep it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast

Headers = tuple[tuple[str, str], ...]

IN_MEMORY = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and what came of it; `status` is None when no answer came.

    `body` is as it came over the wire, content coding in place; `whole` says whether all of it
    was read. `failure` is the reason of what went wrong, `detail` its words.
    """

    method: str
    url: str
    started: datetime
    request: Headers
    status: int | None
    reason: str
    headers: Headers
    body: BinaryIO
    whole: bool
    failure: str | None
    detail: str | None


Heard = Callable[[Exchange], None]


def _spool() -> BinaryIO:
    spool = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - who hears of it closes it
    return cast("BinaryIO", spool)


@dataclass(slots=True, kw_only=True)
class Tape:
    """One exchange while it happens; its body lies on the disk once it is large."""

    url: str
    request: Headers
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    status: int | None = None
    reason: str = ""
    headers: Headers = ()
    body: BinaryIO = field(default_factory=_spool)

    def begin(
        self, status: int, reason: str | None, headers: Headers, request: Mapping[str, str]
    ) -> None:
        """Take the head of the answer, and of the request as it was sent."""
        self.status, self.reason, self.headers = status, reason or "", headers
        self.request = tuple(request.items())

    def add(self, piece: bytes) -> None:
        """Take the next bytes of the body."""
        self.body.write(piece)

    def end(self, *, whole: bool, failure: str | None, detail: str | None) -> Exchange:
        """Give the exchange as it ended."""
        self.body.seek(0)
        return Exchange(
            method="GET",
            url=self.url,
            started=self.started,
            request=self.request,
            status=self.status,
            reason=self.reason,
            headers=self.headers,
            body=self.body,
            whole=whole,
            failure=failure,
            detail=detail,
        )
