"""HTTP heads as a record holds them, true to the body that stands below.

A header that tells of a framing or coding which the body no longer has keeps its value under
`X-Orig-…`, as other archivers do, so that whoever reads the record can read its body.
"""

from bench.recording.exchange import Exchange, Headers

BREAKS = str.maketrans(dict.fromkeys("\r\n\0", " "))
ORIGINAL = "X-Orig-"
FRAMING = frozenset({"transfer-encoding", "content-length"})


def request_head(exchange: Exchange, headers: Headers) -> bytes:
    """Give the head of a request, in the form in which it goes to a server."""
    scheme_and_host, _, _ = exchange.url.partition("?")
    host = scheme_and_host.partition("://")[2].partition("/")[0]
    target = exchange.url.partition("://")[2][len(host) :] or "/"
    target = target if target.startswith("/") else f"/{target}"
    sent = [(name, value) for name, value in headers if not name.startswith(":")]
    if not any(name.lower() == "host" for name, _ in sent):
        sent.insert(0, ("Host", host))
    return _head(f"{exchange.method} {target} HTTP/1.1", sent)


def response_head(exchange: Exchange, headers: Headers, *, size: int, coded: bool) -> bytes:
    """Give the head of an answer whose body here has `size` bytes.

    `coded` says that the body still is as its Content-Encoding says.
    """
    gone = FRAMING if coded else FRAMING | {"content-encoding"}
    told = [
        (f"{ORIGINAL}{name}" if name.lower() in gone else name, value)
        for name, value in headers
        if not name.startswith(":")
    ]
    length = next((value for name, value in headers if name.lower() == "content-length"), None)
    if length == str(size):
        told = [each for each in told if each[0].lower() != "x-orig-content-length"]
    told.append(("Content-Length", str(size)))
    return _head(f"HTTP/1.1 {exchange.status} {exchange.reason}".rstrip(), told)


def _head(first: str, headers: list[tuple[str, str]]) -> bytes:
    lines = [first, *(f"{name}: {value}" for name, value in headers)]
    text = "".join(f"{line.translate(BREAKS)}\r\n" for line in lines)
    return f"{text}\r\n".encode("utf-8", "surrogateescape")
