"""An origin that serves a folder the way a plain web server does."""

import os
import stat
import zlib
from dataclasses import dataclass
from email.utils import formatdate
from pathlib import Path
from urllib.parse import unquote_to_bytes

from bench.web.media import media_type
from bench.web.origin import Answer, File, Headers, Request, Response

INDEXES = ("index.html", "index.htm")
PACKED = (".html", ".htm")  # may lie there as .html.gz only, as Debian ships long pages
IN_MEMORY = 1 << 20  # larger files are sent piece by piece
UNPACKED = 64 << 20  # what a packed page may grow to

_METHODS: Headers = (("Allow", "GET, HEAD, OPTIONS"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A regular file, and whether it is packed."""

    path: Path
    state: os.stat_result
    packed: bool


class Directory:
    """Serves the files below a root; links inside are followed, addresses never lead out."""

    def __init__(self, root: Path) -> None:
        self._root = root

    async def answer(self, request: Request) -> Answer:
        """Answer with a file, a redirect to a folder's own address, or a real 404."""
        if request.method == "OPTIONS":
            return Response(status=204, headers=_METHODS)
        if request.method not in {"GET", "HEAD"}:
            return _page(405, "Method not allowed", _METHODS)
        try:
            return self._find(request)
        except PermissionError:
            return _page(403, "Forbidden")
        except OSError:  # a name that is too long, a loop of links, gone in between
            return self._missing()
        except zlib.error as error:
            return _page(500, f"The stored page cannot be unpacked: {error}")

    def _find(self, request: Request) -> Answer:
        segments = _segments(request.path)
        if segments is None:
            return self._missing()
        path = self._root.joinpath(*segments)
        if not path.is_dir():
            found = None if request.path.endswith("/") else _file(path)
        elif not request.path.endswith("/"):
            query = "" if request.query is None else f"?{request.query}"
            # Absolute, because a path that begins with two slashes would name a host.
            place = f"{request.origin}{request.path}/{query}"
            return _page(301, "Moved permanently", (("Location", place),))
        else:
            found = next(filter(None, (_file(path / name) for name in INDEXES)), None)
        return self._missing() if found is None else _serve(found)

    def _missing(self) -> Response:
        own = self._root / "404.html"
        if not own.is_file():
            return _page(404, "Not found")
        return Response(status=404, headers=_typed("404.html"), body=own.read_bytes())


def _segments(path: str) -> tuple[str, ...] | None:
    """The names that a path leads through; None where one of them could lead elsewhere."""
    names = [unquote_to_bytes(name) for name in path.split("/") if name]
    if any(name in {b".", b".."} or b"/" in name or b"\0" in name for name in names):
        return None
    return tuple(os.fsdecode(name) for name in names)


def _file(path: Path) -> _Found | None:
    """The regular file of that name, or its packed form where only that is there."""
    packed = path.with_name(f"{path.name}.gz")
    for candidate in (path, packed) if path.suffix in PACKED else (path,):
        try:
            state = candidate.stat()
        except FileNotFoundError:
            continue
        if stat.S_ISREG(state.st_mode):
            return _Found(path=candidate, state=state, packed=candidate is packed)
    return None


def _serve(found: _Found) -> Response:
    headers = (
        *_typed(found.path.stem if found.packed else found.path.name),
        ("Last-Modified", formatdate(found.state.st_mtime, usegmt=True)),
        ("ETag", f'"{found.state.st_mtime_ns:x}-{found.state.st_size:x}"'),
    )
    if found.state.st_size > IN_MEMORY and not found.packed:
        body: bytes | File = File(path=found.path, size=found.state.st_size)
    else:
        body = found.path.read_bytes()
    if found.packed and isinstance(body, bytes):
        body = _unpack(body)
    return Response(headers=headers, body=body)


def _unpack(packed: bytes) -> bytes:
    unpacker = zlib.decompressobj(wbits=31)
    body = unpacker.decompress(packed, UNPACKED)
    if not unpacker.eof:
        message = "cut short, or too large"
        raise zlib.error(message)
    return body


def _typed(name: str) -> Headers:
    return (("Content-Type", media_type(name)),)


def _page(status: int, title: str, headers: Headers = ()) -> Response:
    text = f"<!doctype html><title>{title}</title><h1>{title}</h1>\n"
    return Response(status=status, headers=(*_typed("x.html"), *headers), body=text.encode())
