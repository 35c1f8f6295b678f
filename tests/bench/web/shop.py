"""An application for the tests of the gateway: each of its paths does one thing."""

import asyncio
import json
import threading

from bench.web.appload import Message, Receive, Send

HTML = [(b"Content-Type", b"text/html"), (b"x-umlaut", "ü".encode())]


async def answer(send: Send, *pieces: bytes, status: int = 200) -> None:
    await send({"type": "http.response.start", "status": status, "headers": HTML})
    for piece in pieces:
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body"})


class Shop:
    """Tells its tests what it met by events that cross threads."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.asked = threading.Event()
        self.left = threading.Event()
        self.stopped = threading.Event()
        self.after = threading.Event()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.live(scope, receive, send)
        else:
            await getattr(self, scope["path"].split("/")[1] or "scope")(scope, receive, send)

    async def live(self, scope: Message, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "lifespan.startup"
        scope["state"]["stock"] = 7
        await send({"type": "lifespan.startup.complete"})
        assert (await receive())["type"] == "lifespan.shutdown"
        self.stopped.set()
        await send({"type": "lifespan.shutdown.complete"})

    async def scope(self, scope: Message, receive: Receive, send: Send) -> None:
        body = (await receive())["body"].decode()
        await answer(send, json.dumps({**scope, "body": body}, default=bytes.decode).encode())

    async def pieces(self, _scope: Message, _receive: Receive, send: Send) -> None:
        await answer(send, b"one ", b"", b"two ", b"three")

    async def fails(self, _scope: Message, _receive: Receive, _send: Send) -> None:
        message = "no stock"
        raise RuntimeError(message)

    async def fails_late(self, _scope: Message, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HTML})
        message = "half way"
        raise RuntimeError(message)

    async def silent(self, _scope: Message, _receive: Receive, _send: Send) -> None:
        return

    async def unruly(self, _scope: Message, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.body", "body": b"too early"})

    async def endless(self, _scope: Message, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HTML})
        while True:
            await send({"type": "http.response.body", "body": bytes(1000), "more_body": True})
            await asyncio.sleep(0)

    async def waits(self, _scope: Message, receive: Receive, send: Send) -> None:
        await receive()
        self.asked.set()
        if (await receive())["type"] == "http.disconnect":
            self.left.set()
        await answer(send, b"for nobody")

    async def gated(self, _scope: Message, _receive: Receive, send: Send) -> None:
        self.asked.set()
        await asyncio.to_thread(self.gate.wait)
        await answer(send, b"open")

    async def blocks(self, _scope: Message, _receive: Receive, send: Send) -> None:
        self.gate.wait()
        await answer(send, b"late")

    async def background(self, _scope: Message, receive: Receive, send: Send) -> None:
        await receive()
        await answer(send, b"done")
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.body", "body": b"dropped"})
        self.after.set()


made: list[Shop] = []


def make() -> Shop:
    made.append(Shop())
    return made[-1]
