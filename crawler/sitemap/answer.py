"""What a sitemap's address answered: read, what was wrong with it, and the addresses it lists."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from crawler.address import url as addresses
from crawler.address.citation import Via
from crawler.address.refusal import Refused
from crawler.config import Limits
from crawler.page.extract import Link
from crawler.sitemap import reading as sitemap
from crawler.sitemap.gunzip import is_gzip
from crawler.sitemap.reading import Entry, Problem, SitemapReading
from crawler.wire.fetch import Fetched

QUICK = 64 * 1024  # bytes that are read in no time


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapAnswer:
    """What a sitemap's address answered, and what could be read of it."""

    fetched: Fetched
    reading: SitemapReading | None


class Listing(NamedTuple):
    """An address that a sitemap lists, and when the sitemap says that it changed."""

    link: Link
    lastmod: str | None


async def read(fetched: Fetched, limits: Limits) -> SitemapReading | None:
    """Read what a sitemap's address answered; None: nothing that could be one.

    One that may take long is read beside the crawl, whose other requests have deadlines.
    """
    answer = fetched.answer
    if answer is None or answer.status != 200:
        return None
    bounds = sitemap.Limits(bytes=limits.sitemap_bytes)
    try:
        if len(answer.body) < QUICK and not is_gzip(answer.body):
            return sitemap.read(answer.body, limits=bounds)
        return await asyncio.to_thread(sitemap.read, answer.body, limits=bounds)
    except Exception as error:  # noqa: BLE001 - one hostile map must not end the crawl
        unread = Problem(reason=f"the map could not be read: {type(error).__name__}")
        return SitemapReading(kind=None, complete=False, error=unread)


def problem(fetched: Fetched, reading: SitemapReading) -> Problem | None:
    """Say what was wrong with an answer, the wire's faults before the reader's."""
    answer = fetched.answer
    trouble = fetched.trouble or (answer.trouble if answer else None)
    if fetched.refused is not None:
        return Problem(reason=f"leads elsewhere: {fetched.refused.rule}")
    if trouble is not None:
        return Problem(reason=f"{trouble.reason}: {trouble.detail}")
    if answer is not None and answer.status != 200:
        return Problem(reason=f"answered {answer.status}")
    return reading.error


def listings(entry: Entry, via: Via, base: str) -> Iterable[Listing]:
    """Yield the addresses of an entry: its own, and its alternates."""
    yield Listing(_link(entry.loc, via, base), entry.lastmod)
    for alternate in entry.alternates:
        yield Listing(_link(alternate, Via.ALTERNATE, base), entry.lastmod)


def _link(written: str, via: Via, base: str) -> Link:
    target = addresses.resolve(written, base)
    if isinstance(target, Refused):
        return Link(via=via, written=written, url=None, refusal=target)
    return Link(via=via, written=written, url=target.url)
