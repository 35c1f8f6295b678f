"""An origin that serves a folder the way a plain web server does."""

import functools
import os
import stat
import zlib
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


class Directory:
    """Serves the files below a root; links inside are followed, addresses never lead out."""

    def __init__(self, root: Path) -> None:
        self._root = os.fspath(root)

    async def answer(self, request: Request) -> Answer:
        """Answer with a file, a redirect to a folder's own address, or a real 404."""
        if request.method == "OPTIONS":
            return Response(status=204, headers=_METHODS)
        if request.method not in {"GET", "HEAD"}:
            return _page(405, "Method not allowed", _METHODS)
        try:
            return self._find(request) or self._missing()
        except PermissionError:
            return _page(403, "Forbidden")
        except OSError:  # a name that is too long, a loop of links, gone in between
            return self._missing()
        except zlib.error as error:
            return _page(500, f"The stored page cannot be unpacked: {error}")

    def _find(self, request: Request) -> Response | None:
        segments = _segments(request.path)
        if segments is None:
            return None
        path = "/".join((self._root, *segments))
        state = _stat(path)
        folder = request.path.endswith("/")
        if state is None or not stat.S_ISDIR(state.st_mode):
            return None if folder else _file(path, state)
        if folder:
            pages = (f"{path}/{name}" for name in INDEXES)
            return next(filter(None, (_file(page, _stat(page)) for page in pages)), None)
        query = "" if request.query is None else f"?{request.query}"
        # Absolute, because a path that begins with two slashes would name a host.
        place = f"{request.origin}{request.path}/{query}"
        return _page(301, "Moved permanently", (("Location", place),))

    def _missing(self) -> Response:
        own = Path(self._root, "404.html")
        if not own.is_file():
            return _page(404, "Not found")
        return Response(status=404, headers=_typed(own.name), body=own.read_bytes())


def _segments(path: str) -> list[str] | None:
    """The names that a path leads through; None where one of them could lead elsewhere."""
    names = [unquote_to_bytes(name) for name in path.split("/") if name]
    if any(name in {b".", b".."} or b"/" in name or b"\0" in name for name in names):
        return None
    return [os.fsdecode(name) for name in names]


def _stat(path: str) -> os.stat_result | None:
    try:
        return os.stat(path)  # noqa: PTH116 - a Path a request is dearer than the whole look-up
    except (FileNotFoundError, NotADirectoryError):
        return None


def _file(path: str, state: os.stat_result | None) -> Response | None:
    """The regular file of that name, or its packed form where only that is there."""
    if state is not None:
        return _serve(path, state) if stat.S_ISREG(state.st_mode) else None
    packed = _stat(f"{path}.gz") if path.endswith(PACKED) else None
    if packed is None or not stat.S_ISREG(packed.st_mode):
        return None
    body = _unpack(Path(f"{path}.gz").read_bytes())
    return Response(headers=_headers(path, packed.st_mtime_ns, packed.st_size), body=body)


def _serve(path: str, state: os.stat_result) -> Response:
    headers = _headers(path, state.st_mtime_ns, state.st_size)
    if state.st_size > IN_MEMORY:
        return Response(headers=headers, body=File(path=Path(path), size=state.st_size))
    with open(path, "rb") as stream:  # noqa: PTH123 - as above
        return Response(headers=headers, body=stream.read())


@functools.lru_cache(maxsize=4096)
def _headers(path: str, modified_ns: int, size: int) -> Headers:
    return (
        *_typed(path),
        ("Last-Modified", formatdate(modified_ns // 10**9, usegmt=True)),
        ("ETag", f'"{modified_ns:x}-{size:x}"'),
    )


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
