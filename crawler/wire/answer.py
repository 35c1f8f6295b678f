"""One response as a value, and what the crawler needs of whatever brings it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from crawler.wire.observation import Trouble

Headers = tuple[tuple[str, str], ...]
# How many bytes of a body are wanted, given its status and headers.
Appetite = Callable[[int, Headers], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One response: its body as far as it was wanted and came, content coding undone.

    `size` counts the body's bytes, also when the body was dropped to save room. `cookies` are
    the values of Set-Cookie, which the transport keeps and sends by itself.
    """

    url: str
    status: int
    headers: Headers = ()
    body: bytes = b""
    size: int = 0
    truncated: bool = False
    trouble: Trouble | None = None
    cookies: tuple[str, ...] = ()

    def header(self, name: str) -> str | None:
        """Return the first value of a header."""
        return header(self.headers, name)


class Transport(Protocol):
    """What the crawler needs of a network."""

    async def get(self, url: str, *, appetite: Appetite) -> Answer | Trouble:
        """Ask once, without following a redirect; never raises for what a network does."""
        ...

    def keep_cookie(self, url: str, cookie: str) -> None:
        """Take a Set-Cookie that an address once answered with, as if it had come just now."""
        ...


def header(headers: Headers, name: str) -> str | None:
    """Return the first value of a header, whatever its letter case."""
    wanted = name.lower()
    for key, value in headers:
        if key.lower() == wanted:
            return value
    return None
