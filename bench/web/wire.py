"""One client connection: whole requests in, whole answers out, in bounded size and time."""

import asyncio
import contextlib
import socket
import ssl
import struct
from asyncio import StreamReader, StreamReaderProtocol, StreamWriter
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import cast

import h11

from bench.web import quick
from bench.web.incoming import Incoming, Malformed

CHUNK = 65536

PHRASES = {status.value: status.phrase.encode("ascii") for status in HTTPStatus}

RawHeaders = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one client may cost: bytes, seconds, connections."""

    head: int = 65536
    body: int = 1 << 20
    idle: float = 120.0
    handshake: float = 15.0
    farewell: float = 2.0  # for a polite end of TLS, and for unread bytes after a refusal
    connections: int = 1024


class Wire:
    """HTTP/1.1 as a server over a pair of streams, which TLS may replace midway."""

    def __init__(self, reader: StreamReader, writer: StreamWriter, limits: Limits) -> None:
        self._reader = reader
        self._writer = writer
        self._limits = limits
        self._http = self._new_http()
        self._early = b""  # what came while an answer was still awaited
        self._unread = False  # whether h11 holds bytes of the next request
        self._short = False  # whether the request at hand went past h11
        # A writer that is no longer held would close the connection under the TLS in it.
        self._outer: list[StreamWriter] = []
        self._shaking = False  # as long as no handshake is done, nobody hears a farewell

    def _new_http(self) -> h11.Connection:
        return h11.Connection(h11.SERVER, max_incomplete_event_size=self._limits.head)

    async def receive(self) -> Incoming | Malformed | None:
        """Give the next whole request; None when the client has left or was idle too long."""
        try:
            async with asyncio.timeout(self._limits.idle):
                return await self._receive()
        except TimeoutError:
            return None
        except h11.RemoteProtocolError as error:
            return Malformed(status=error.error_status_hint, reason=str(error))

    async def _receive(self) -> Incoming | Malformed | None:
        if self._http.our_state is h11.DONE:
            self._http.start_next_cycle()
            self._unread = bool(self._http.trailing_data[0])
        if not self._unread:
            sent = await self._read()
            plain = quick.read(sent)
            self._short = plain is not None
            if plain is not None:
                return plain
            self._http.receive_data(sent)
        request = await self._event()
        if not isinstance(request, h11.Request):
            return None
        body = bytearray()
        while isinstance(data := await self._event(), h11.Data):
            body += data.data
            if len(body) > self._limits.body:
                return Malformed(status=413, reason=f"more than {self._limits.body} bytes")
        return Incoming(
            method=request.method.decode("ascii"),
            target=request.target.decode("ascii"),
            headers=tuple((k.decode("ascii"), v.decode("latin-1")) for k, v in request.headers),
            body=bytes(body),
        )

    async def _event(self) -> h11.Event:
        while not isinstance(event := self._http.next_event(), h11.Event):
            if event is h11.PAUSED:  # after a request that was never answered: a fault of ours
                raise h11.LocalProtocolError(str(event))
            if self._http.they_are_waiting_for_100_continue:
                go_on = h11.InformationalResponse(status_code=100, headers=[])
                await self._write(self._http.send(go_on))
            self._http.receive_data(await self._read())
        return event

    async def _read(self) -> bytes:
        early, self._early = self._early, b""
        return early or await self._reader.read(CHUNK)

    async def left(self) -> None:
        """Wait until the client has left; what it sends meanwhile is kept for its next request."""
        with contextlib.suppress(OSError):
            while data := await self._reader.read(CHUNK):
                self._early += data
                if len(self._early) > self._limits.body:
                    return

    async def send(
        self,
        status: int,
        headers: RawHeaders,
        body: Iterable[bytes],
        *,
        reason: str = "",
        whole: bool = True,
    ) -> bool:
        """Send an answer; says whether the connection goes on: after half of one it does not."""
        phrase = " ".join(reason[:200].split()).encode("ascii", "replace")
        phrase = phrase or PHRASES.get(status, b"")
        pending = self._head(status, phrase, headers)
        for piece in body:
            pending += piece if self._short else self._http.send(h11.Data(data=piece)) or b""
            if len(pending) >= CHUNK:
                await self._write(pending)
                pending = b""
        if self._short or not whole:
            await self._write(pending)
            return whole
        await self._write(pending + (self._http.send(h11.EndOfMessage()) or b""))
        return self._http.our_state is h11.DONE and self._http.their_state is h11.DONE

    def _head(self, status: int, phrase: bytes, headers: RawHeaders) -> bytes:
        if not self._short:
            head = h11.Response(status_code=status, headers=headers, reason=phrase)
            return self._http.send(head) or b""
        plain = quick.write(status, phrase, headers)
        if plain is None:
            message = "a header holds what no header may"
            raise h11.LocalProtocolError(message)
        return plain

    async def refuse(self, malformed: Malformed) -> None:
        """Say what was wrong, where the client can still be told."""
        if self._http.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            return
        text = f"{malformed.reason}\n".encode()
        headers = [
            (b"Content-Type", b"text/plain; charset=utf-8"),
            (b"Content-Length", b"%d" % len(text)),
            (b"Connection", b"close"),
        ]
        await self.send(malformed.status, headers, [text])
        # Closing over unread bytes would reset the connection, and the answer with it.
        if self._writer.can_write_eof():
            self._writer.write_eof()
        await self.silence(self._limits.farewell)

    async def silence(self, seconds: float) -> None:
        """Say nothing until the client has left or the seconds are over."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while await self._reader.read(CHUNK):
                    pass

    def reset(self) -> None:
        """End the connection the hard way: the client sees a reset, not an end."""
        raw: socket.socket | None = self._writer.get_extra_info("socket")
        if raw is not None:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.abort()

    def abort(self) -> None:
        """Drop the connection at once, whatever is still unsent."""
        self._writer.transport.abort()

    async def secure(self, context: ssl.SSLContext) -> bool:
        """Accept a CONNECT and go on in TLS; says whether the client came along."""
        raw = cast("asyncio.Transport", self._writer.transport)  # a socket's, so it goes both ways
        raw.pause_reading()  # nothing of the handshake may reach the old reader
        if self._accept_tunnel():
            return False
        loop = asyncio.get_running_loop()
        reader = StreamReader(limit=CHUNK, loop=loop)
        protocol = StreamReaderProtocol(reader, loop=loop)
        self._shaking = True
        try:
            transport = await loop.start_tls(
                raw,
                protocol,
                context,
                server_side=True,
                ssl_handshake_timeout=self._limits.handshake,
                ssl_shutdown_timeout=self._limits.farewell,
            )
        except OSError:
            transport = None
        if transport is None:  # or the client left during the handshake
            return False
        self._shaking = False
        protocol.connection_made(transport)
        self._outer.append(self._writer)
        self._reader, self._writer = reader, StreamWriter(transport, protocol, reader, loop)
        return True

    def plain(self) -> None:
        """Accept a CONNECT and go on without TLS."""
        early = self._accept_tunnel()
        if early:
            self._http.receive_data(early)
            self._unread = True

    def _accept_tunnel(self) -> bytes:
        """Write the 200 and begin anew; gives what the client sent before it was told to."""
        head = self._http.send(h11.Response(status_code=200, headers=[]))
        self._writer.write(head or b"")
        early, _ = self._http.trailing_data
        self._http = self._new_http()
        return early

    async def close(self) -> None:
        """End the connection politely, then surely."""
        if not self._shaking:
            with contextlib.suppress(OSError):
                async with asyncio.timeout(self._limits.farewell):
                    self._writer.close()
                    await self._writer.wait_closed()
                    return
        self.abort()

    async def _write(self, data: bytes | None) -> None:
        if not data:
            return
        self._writer.write(data)
        if self._writer.transport.get_write_buffer_size():
            async with asyncio.timeout(self._limits.idle):
                await self._writer.drain()
