"""How an address came in: the channel, the page or sitemap that named it, and in what words."""

from dataclasses import dataclass
from enum import StrEnum


class Via(StrEnum):
    """The channel by which an address was found."""

    SEED = "seed"
    SITEMAP = "sitemap"
    FEED = "feed"
    LINK = "link"
    HASH_ROUTE = "hash-route"
    NEXT = "next"
    PREV = "prev"
    REDIRECT = "redirect"
    REFRESH = "refresh"
    FRAME = "frame"
    CANONICAL = "canonical"
    ALTERNATE = "alternate"
    HEADER = "header"
    HANDLER = "handler"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One mention of an address; `depth` counts clicks from the root."""

    via: Via
    source: str | None
    text: str | None
    depth: int
    written: str
