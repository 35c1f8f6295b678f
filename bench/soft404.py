"""The bench's own eye for soft-404s: what a site answers where nothing can be."""

import asyncio
import hashlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser

ALIKE = 0.9
WORD = re.compile(r"[^\W\d_]+")
DOCUMENTS = frozenset({"text/html", "application/xhtml+xml"})


class Reply(Protocol):
    """What has to be known of an answer."""

    @property
    def url(self) -> str:
        """Where it ended."""
        ...

    @property
    def status(self) -> int | None:
        """Its status, if there was an answer."""
        ...

    @property
    def content_type(self) -> str:
        """Its bare type."""
        ...

    @property
    def body(self) -> bytes:
        """Its bytes, perhaps cut."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """How a page looks to a reader: where it is, and its words without figures."""

    url: str
    words: frozenset[str]


@dataclass(slots=True, kw_only=True)
class Nowhere:
    """Remembers, folder by folder, what a site shows for an address that cannot exist."""

    get: Callable[[str], Awaitable[Reply]]
    faces: dict[str, asyncio.Task[Face | None]] = field(default_factory=dict)

    async def looks_like(self, url: str, body: bytes) -> bool:
        """Whether a page shows what its folder shows for nothing at all."""
        folder = urljoin(url, ".")
        if folder not in self.faces:
            self.faces[folder] = asyncio.ensure_future(self._probe(folder))
        face = await self.faces[folder]
        return face is not None and alike(face, Face(url=url, words=words_of(body)))

    async def _probe(self, folder: str) -> Face | None:
        # The same name in every run, so that the same web gives the same answer.
        token = hashlib.sha256(folder.encode()).hexdigest()[:16]
        reply = await self.get(urljoin(folder, f"nothing-{token}"))
        if reply.status != 200 or reply.content_type not in DOCUMENTS:
            return None
        return Face(url=reply.url, words=words_of(reply.body))


def alike(face: Face, other: Face) -> bool:
    """Whether two pages are one to a reader: the same place, or nearly the same words."""
    if urlsplit(face.url)[:4] == urlsplit(other.url)[:4]:
        return True
    union = face.words | other.words
    return not union or len(face.words & other.words) / len(union) >= ALIKE


def words_of(body: bytes) -> frozenset[str]:
    """Give the words of a page, title included, lowered; scripts and styles are none."""
    tree = LexborHTMLParser(body)
    tree.strip_tags(["script", "style", "template", "noscript"])
    text = tree.root.text(separator=" ") if tree.root else ""
    return frozenset(word.lower() for word in WORD.findall(text))
