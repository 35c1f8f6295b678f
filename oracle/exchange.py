"""What browser and request stack exchanged with the web, for whoever wants to keep it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request and what came of it; `status` is None when no answer came.

    `coded` says whether the body still is as the Content-Encoding says; a browser gives bodies
    that are unpacked. `whole` says whether all of the body is there. `failure` is the word of
    who asked for what went wrong.
    """

    method: str
    url: str
    started: datetime
    request: Headers = ()
    status: int | None = None
    reason: str = ""
    headers: Headers = ()
    body: BinaryIO
    coded: bool = False
    whole: bool = True
    failure: str | None = None
    detail: str | None = None


Heard = Callable[[Exchange], None]
