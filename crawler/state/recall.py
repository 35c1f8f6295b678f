"""Fetches that are kept as they are done, and not done again by a crawl that goes on later.

A crawl is the same whenever the web is, so what was fetched is all the state that it has: told
once more what was answered, it stands where it stood.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from crawler.wire.answer import Appetite
from crawler.wire.fetch import Fetched, Gate


class Fetches(Protocol):
    """Whatever fetches an address and follows where it points."""

    async def fetch(
        self, url: str, *, appetite: Appetite, gate: Gate, redirects: int | None = None
    ) -> Fetched:
        """Fetch an address; expected failure is a value."""
        ...

    def restore(self, fetched: Fetched) -> None:
        """Have the cookies again that a kept fetch brought."""
        ...


class Purpose(StrEnum):
    """What an address is fetched for; one for another keeps other parts of its body."""

    ROBOTS = "robots"
    SITEMAP = "sitemap"
    PAGE = "page"
    PROBE = "probe"


class Memory(Protocol):
    """Where fetches are kept. `wave` is that in which a fetch was done."""

    @property
    def last_wave(self) -> int:
        """The last wave of which anything is kept."""
        ...

    def find(self, purpose: Purpose, url: str, *, waves: range) -> Fetched | None:
        """Return the latest fetch that was done in one of the waves."""
        ...

    def keep(self, purpose: Purpose, fetched: Fetched, *, wave: int) -> None:
        """Keep a fetch for good, before anything is made of it."""
        ...


class Forgetful:
    """The memory of a crawl that keeps none."""

    last_wave = -1

    def find(self, _purpose: Purpose, _url: str, *, waves: range) -> Fetched | None:
        """Find nothing."""
        del waves
        return None

    def keep(self, purpose: Purpose, fetched: Fetched, *, wave: int) -> None:
        """Keep nothing."""


@dataclass(slots=True)
class Clock:
    """Which wave it is: the time of a crawl, the same in every run; 0 while the root lands."""

    wave: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Fetches for one purpose: out of memory what was done in wave `since` or later, else done."""

    purpose: Purpose
    fetcher: Fetches
    memory: Memory
    clock: Clock
    since: int = 0

    def remembers(self, url: str) -> bool:
        """Tell whether a fetch of an address need not be done."""
        return self._kept(url) is not None

    async def fetch(
        self, url: str, *, appetite: Appetite, gate: Gate, redirects: int | None = None
    ) -> Fetched:
        """Fetch an address and keep what came, unless it is kept already."""
        kept = self._kept(url)
        if kept is not None:
            self.restore(kept)
            return kept
        wave = self.clock.wave
        fetched = await self.fetcher.fetch(url, appetite=appetite, gate=gate, redirects=redirects)
        self.memory.keep(self.purpose, fetched, wave=wave)
        return fetched

    def restore(self, fetched: Fetched) -> None:
        """Have the cookies again that a kept fetch brought."""
        self.fetcher.restore(fetched)

    def _kept(self, url: str) -> Fetched | None:
        waves = range(self.since, self.clock.wave + 1)
        return self.memory.find(self.purpose, url, waves=waves)
