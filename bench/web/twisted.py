"""Origins that do not tell the truth: nothing is not found, sitemaps name a wrong scheme."""

import gzip
import re
import zlib
from dataclasses import dataclass, replace

from bench.web.origin import Answer, Origin, Request, Response

GONE = {404, 410}
HTML = ("Content-Type", "text/html; charset=utf-8")
MOST = 64 << 20  # a larger sitemap than the protocol allows is left as it is

NOT_FOUND = b"<!doctype html><title>Not found</title><h1>Page not found</h1>\n"

_SITEMAP = re.compile(rb"<(?:\w+:)?(?:urlset|sitemapindex)[\s>]")
_LOC = re.compile(rb"(<(?:\w+:)?loc>\s*(?:<!\[CDATA\[\s*)?)(https?)(?=://)", re.IGNORECASE)
_OTHER = {b"http": b"https", b"https": b"http"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Soft404:
    """Never says that something is not found: shows a page, or the home page, or leads there."""

    origin: Origin
    kind: str
    root: str

    async def answer(self, request: Request) -> Answer:
        """Answer as the origin does, as long as it finds something."""
        answer = await self.origin.answer(request)
        if not isinstance(answer, Response) or answer.status not in GONE:
            return answer
        if self.kind == "redirect":
            return Response(status=302, headers=(("Location", self.root),))
        if self.kind == "home":
            return await self.origin.answer(replace(request, path=self.root, query=None))
        return Response(headers=(HTML,), body=NOT_FOUND)


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapScheme:
    """Names every address of its sitemaps under the other scheme."""

    origin: Origin

    async def answer(self, request: Request) -> Answer:
        """Answer as the origin does; a sitemap with its schemes turned."""
        answer = await self.origin.answer(request)
        if not isinstance(answer, Response) or not isinstance(answer.body, bytes):
            return answer
        turned = _turned(answer.body)
        # What the origin said of the bytes, as their tag, is no longer true of them.
        said = (
            each for each in answer.headers if each[0].lower() not in {"etag", "last-modified"}
        )
        return answer if turned is None else replace(answer, headers=tuple(said), body=turned)


def _turned(body: bytes) -> bytes | None:
    """The sitemap with its schemes turned, packed as it was; None where it is none."""
    packed = body.startswith(b"\x1f\x8b")
    plain = _unpacked(body) if packed else body
    if plain is None or not _SITEMAP.search(plain, 0, 4096):
        return None
    turned = _LOC.sub(lambda found: found[1] + _OTHER[found[2].lower()], plain)
    return gzip.compress(turned, mtime=0) if packed else turned


def _unpacked(body: bytes) -> bytes | None:
    unpacker = zlib.decompressobj(wbits=31)
    try:
        plain = unpacker.decompress(body, MOST)
    except zlib.error:
        return None
    return plain if unpacker.eof else None
