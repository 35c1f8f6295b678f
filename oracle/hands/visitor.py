"""Visits the pages of one site with one tab: load, settle, act, gather."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, Protocol
from urllib.parse import urlsplit

from oracle.hands.act import act
from oracle.hands.agenda import Memory
from oracle.hands.gather import Evidence, gather
from oracle.hands.report import ClosedFrame, Link, Page, ServedLinks, read_links, read_served
from oracle.hands.served import restore
from oracle.hands.settle import Caps, Landing, land
from oracle.hands.tab import Document, Lost, Tab
from oracle.hands.trace import Watch
from oracle.routes.visit import Rendered, Visit

UNREAD = "served-unread"
"""The served HTML was not read within its time, twice: what stood in it is not known."""

AGAIN = 3  # times as long as the first may the second reading of served HTML take


class Room(Protocol):
    """Where a site's tabs live, with its cookies and storage."""

    @property
    def alive(self) -> bool:
        """Whether its browser still runs."""
        ...

    async def tab(self) -> Tab:
        """A new tab; those before it are closed."""
        ...

    async def served(self, url: str, *, cap: float) -> bytes | None:
        """What the site serves there, asked for by a tab in which no script runs."""
        ...

    async def close(self) -> None:
        """Forget everything."""
        ...


class SiteVisitor:
    """`Visitor`, with a real browser."""

    def __init__(
        self,
        rooms: Callable[[], Awaitable[Room]],
        caps: Caps | None = None,
        *,
        watch: Watch | None = None,
    ) -> None:
        self._rooms = rooms
        self._watch = watch
        self._caps = caps or Caps()
        self._room: Room | None = None
        self._tab: Tab | None = None
        self._memory = Memory()

    async def visit(self, url: str, *, level: int) -> Visit:
        """Load, settle, act, collect; `level` is the page's own, the root being 0."""
        tab, landing = await self._land(url)
        if self._watch is not None:
            await self._watch.page(tab, landing)
        if landing.page is None:
            return await self._unshown(landing, level)
        text = None if landing.document is None else await tab.body(landing.document)
        read = await self._served(tab, landing, landing.page, text)
        shown = (*landing.page.links, *await self._behind(tab, landing), *read.closed)
        acted = await act(
            tab,
            landing.page,
            memory=self._memory,
            caps=self._caps,
            reload=lambda: self._again(url),
            watch=self._watch,
        )
        visit = Visit(
            **_rendering(landing),
            level=level,
            body=None if text is None else restore(text, landing.page.charset, landing.page.size),
            faults=tuple(
                dict.fromkeys((*landing.faults, *tab.faults(), *acted.faults, *read.faults))
            ),
            sightings=gather(
                Evidence(
                    page=landing.final_url,
                    level=level,
                    shown=shown,
                    served=read.addresses,
                    deeds=acted.deeds,
                    views=acted.views,
                )
            ),
            actions=tuple(dict.fromkeys(deed.action for deed in acted.deeds)),
        )
        if self._watch is not None:
            self._watch.end(acted.skipped, visit.sightings)
        return visit

    async def render(self, url: str) -> Rendered:
        """Load and settle only."""
        _, landing = await self._land(url, light=True)
        if landing.page is None:
            await self._renew()
        return Rendered(**_rendering(landing), faults=landing.faults)

    async def reset(self) -> None:
        """Forget what the site left behind: cookies, storage, what was already acted on."""
        if self._room is not None:
            await self._room.close()
        self._room = None
        self._tab = None
        self._memory = Memory()

    async def _land(self, url: str, *, light: bool = False) -> tuple[Tab, Landing]:
        """Land, once more in a new tab when the first one died of it."""
        tab = await self._ready()
        landing = await land(tab, url, caps=self._caps, light=light)
        if landing.lost in (Lost.CRASHED, Lost.CLOSED):
            tab = await self._renew()
            landing = await land(tab, url, caps=self._caps, light=light)
        return tab, landing

    async def _again(self, url: str) -> Page | None:
        tab = await self._ready()
        return (await land(tab, url, caps=self._caps)).page

    async def _ready(self) -> Tab:
        if self._room is None:
            self._room = await self._rooms()
        if self._tab is None:
            self._tab = await self._room.tab()
        return self._tab

    async def _renew(self) -> Tab:
        """A new tab, in a new browser if the old one is gone with it."""
        if self._room is not None and not self._room.alive:
            self._room = None
        self._tab = None
        return await self._ready()

    async def _unshown(self, landing: Landing, level: int) -> Visit:
        """A visit without a page; what a page that died had in its served bytes still counts."""
        tab = await self._renew()
        body: bytes | None = None
        read = ServedLinks()
        begun = landing.document is not None and landing.document.status is not None
        if landing.lost is not None and begun and self._room is not None:
            body = await self._room.served(landing.final_url, cap=self._caps.begin)
        if body is not None:
            await tab.go("about:blank", cap=self._caps.begin)
            read = await _parsed(tab, [(landing.final_url, body)], self._caps.settle)
        links = tuple(_bare(url) for url in sorted(read.addresses or ()))
        return Visit(
            **_rendering(landing),
            level=level,
            body=body,
            faults=(*landing.faults, *read.faults),
            sightings=gather(Evidence(page=landing.final_url, level=level, shown=links)),
        )

    async def _served(
        self, tab: Tab, landing: Landing, page: Page, text: bytes | None
    ) -> ServedLinks:
        """The addresses in served HTML, of the frames' too."""
        if not page.scripted and (text is None or b"shadowrootmode" not in text):
            return ServedLinks()
        texts = [] if text is None else [(page.document, text)]
        texts += await _bodies(tab, landing.frames)
        frames = None if text is None else _asked(landing.frames)
        return await _parsed(tab, texts, self._caps.settle, frames=frames)

    async def _behind(self, tab: Tab, landing: Landing) -> tuple[Link, ...]:
        """What frames of the site show into which their page may not look."""
        page = landing.page
        if page is None or not page.closed:
            return ()
        near = [one for one in page.closed if _is_near(one, landing.final_url)]
        asked = frozenset(one.url or "about:srcdoc" for one in near if not one.silent)
        cap = self._caps.action
        answers = await tab.ask_frames(asked, "inside", cap * 1000, cap=cap)
        links = [link for _, answer in answers for link in read_links(answer)]
        # Where no script may run nobody answers: what was served is then all there is.
        inner = (one.srcdoc for one in near if one.silent and one.srcdoc is not None)
        texts = [(page.document, text.encode()) for text in inner]
        silent = {one.url for one in near} - {url for url, _ in answers}
        texts += await _bodies(tab, (one for one in landing.frames if one.url in silent))
        if texts:
            read = await _parsed(tab, texts, self._caps.settle)
            links.extend(_bare(url) for url in sorted(read.addresses or ()))
        return tuple(links)


async def _bodies(tab: Tab, documents: Iterable[Document]) -> list[tuple[str, bytes]]:
    """What was served as the documents, where it can still be had."""
    read = [(one.url, await tab.body(one)) for one in documents]
    return [(url, body) for url, body in read if body is not None]


def _bare(url: str) -> Link:
    return Link(url=url, label=None, locator=None)


def _asked(frames: Iterable[Document]) -> dict[str, str]:
    """Which address a frame gave for each document, before redirects."""
    asked: dict[str, str] = {}
    first = ""
    for one in frames:
        first = first if one.hop else one.url
        asked.setdefault(one.url, first)
    return asked


async def _parsed(
    tab: Tab,
    texts: list[tuple[str, bytes]],
    cap: float,
    *,
    frames: Mapping[str, str] | None = None,
) -> ServedLinks:
    """The addresses in bodies, by their base, read by the tab without running them.

    What came for one of `frames` only counts where the frame stood in what was served.
    """
    documents = [
        {
            "url": url,
            "text": body.decode("utf-8", "replace"),
            "frame": (frames or {}).get(url, ""),
        }
        for url, body in texts
    ]
    # A large page takes its time on a busy machine; nothing in it runs, so waiting is safe.
    for allowed in (cap, cap * AGAIN):
        answer = await tab.ask("served", documents, cap=allowed)
        read = answer if isinstance(answer, Lost) else read_served(answer)
        if not isinstance(read, Lost):
            return read
    return ServedLinks(addresses=frozenset(), faults=(UNREAD,))


def _is_near(frame: ClosedFrame, page: str) -> bool:
    """Whether a frame belongs to the site of its page."""
    if frame.srcdoc is not None:
        return True
    hosts = [(urlsplit(url).hostname or "").removeprefix("www.") for url in (frame.url, page)]
    return hosts[0] == hosts[1] != ""


def _rendering(landing: Landing) -> dict[str, Any]:
    """What a visit and a rendering have in common, but for the faults."""
    page, document = landing.page, landing.document
    return {
        "url": landing.url,
        "final_url": landing.final_url,
        "status": document.status if document else None,
        "content_type": document.headers.get("content-type") if document else None,
        "redirects": landing.redirects,
        "settled": page.settled if page else "not-shown",
        "title": page.title if page else "",
        "text": page.text if page else "",
        "signature": page.signature if page else "",
        "login": page.login if page else False,
        "download": landing.download,
    }
