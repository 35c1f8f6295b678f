"""A small site on loopback, served by the standard library as a live one would be."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PACKED = gzip.compress(b"<title>Packed</title>" + b"<p>words</p>" * 200, mtime=0)
HTML = {"Content-Type": "text/html; charset=utf-8"}
ANSWERS: dict[str, tuple[int, dict[str, str], bytes]] = {
    "/": (
        200,
        HTML,
        (
            b"<title>Home</title><a href='/docs/'>Docs</a> <a href=/packed.html>Packed</a>"
            b"<a href=/moved>Moved</a> <a href=/lost>Lost</a>"
        ),
    ),
    "/docs/": (200, HTML, b"<title>Docs</title><a href=deep.html>Deep</a>"),
    "/docs/deep.html": (200, HTML, b"<title>Deep</title>"),
    "/packed.html": (200, HTML | {"Content-Encoding": "gzip"}, PACKED),
    "/moved": (301, {"Location": "/docs/"}, b""),
}
NOT_FOUND = (404, HTML, b"<title>Not here</title>")


class _Handler(BaseHTTPRequestHandler):
    """Answers as ANSWERS says, in chunks."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        status, headers, body = ANSWERS.get(self.path, NOT_FOUND)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in (body[:50], body[50:]):
            if piece:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(  # type: ignore[explicit-override]
        self,
        format: str,  # noqa: A002 - the library's name
        *args: object,
    ) -> None:
        """Say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """Where the site is."""

    port: int

    @property
    def root(self) -> str:
        """Its root."""
        return f"http://127.0.0.1:{self.port}/"


@contextmanager
def serving() -> Iterator[Live]:
    """Serve the site as long as the context lasts."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield Live(port=server.server_address[1])
        finally:
            server.shutdown()
            thread.join()
