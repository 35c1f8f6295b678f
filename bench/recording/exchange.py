"""One exchange as whoever had it tells it; crawler and oracle have values of the same shape."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO, Protocol

Headers = tuple[tuple[str, str], ...]


class Exchange(Protocol):
    """One request and what came of it; `status` is None when no answer came.

    `whole` says whether all of the body is there; `failure` and `detail` are the words of who
    asked for what went wrong.
    """

    @property
    def method(self) -> str: ...  # noqa: D102 - plain words
    @property
    def url(self) -> str: ...  # noqa: D102
    @property
    def started(self) -> datetime: ...  # noqa: D102
    @property
    def request(self) -> Headers: ...  # noqa: D102
    @property
    def status(self) -> int | None: ...  # noqa: D102
    @property
    def reason(self) -> str: ...  # noqa: D102
    @property
    def headers(self) -> Headers: ...  # noqa: D102
    @property
    def body(self) -> BinaryIO: ...  # noqa: D102
    @property
    def whole(self) -> bool: ...  # noqa: D102
    @property
    def failure(self) -> str | None: ...  # noqa: D102
    @property
    def detail(self) -> str | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An exchange of the bench's own."""

    method: str
    url: str
    started: datetime
    request: Headers = ()
    status: int | None = None
    reason: str = ""
    headers: Headers = ()
    body: BinaryIO
    whole: bool = True
    failure: str | None = None
    detail: str | None = None


Heard = Callable[[Exchange], None]
