"""A short way through HTTP/1.1 for what nearly every request is: a plain GET that came whole.

Whatever is not as plain as that goes the long way, through h11; a test holds the two together.
"""

import re
from collections.abc import Iterable

from bench.web.incoming import Incoming

Headers = Iterable[tuple[bytes, bytes]]

_TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_VALUE = rb"(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?"
_HEAD = re.compile(
    rb"(GET|HEAD) ([\x21-\x7e]+) HTTP/1\.1\r\n((?:" + _TOKEN + rb": " + _VALUE + rb"\r\n)+)\r\n"
)
# Headers that change how a message is framed, or how the connection goes on.
_SLOW = {"connection", "content-length", "transfer-encoding", "expect", "upgrade"}


def read(data: bytes) -> Incoming | None:
    """Read bytes that are one plain request and nothing else."""
    found = _HEAD.fullmatch(data)
    if found is None:
        return None
    method, target, block = found.groups()
    lines = block.decode("ascii").split("\r\n")[:-1]
    headers = tuple(
        (name.lower(), value) for name, _, value in (line.partition(": ") for line in lines)
    )
    hosts = 0
    for name, value in headers:
        hosts += name == "host"
        if name in _SLOW and not (name == "connection" and value.lower() == "keep-alive"):
            return None
    if hosts != 1:
        return None
    return Incoming(method=method.decode("ascii"), target=target.decode("ascii"), headers=headers)


def write(status: int, phrase: bytes, headers: Headers) -> bytes | None:
    """Write the head of an answer; None where a header holds what no header may."""
    lines = [b"HTTP/1.1 %d %s" % (status, phrase)]
    lines += [b"%s: %s" % header for header in headers]
    head = b"\r\n".join(lines)
    breaks = len(lines) - 1
    if head.count(b"\n") != breaks or head.count(b"\r") != breaks or b"\0" in head:
        return None
    return head + b"\r\n\r\n"
