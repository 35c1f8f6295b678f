"""Asking for what cannot exist, at the root and below directories, to tell real pages apart."""

from collections.abc import Iterable

from crawler import soft404
from crawler import url as addresses
from crawler.config import Config
from crawler.fetch import Fetcher, Gate
from crawler.reading import Judge, page_appetite, read
from crawler.soft404 import Fingerprint, Probes, SoftVerdict
from crawler.wave import in_order


class Probing:
    """How a site answers for what cannot exist, as far as it was asked."""

    def __init__(self, root: Fingerprint, fetcher: Fetcher, *, gate: Gate, config: Config) -> None:
        self._root = root
        self._fetcher = fetcher
        self._gate = gate
        self._config = config
        self._asked: set[str] = {_directory(root.final_url)}
        self._directories = 0
        self.probes = Probes(root=root, answers=())

    def judge(self) -> Judge | None:
        """Return the judge of pages, or None where every probe said 404 as it should."""
        return self._verdict if self.probes.answers else None

    async def prepare(self, urls: Iterable[str]) -> None:
        """Probe below the directories of addresses that are about to be fetched."""
        wanted = soft404.probe_paths(self._root.final_url, directories=self._new(urls))
        probes = [url for url in wanted if url not in self._asked]
        self._asked.update(probes)
        jobs = [(addresses.host(url), url) for url in probes if await self._gate(url) is None]
        if not jobs:
            return
        concurrency = self._config.pacing.concurrency
        async with in_order(jobs, self._probe, concurrency=concurrency) as outcomes:
            answers = [found async for _, found in outcomes if found is not None]
        self.probes = Probes(root=self._root, answers=(*self.probes.answers, *answers))

    def _new(self, urls: Iterable[str]) -> list[str]:
        found: list[str] = []
        for url in urls:
            directory = _directory(url)
            if self._directories >= self._config.limits.probed_directories:
                break
            if directory not in self._asked:
                self._asked.add(directory)
                self._directories += 1
                found.append(directory)
        return found

    async def _probe(self, url: str) -> Fingerprint | None:
        fetched = await self._fetcher.fetch(
            url, appetite=page_appetite(self._config), gate=self._gate
        )
        token = self._config.token
        found = read(fetched, token=token, keep_fingerprint=True)
        return found.fingerprint

    def _verdict(self, seen: Fingerprint) -> SoftVerdict | None:
        return soft404.verdict(seen, self.probes)


def _directory(url: str) -> str:
    path = addresses.parts(url).path
    return addresses.origin(url) + path[: path.rfind("/") + 1]
