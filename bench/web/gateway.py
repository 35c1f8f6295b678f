"""The loopback forward proxy which answers for the hosts of a closed web, over http and https."""

import asyncio
import functools
import tempfile
import time
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import ExitStack
from email.utils import formatdate
from pathlib import Path
from types import TracebackType
from typing import Self

import h11

from bench.web import target
from bench.web.certificates import Authority
from bench.web.compression import Compressed
from bench.web.delivery import Delivery, deliver
from bench.web.exchange import Exchange, Listen
from bench.web.incoming import Incoming, Malformed
from bench.web.origin import (
    DEFAULT_PORTS,
    Answer,
    Cut,
    Hang,
    Hosts,
    Origin,
    Request,
    Response,
    Unserved,
)
from bench.web.wire import CHUNK, Limits, Wire

SERVER = (b"Server", b"route-recall-gateway")


def _ignore(_exchange: Exchange) -> None:
    """Listen to nothing."""


class Gateway:
    """A proxy on 127.0.0.1 for as long as the context lasts."""

    def __init__(
        self,
        web: Hosts,
        *,
        ca_dir: Path | None = None,
        listen: Listen = _ignore,
        limits: Limits | None = None,
    ) -> None:
        self._web = web
        self._ca_dir = ca_dir
        self._listen = listen
        self._limits = limits or Limits()
        self._authority = Authority()
        self._compress = Compressed()
        self._clients: dict[asyncio.Task[None], Wire] = {}
        self._cleanup = ExitStack()
        self._doors: dict[str, asyncio.Server] = {}
        self.proxy = ""
        self.ca = Path()

    def serve(self, web: Hosts) -> None:
        """Answer for another web from the next request on."""
        self._web = web

    async def __aenter__(self) -> Self:
        """Write the CA file and listen on a free port."""
        folder = self._ca_dir or Path(
            self._cleanup.enter_context(tempfile.TemporaryDirectory(prefix="gateway-"))
        )
        self.ca = folder / "gateway-ca.pem"
        self._authority.write(self.ca)
        self.proxy = await self.door("")
        return self

    async def door(self, role: str) -> str:
        """Give the proxy by which requests come that are marked with a role."""
        if role not in self._doors:
            self._doors[role] = await asyncio.start_server(
                functools.partial(self._connected, role), "127.0.0.1", 0, limit=CHUNK, backlog=1024
            )
        return f"http://127.0.0.1:{self._doors[role].sockets[0].getsockname()[1]}"

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close every connection and forget the CA."""
        for server in self._doors.values():
            server.close()
        while self._clients:
            for client, wire in self._clients.items():
                wire.abort()
                client.cancel()
            await asyncio.wait(self._clients)
        for server in self._doors.values():
            await server.wait_closed()
        await asyncio.sleep(0)  # transports say farewell to the loop in its next turn
        self._cleanup.close()

    def _connected(self, role: str, reader: StreamReader, writer: StreamWriter) -> None:
        wire = Wire(reader, writer, self._limits)
        if len(self._clients) >= self._limits.connections:
            wire.reset()
            return
        client = asyncio.create_task(self._attend(wire, role))
        self._clients[client] = wire
        client.add_done_callback(self._clients.pop)

    async def _attend(self, wire: Wire, role: str) -> None:
        """Serve one client until it has left."""
        try:
            await self._converse(wire, role)
        except (OSError, h11.LocalProtocolError):
            wire.abort()  # it went away, was too slow to read, or was to get what is no answer
        finally:
            await wire.close()

    async def _converse(self, wire: Wire, role: str) -> None:
        tunnel: str | None = None
        going = True
        while going:
            incoming = await wire.receive()
            if incoming is None:
                return
            if isinstance(incoming, Malformed):
                await wire.refuse(incoming)
                return
            if incoming.method == "CONNECT":
                tunnel, going = await self._connect(wire, incoming, tunnel)
            else:
                going = await self._respond(wire, incoming, tunnel, role)

    async def _connect(
        self, wire: Wire, incoming: Incoming, tunnel: str | None
    ) -> tuple[str | None, bool]:
        """Open a tunnel to who answers behind it; gives its origin, and whether to go on."""
        authority = target.read_connect(incoming.target, tunnel)
        if isinstance(authority, Malformed):
            await wire.refuse(authority)
            return None, False
        origins = [authority.origin(scheme) for scheme in _schemes(authority.port)]
        served = (each for each in origins if not isinstance(self._web.find(each), Unserved))
        origin = next(served, origins[0])
        found = self._web.find(origin)
        if not isinstance(found, Unserved):
            if origin.startswith("http:"):
                wire.plain()
                return origin, True
            context = self._authority.context(authority.host)
            if context is not None:
                return origin, await wire.secure(context)
            found = Unserved(reason=f"no certificate can be made for {authority.host}")
        request = Request(method="CONNECT", origin=origin, path="/", headers=incoming.headers)
        return None, await self._settle(wire, request, found)

    async def _respond(
        self, wire: Wire, incoming: Incoming, tunnel: str | None, role: str
    ) -> bool:
        request = target.read_request(incoming, tunnel, role=role, left=wire.left)
        if isinstance(request, Malformed):
            await wire.refuse(request)
            return False
        return await self._settle(wire, request, self._web.find(request.origin))

    async def _settle(self, wire: Wire, request: Request, found: Origin | Unserved) -> bool:
        """Answer a request, one way or another; says whether the connection goes on."""
        delivery, fault = None, None
        answer: Answer
        try:
            if isinstance(found, Unserved):
                answer, fault = _own(502, found.reason), found.reason
            else:
                answer = await found.answer(request)
            if isinstance(answer, Response | Cut):
                delivery = deliver(request, answer, self._compress)
        except Exception as error:  # noqa: BLE001 - one origin's fault must not end the others
            fault = f"the origin failed: {error!r}"
            answer = _own(500, fault)
            delivery = deliver(request, answer, self._compress)
        self._tell(request, delivery, fault)
        if delivery is not None:
            head = [*delivery.headers, (b"Date", _date(int(time.time()))), SERVER]
            # Clients drop the body of a refused CONNECT, but most show the phrase.
            whole = not isinstance(answer, Cut)
            pieces = _pieces(delivery)
            return await wire.send(delivery.status, head, pieces, reason=fault or "", whole=whole)
        if isinstance(answer, Hang):
            await wire.silence(answer.seconds)
        else:
            wire.reset()
        return False

    def _tell(self, request: Request, delivery: Delivery | None, fault: str | None) -> None:
        exchange = Exchange(
            method=request.method,
            url=request.url,
            client=request.client,
            status=None if delivery is None else delivery.status,
            content_type=None if delivery is None else _kind(delivery),
            fault=fault,
        )
        self._listen(exchange)


def _schemes(port: str) -> tuple[str, ...]:
    """What a CONNECT to a port can mean: for a well-known port its scheme, else either."""
    own = tuple(scheme for scheme, default in DEFAULT_PORTS.items() if default == port)
    return own or ("https", "http")


def _kind(delivery: Delivery) -> str | None:
    """The content type that an answer carries."""
    found = (value for name, value in delivery.headers if name.lower() == b"content-type")
    return next(found, b"").decode("latin-1") or None


def _own(status: int, reason: str) -> Response:
    """An answer of the gateway itself."""
    headers = (("Content-Type", "text/plain; charset=utf-8"),)
    return Response(status=status, headers=headers, body=f"{reason}\n".encode())


def _pieces(delivery: Delivery) -> Iterator[bytes]:
    """The bytes to send, nothing where only the head goes out."""
    if delivery.start == delivery.stop:
        return
    if isinstance(delivery.body, bytes):
        yield delivery.body[delivery.start : delivery.stop]
        return
    # Reading blocks the loop for the moment that a local disk needs for one piece.
    with delivery.body.path.open("rb") as stream:
        stream.seek(delivery.start)
        left = delivery.stop - delivery.start
        while left and (piece := stream.read(min(left, CHUNK))):
            left -= len(piece)
            yield piece
        if left:
            message = f"{delivery.body.path} ended early"
            raise OSError(message)


@functools.lru_cache(maxsize=2)
def _date(second: int) -> bytes:
    return formatdate(second, usegmt=True).encode("ascii")
