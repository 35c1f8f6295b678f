"""Gzip as a content encoding: who takes it, what gains by it, and what is compressed already."""

import functools
import gzip
from collections import OrderedDict

LEAST = 256  # below this, gzip saves nothing
LEVEL = 1  # over loopback, time is dearer than bytes

_TYPES = {
    "application/atom+xml",
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "application/rss+xml",
    "application/xhtml+xml",
    "application/xml",
    "image/svg+xml",
}


@functools.lru_cache(maxsize=256)
def accepts_gzip(header: str | None) -> bool:
    """Whether an Accept-Encoding header takes gzip."""
    weights = {}
    for part in (header or "").lower().split(","):
        name, _, parameters = part.partition(";")
        weights[name.strip()] = _weight(parameters)
    return weights.get("gzip", weights.get("x-gzip", weights.get("*", 0.0))) > 0


def _weight(parameters: str) -> float:
    name, _, value = parameters.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


@functools.lru_cache(maxsize=256)
def compressible(content_type: str) -> bool:
    """Whether bodies of this type gain by gzip."""
    kind = content_type.partition(";")[0].strip().lower()
    return kind.startswith("text/") or kind in _TYPES


class Compressed:
    """Compresses each body once; forgets the oldest above a size."""

    def __init__(self, limit: int = 64 << 20) -> None:
        self._limit = limit
        self._size = 0
        self._done: OrderedDict[bytes, bytes] = OrderedDict()

    def __call__(self, body: bytes) -> bytes:
        """Give the body gzipped."""
        done = self._done.get(body)
        if done is not None:
            self._done.move_to_end(body)
            return done
        done = gzip.compress(body, LEVEL, mtime=0)
        self._done[body] = done
        self._size += len(body) + len(done)
        while self._size > self._limit:
            old, packed = self._done.popitem(last=False)
            self._size -= len(old) + len(packed)
        return done
