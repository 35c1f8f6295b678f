"""An origin that serves a folder the way a plain web server, or a host of built sites, does."""

import os
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote_to_bytes

from bench.web import disk
from bench.web.origin import Answer, Headers, Request, Response

INDEXES = ("index.html", "index.htm")
PAGE = ".html"
SHOWN = b".well-known"  # the one name with a leading dot that is meant for visitors

_METHODS: Headers = (("Allow", "GET, HEAD, OPTIONS"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """How a folder is served; by default as by a plain web server.

    `clean_urls`: /about answers about.html; with `redirect` /about.html leads there, too.
    `fallback`: the file that answers for unknown paths whose last name has no dot.
    `symlinks`: whether links that lead out of the folder are followed.
    """

    clean_urls: bool = False
    redirect: bool = False
    fallback: str | None = None
    symlinks: bool = True


class Directory:
    """Serves the files below a root; no address leads out, nor to a name with a leading dot."""

    def __init__(self, root: Path, serving: Serving | None = None) -> None:
        self._root = os.fspath(root)
        self._serving = serving or Serving()

    async def answer(self, request: Request) -> Answer:
        """Answer with a file, a redirect to a page's own address, or a real 404."""
        if request.method == "OPTIONS":
            return Response(status=204, headers=_METHODS)
        if request.method not in {"GET", "HEAD"}:
            return _page(405, "Method not allowed", _METHODS)
        return self._tried(request) or self._instead(request)

    def _tried(self, request: Request) -> Response | None:
        try:
            return self._find(request)
        except PermissionError:
            return _page(403, "Forbidden")
        except OSError:  # a name that is too long, a loop of links, gone in between
            return None
        except zlib.error as error:
            return _page(500, f"The stored page cannot be unpacked: {error}")

    def _find(self, request: Request) -> Response | None:
        segments = _segments(request.path)
        if segments is None:
            return None
        path = "/".join((self._root, *segments))
        if request.path.endswith("/"):
            return self._index(path)
        if self._serving.redirect and (own := self._own(request.path, path)):
            return _moved(request, own)
        state = disk.look(path)
        if state is not None and not disk.is_folder(state):
            return self._file(path, state)
        if self._serving.clean_urls and (page := self._file(path + PAGE)):
            return page
        return _moved(request, f"{request.path}/") if state else self._file(path)

    def _index(self, folder: str) -> Response | None:
        if not disk.is_folder(disk.look(folder)):
            return None
        return next(filter(None, (self._file(f"{folder}/{name}") for name in INDEXES)), None)

    def _own(self, asked: str, path: str) -> str | None:
        """The clean address of a page that was asked for by its file's name."""
        name = asked if asked.endswith(PAGE) else asked + PAGE
        clean = name.removesuffix("index.html" if name.endswith("/index.html") else PAGE)
        there = path if asked.endswith(PAGE) else path + PAGE
        return clean if clean != asked and disk.is_file(disk.look(there)) else None

    def _file(self, path: str, state: os.stat_result | None = None) -> Response | None:
        found = disk.serve(path, state or disk.look(path))
        if found is not None and not self._serving.symlinks and not self._holds(path):
            return _page(403, "A link leads out of the folder here; `symlinks: true` follows it")
        return found

    def _holds(self, path: str) -> bool:
        there = path if os.path.lexists(path) else f"{path}.gz"
        home = os.path.realpath(self._root)
        return os.path.realpath(there).startswith(f"{home.rstrip('/')}/")

    def _instead(self, request: Request) -> Response:
        """What answers for an unknown path: the fallback, the site's own 404, or ours."""
        if self._serving.fallback and "." not in request.path.rpartition("/")[2]:
            shell = self._kept(self._serving.fallback)
            if shell is not None:
                return shell
        own = self._kept("404.html")
        if own is None:
            return _page(404, "Not found")
        return replace(own, status=404, headers=disk.typed("404.html"))

    def _kept(self, name: str) -> Response | None:
        try:
            found = self._file(f"{self._root}/{name}")
        except (OSError, zlib.error):
            return None
        return found if found is not None and found.status == 200 else None


def _segments(path: str) -> list[str] | None:
    """The names that a path leads through; None where one of them could lead elsewhere."""
    names = [unquote_to_bytes(name) for name in path.split("/") if name]
    for at, name in enumerate(names):
        if b"/" in name or b"\0" in name or (name[0] == 46 and not (at == 0 and name == SHOWN)):
            return None
    return [os.fsdecode(name) for name in names]


def _moved(request: Request, path: str) -> Response:
    query = "" if request.query is None else f"?{request.query}"
    # Absolute, because a path that begins with two slashes would name a host.
    return _page(301, "Moved permanently", (("Location", f"{request.origin}{path}{query}"),))


def _page(status: int, title: str, headers: Headers = ()) -> Response:
    text = f"<!doctype html><title>{title}</title><h1>{title}</h1>\n"
    return Response(status=status, headers=(*disk.typed("x.html"), *headers), body=text.encode())
