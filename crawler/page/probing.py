"""Asking for what cannot exist, at the root and below directories, to tell real pages apart."""

from collections.abc import Iterable
from functools import partial

from crawler.address import url as addresses
from crawler.config import Config
from crawler.page import soft404
from crawler.page.soft404 import Fingerprint, Probes, SoftVerdict
from crawler.state.recall import Fetches
from crawler.wave import in_order
from crawler.wire.fetch import Gate
from crawler.wire.reading import Judge, page_appetite, read


class Probing:
    """How a site answers for what cannot exist, as far as it was asked."""

    def __init__(self, root: Fingerprint, fetcher: Fetches, *, gate: Gate, config: Config) -> None:
        self._root = root
        self._fetcher = fetcher
        self._gate = gate
        self._config = config
        self._directories = {_directory(root.final_url)}
        self._asked: set[str] = set()
        self._answers: list[Fingerprint] = []
        self._probes: dict[str | None, Probes] = {}

    def judge(self, url: str) -> Judge | None:
        """Return the judge of a page, or None where every probe said 404 as it should."""
        directory = _directory(url)
        below = directory if directory in self._directories else None
        if below not in self._probes:
            answers = tuple(each for each in self._answers if _speaks(each, below))
            self._probes[below] = Probes(root=self._root, answers=answers)
        probes = self._probes[below]
        return partial(_verdict, probes) if probes.answers else None

    async def prepare(self, urls: Iterable[str]) -> None:
        """Probe below the directories of addresses that are about to be fetched."""
        wanted = soft404.probe_paths(self._root.final_url, directories=self._new(urls))
        probes = [url for url in wanted if url not in self._asked]
        self._asked.update(probes)
        self._probes.clear()
        jobs = [(addresses.host(url), url) for url in probes if await self._gate(url) is None]
        if not jobs:
            return
        concurrency = self._config.pacing.concurrency
        async with in_order(jobs, self._probe, concurrency=concurrency) as outcomes:
            self._answers += [found async for _, found in outcomes if found is not None]

    def _new(self, urls: Iterable[str]) -> list[str]:
        found: list[str] = []
        for url in urls:
            directory = _directory(url)
            if len(self._directories) > self._config.limits.probed_directories:
                break
            if directory not in self._directories:
                self._directories.add(directory)
                found.append(directory)
        return found

    async def _probe(self, url: str) -> Fingerprint | None:
        appetite = page_appetite(self._config)
        fetched = await self._fetcher.fetch(url, appetite=appetite, gate=self._gate)
        return read(fetched, token=self._config.token, keep_fingerprint=True).fingerprint


def _speaks(answer: Fingerprint, directory: str | None) -> bool:
    """Tell whether a probe says something of a directory: it lies in it, or above it.

    Below a page that answers for whatever is appended to its path, a probe shows that page; it
    must not condemn it. A directory without a probe of its own (None) hears all of them.
    """
    return directory is None or directory.startswith(_directory(answer.url))


def _verdict(probes: Probes, seen: Fingerprint) -> SoftVerdict | None:
    return soft404.verdict(seen, probes)


def _directory(url: str) -> str:
    path = addresses.parts(url).path
    return addresses.origin(url) + path[: path.rfind("/") + 1]
