"""One request through an ASGI application: its scope, its events, its answer whole and bounded."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from bench.web.appload import App, Message
from bench.web.origin import DEFAULT_PORTS, Headers, Request, Response

MOST = 64 << 20  # of one answer
VERSIONS = {"version": "3.0", "spec_version": "2.3"}
CLIENT = ("127.0.0.1", 0)

# They speak of the way to the gateway, not of the way to the application.
_HOPS = {"host", "proxy-connection", "proxy-authorization"}


class BrokenRules(Exception):  # noqa: N818 - what an application did
    """An application does not keep to the protocol."""


def scope_of(request: Request, state: dict[str, Any]) -> Message:
    """Say of a request what an application is told of it."""
    scheme, _, host = request.origin.partition("://")
    name, _, port = host.rpartition(":") if host[-1:].isdigit() and ":" in host else (host, "", "")
    return {
        "type": "http",
        "asgi": dict(VERSIONS),
        "http_version": "1.1",
        "method": request.method,
        "scheme": scheme,
        "path": unquote(request.path),
        "raw_path": request.path.encode("ascii", "replace"),
        "query_string": (request.query or "").encode("ascii", "replace"),
        "root_path": "",
        "headers": [(b"host", host.encode("ascii", "replace")), *_headers(request.headers)],
        "client": CLIENT,
        "server": (name, int(port or DEFAULT_PORTS[scheme])),
        "state": state.copy(),
        "extensions": {},
    }


def _headers(headers: Headers) -> Iterable[tuple[bytes, bytes]]:
    for name, value in headers:
        if name not in _HOPS:
            yield name.encode("ascii", "replace"), value.encode("latin-1", "replace")


@dataclass(slots=True, kw_only=True)
class Exchange:
    """One request at an application, on the application's own loop."""

    request: Request
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """The client has left, or was answered."""
    status: int | None = None
    headers: Headers = ()
    body: bytearray = field(default_factory=bytearray)
    taken: bool = False
    done: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, app: App, state: dict[str, Any]) -> None:
        """Have the application answer; may go on after the answer is whole."""
        try:
            await app(scope_of(self.request, state), self.receive, self.send)
            if not self.done.is_set() and not self.left.is_set():
                message = "it returned without a whole answer"
                raise BrokenRules(message)
        finally:
            self.left.set()

    async def receive(self) -> Message:
        """Give the request, and later that the client has left."""
        if not self.taken:
            self.taken = True
            return {"type": "http.request", "body": self.request.body, "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Take a piece of the answer; what comes after the client has left is dropped."""
        kind = message["type"]
        if kind == "http.response.start" and self.status is None:
            self.status = int(message["status"])
            self.headers = tuple(_said(name, value) for name, value in message.get("headers", ()))
        elif kind == "http.response.body" and self.status is not None:
            self._take(message)
        else:
            told = f"it sent {kind} out of turn"
            raise BrokenRules(told)

    def _take(self, message: Message) -> None:
        if self.done.is_set() or self.left.is_set():
            return
        self.body += message.get("body", b"")
        if len(self.body) > MOST:
            told = f"its answer is larger than {MOST >> 20} MiB"
            raise BrokenRules(told)
        if not message.get("more_body", False):
            self.done.set()
            self.left.set()

    @property
    def response(self) -> Response:
        """The whole answer."""
        return Response(status=self.status or 500, headers=self.headers, body=bytes(self.body))


def _said(name: bytes, value: bytes) -> tuple[str, str]:
    raw = bytes(value)
    try:
        told = raw.decode()
    except UnicodeDecodeError:
        told = raw.decode("latin-1")
    return bytes(name).decode("ascii"), told
