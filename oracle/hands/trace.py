"""Writes, for each page visited, a log and pictures from before and after each action."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from oracle.hands.deed import Deed
from oracle.hands.diary import did, landed, left, sighted
from oracle.hands.report import Offer
from oracle.hands.settle import Landing
from oracle.hands.tab import Tab
from oracle.routes.sighting import Sighting


class Watch(Protocol):
    """Looks over the shoulder of whoever visits."""

    async def page(self, tab: Tab, landing: Landing) -> None:
        """A page has come to rest."""
        ...

    async def before(self, tab: Tab) -> None:
        """Something is about to be done."""
        ...

    async def after(self, tab: Tab, deed: Deed) -> None:
        """It was done."""
        ...

    def end(self, skipped: Iterable[tuple[Offer, str]], seen: Iterable[Sighting]) -> None:
        """The page is done with."""
        ...


class Trace:
    """`Watch`, into a folder: a folder a page with `log.txt` and numbered pictures."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pages = 0
        self._actions = 0
        self._page = folder

    async def page(self, tab: Tab, landing: Landing) -> None:
        """Begin the page's folder."""
        self._pages += 1
        self._actions = 0
        name = re.sub(r"\W+", "-", landing.url.partition("://")[2]).strip("-")[:80]
        self._page = self._folder / f"{self._pages:04}-{name}"
        self._page.mkdir(parents=True, exist_ok=True)
        self._write(landed(landing), mode="w")
        await self._picture(tab, "landed")

    async def before(self, tab: Tab) -> None:
        """Take a picture."""
        self._actions += 1
        await self._picture(tab, "before")

    async def after(self, tab: Tab, deed: Deed) -> None:
        """Tell the deed and take a picture."""
        self._write(did(self._actions, deed))
        await self._picture(tab, "after")

    def end(self, skipped: Iterable[tuple[Offer, str]], seen: Iterable[Sighting]) -> None:
        """Tell what was left and what was sighted."""
        self._write([*left(skipped), *sighted(seen)])

    def _write(self, lines: Iterable[str], *, mode: str = "a") -> None:
        with (self._page / "log.txt").open(mode, encoding="utf-8", errors="replace") as log:
            log.writelines(f"{line}\n" for line in lines)

    async def _picture(self, tab: Tab, when: str) -> None:
        picture = await tab.picture()
        if picture is not None:
            (self._page / f"{self._actions:03}-{when}.png").write_bytes(picture)
