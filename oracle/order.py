"""In which order level-1 pages are visited, so that a budget that bites takes an even sample.

Pages are dealt out by path area, one of each in turn; within an area, by a hash of seed and
address, which no property of the site can favour.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from itertools import zip_longest
from urllib.parse import urlsplit


def visiting_order(urls: Iterable[str], *, seed: int = 0) -> tuple[str, ...]:
    """Every address once, evenly over path areas; the same order in every run."""
    areas: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for url in sorted(set(urls), key=lambda url: _draw(url, seed)):
        areas[_area(url)].append(url)
    rounds = zip_longest(*(areas[area] for area in sorted(areas)))
    return tuple(url for turn in rounds for url in turn if url is not None)


def _area(url: str) -> tuple[str, str]:
    """Host and first directory; a hash route's area is that of its route."""
    parts = urlsplit(url)
    path = parts.fragment.lstrip("!/") if parts.fragment else parts.path.removeprefix("/")
    first, slash, _ = path.partition("/")
    return parts.netloc, first if slash else ""


def _draw(url: str, seed: int) -> str:
    return hashlib.sha256(f"{seed} {url}".encode("utf-8", "replace")).hexdigest()
