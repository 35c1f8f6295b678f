"""What the gateway asks and what answers: requests, answers, origins, and the web they make up."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import ada_url

Headers = tuple[tuple[str, str], ...]

Left = Callable[[], Awaitable[None]]
"""Waits until a client has left."""

DEFAULT_PORTS = {"http": "80", "https": "443"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request as an origin sees it; names of headers are lower case."""

    method: str
    origin: str  # https://www.shop.test, with a port only where it is not the scheme's own
    path: str  # as on the wire: percent-encoded, beginning with a slash
    query: str | None = None  # as on the wire, without the question mark
    headers: Headers = ()
    body: bytes = b""
    role: str = ""  # by which of the gateway's doors it came; nothing for the common one
    left: Left | None = field(default=None, compare=False, repr=False)

    @property
    def url(self) -> str:
        """The whole address that was asked for."""
        tail = "" if self.query is None else f"?{self.query}"
        return f"{self.origin}{self.path}{tail}"

    @property
    def host(self) -> str:
        """The host, with a port only where it is not the scheme's own."""
        return self.origin.partition("://")[2]

    @property
    def client(self) -> str:
        """Who asks: the User-Agent, or nothing."""
        return self.header("user-agent") or ""

    def header(self, name: str) -> str | None:
        """The value of a header by its lower-case name; several of one name are joined."""
        values = [value for key, value in self.headers if key == name]
        return ", ".join(values) if values else None


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A body that stays on the disk until it is sent, piece by piece."""

    path: Path
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """An answer with its whole body; length, range, encoding and date are the gateway's work."""

    status: int = 200
    headers: Headers = ()
    body: bytes | File = b""

    def header(self, name: str) -> str | None:
        """The first value of a header by its lower-case name."""
        return next((value for key, value in self.headers if key.lower() == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hang:
    """No answer: silence until the client gives up or the seconds are over."""

    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reset:
    """No answer: the connection is reset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """An answer that breaks off: its length is told whole, and this share of its body is sent."""

    response: Response
    share: float


Answer = Response | Hang | Reset | Cut


class Origin(Protocol):
    """Whoever answers for one or more hosts."""

    async def answer(self, request: Request) -> Answer:
        """Answer one request; never raises for what a client sent."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Unserved:
    """Nobody answers under that origin, and why."""

    reason: str


class Hosts(Protocol):
    """A closed web, whatever it is made of."""

    def find(self, origin: str) -> Origin | Unserved:
        """Who answers under `scheme://host`, or why nobody does."""
        ...


@dataclass(frozen=True, slots=True)
class Web:
    """A closed web: `https://www.shop.test` -> its origin; a bare host means both schemes."""

    origins: Mapping[str, Origin] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Spell the keys as browsers do, so that look-ups are plain."""
        spelled = {
            spelling: origin for key, origin in self.origins.items() for spelling in _spell(key)
        }
        object.__setattr__(self, "origins", spelled)

    def __or__(self, other: "Web") -> "Web":
        """Both webs; the right one answers where both could."""
        return Web({**self.origins, **other.origins})

    def find(self, origin: str) -> Origin | Unserved:
        """Who answers under `scheme://host`, or why nobody does."""
        found = self.origins.get(origin)
        return Unserved(reason=self._why_not(origin)) if found is None else found

    def _why_not(self, origin: str) -> str:
        scheme, _, host = origin.partition("://")
        other = "https" if scheme == "http" else "http"
        if f"{other}://{host}" in self.origins:
            return f"{host} is served over {other} only, and {scheme} was asked for"
        return f"no host {host} is served here"


def origin_of(url: str) -> str:
    """The `scheme://host` under which a browser would ask for an address.

    Raises:
        ValueError: the address is not an absolute http or https address.
    """
    try:
        parsed = ada_url.URL(url)
    except ValueError as error:
        message = f"not an absolute address: {url}"
        raise ValueError(message) from error
    if parsed.protocol not in {"http:", "https:"}:
        message = f"neither http nor https: {url}"
        raise ValueError(message)
    return str(parsed.origin)


def _spell(key: str) -> Iterable[str]:
    if "://" in key:
        return (origin_of(key),)
    return tuple(origin_of(f"{scheme}://{key}") for scheme in DEFAULT_PORTS)
