"""The body of an answer: as much as is wanted, unpacked, and what was lost of it told."""

from dataclasses import dataclass

import aiohttp
from aiohttp.client_proto import ResponseHandler

from crawler.wire.inflate import Inflater, inflater
from crawler.wire.observation import Failure, Trouble
from crawler.wire.tape import Tape
from crawler.wire.transport.reasons import trouble

BROKEN_CODING = Trouble(reason=Failure.PROTOCOL, detail="the packed body is broken or cut")


@dataclass(frozen=True, slots=True)
class Body:
    """What came of a body; `truncated`: there was, or is to be, more of it."""

    data: bytes
    truncated: bool = False
    trouble: Trouble | None = None


async def read_body(
    response: aiohttp.ClientResponse, wanted: int, tape: Tape | None = None
) -> Body:
    """Read a body up to what is wanted; what a lost connection left of it is kept."""
    unpack = inflater(response.headers.get("Content-Encoding"))
    if isinstance(unpack, Trouble):
        return Body(b"", truncated=True, trouble=unpack)
    parts: list[bytes] = []
    line = response.connection and response.connection.protocol
    try:
        cut = await _collect(response, unpack, wanted, parts, tape)
    except (aiohttp.ClientError, OSError, ValueError) as error:
        ended = isinstance(error, aiohttp.ClientPayloadError)
        lost = (_reset(line) if ended else None) or trouble(error)
        return Body(b"".join(parts)[:wanted], truncated=True, trouble=lost)
    data = b"".join(parts)[:wanted]
    reset = _reset(line) if not cut and _ends_with_its_connection(response) else None
    if reset is not None:
        return Body(data, truncated=True, trouble=reset)
    if not cut and unpack is not None and not unpack.whole:
        return Body(data, truncated=True, trouble=BROKEN_CODING)
    return Body(data, truncated=cut)


def _ends_with_its_connection(response: aiohttp.ClientResponse) -> bool:
    return not any(name in response.headers for name in ("Content-Length", "Transfer-Encoding"))


def _reset(line: ResponseHandler | None) -> Trouble | None:
    """Tell a connection that was reset from one that was closed, which may end a body."""
    error = line.exception() if line is not None else None
    return trouble(error) if isinstance(error, OSError) else None


async def _collect(
    response: aiohttp.ClientResponse,
    unpack: Inflater | None,
    wanted: int,
    parts: list[bytes],
    tape: Tape | None,
) -> bool:
    """Gather pieces until the body ends or one byte more than wanted is there: then it is cut."""
    room = wanted + 1
    async for chunk in response.content.iter_any():
        if tape is not None:
            tape.add(chunk)
        piece = unpack.feed(chunk, room) if unpack else chunk
        parts.append(piece)
        room -= len(piece)
        if room <= 0:
            parts[-1] = piece[: len(piece) + room - 1]
            return True
        if unpack and unpack.broken:
            return False
    return False
