"""Turn an origin's response into what goes over the wire: length, range, encoding, validators."""

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

from bench.web import ranges
from bench.web.compression import LEAST, accepts_gzip, compressible
from bench.web.origin import Cut, File, Headers, Request, Response
from bench.web.ranges import Slice, Whole

BODILESS = {204, 304}

# Framing is the gateway's own: an origin's word for it would have to be believed.
_FRAMING = {"content-length", "transfer-encoding", "connection", "keep-alive"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A response ready to be sent: the body's bytes from `start` up to `stop`."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes | File = b""
    start: int = 0
    stop: int = 0


def deliver(
    request: Request, answer: Response | Cut, compress: Callable[[bytes], bytes]
) -> Delivery:
    """Prepare an answer for one request."""
    if isinstance(answer, Response):
        return _whole(request, answer, compress)
    whole = _whole(request, answer.response, compress)
    return replace(whole, stop=whole.start + int((whole.stop - whole.start) * answer.share))


def _whole(request: Request, response: Response, compress: Callable[[bytes], bytes]) -> Delivery:
    headers = list(_encoded(response.headers))
    if response.status in BODILESS:
        return Delivery(status=response.status, headers=headers)
    if response.status == 200 and _unchanged(request, response):
        return Delivery(status=304, headers=_without(headers, b"content-type"))
    wanted = _wanted(request, response)
    body = response.body
    if _gains(response):
        headers.append((b"Vary", b"Accept-Encoding"))
        if wanted is Whole.IGNORED and accepts_gzip(request.header("accept-encoding")):
            body = compress(body) if isinstance(body, bytes) else body
            headers = [*map(_weakened, headers), (b"Content-Encoding", b"gzip")]
    if response.status == 200:
        headers.append((b"Accept-Ranges", b"bytes"))
    return _framed(request, response.status, headers, body, wanted)


@functools.lru_cache(maxsize=1024)
def _encoded(headers: Headers) -> tuple[tuple[bytes, bytes], ...]:
    return tuple(
        (name.encode("ascii"), value.encode())
        for name, value in headers
        if name.lower() not in _FRAMING
    )


def _framed(
    request: Request,
    status: int,
    headers: list[tuple[bytes, bytes]],
    body: bytes | File,
    wanted: Slice | Whole,
) -> Delivery:
    size = _size(body)
    start, stop = 0, size
    if wanted is Whole.UNSATISFIABLE:
        status, stop = 416, 0
        headers = _without(headers, b"content-type")
        headers.append((b"Content-Range", b"bytes */%d" % size))
    elif isinstance(wanted, Slice):
        status, start, stop = 206, wanted.start, wanted.stop
        headers.append((b"Content-Range", b"bytes %d-%d/%d" % (start, stop - 1, size)))
    headers.append((b"Content-Length", b"%d" % (stop - start)))
    if request.method == "HEAD":
        start = stop
    return Delivery(status=status, headers=headers, body=body, start=start, stop=stop)


def _size(body: bytes | File) -> int:
    return len(body) if isinstance(body, bytes) else body.size


def _wanted(request: Request, response: Response) -> Slice | Whole:
    asked = request.header("range")
    if asked is None or request.method != "GET" or response.status != 200:
        return Whole.IGNORED
    condition = request.header("if-range")
    validators = {response.header("etag"), response.header("last-modified")}
    if condition is not None and condition not in validators:
        return Whole.IGNORED
    return ranges.select(asked, _size(response.body))


def _unchanged(request: Request, response: Response) -> bool:
    """Whether the client has this very response already."""
    tags, tag = request.header("if-none-match"), response.header("etag")
    if tags is not None:
        known = {known.strip().removeprefix("W/") for known in tags.split(",")}
        return tag is not None and (tag.removeprefix("W/") in known or "*" in known)
    since, modified = request.header("if-modified-since"), response.header("last-modified")
    return since is not None and since == modified


def _gains(response: Response) -> bool:
    return (
        isinstance(response.body, bytes)
        and len(response.body) >= LEAST
        and compressible(response.header("content-type") or "")
        and response.header("content-encoding") is None
    )


def _weakened(header: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    """An encoded body is not the tagged one byte for byte, so its tag must be weak."""
    name, value = header
    if name.lower() == b"etag" and not value.startswith(b"W/"):
        return name, b"W/" + value
    return header


def _without(headers: list[tuple[bytes, bytes]], name: bytes) -> list[tuple[bytes, bytes]]:
    return [header for header in headers if header[0].lower() != name]
