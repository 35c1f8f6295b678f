"""Does one thing at a time to a held page, says what it brought, and gets a lost page back."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from oracle.hands.report import Aim, Changes, Held, Link, Offer, Page, read_aim, read_changes
from oracle.hands.settle import Caps
from oracle.hands.tab import Lost, Tab

RELOADS = 40  # reloads of one page
OPTIONS = 15  # choices of one select element that are tried
MODULES = 4  # rounds of scripts that one action sends for
AWAY = ("gone", "hidden")
"""Where an element is that nobody can get at."""

Reload = Callable[[], Awaitable[Page | None]]


class Hands:
    """The hands on one page; `state` is what tells one view of it from another."""

    def __init__(self, tab: Tab, page: Page, *, caps: Caps, reload: Reload) -> None:
        self._tab = tab
        self._caps = caps
        self._reload = reload
        self._reloads = 0
        self._at = Aim(state="gone")
        self.alive = True
        self.touched = False
        self.actions = 0
        self.state = (page.changes, page.signature)
        self.faults: dict[str, None] = {}

    async def begin(self) -> None:
        """Hold the page from now on."""
        await self._tab.guard()
        await self._ask("begin")

    async def aim(self, offer: Offer) -> str:
        """Bring an element into view, and say where it is."""
        answer = await self._ask("aim", offer.key)
        aim = Lost.BARE if answer is None else read_aim(answer)
        self._at = Aim(state="gone") if isinstance(aim, Lost) else aim
        return self._at.state

    async def do(self, offer: Offer) -> Changes | None:
        """Do the one thing and see what it brought; None when the page was lost over it."""
        self.actions += 1
        self.touched = True
        if offer.kind == "choose":
            return await self._choose(offer)
        if offer.kind == "key":
            await self._ask("focus", offer.key)
            await self._tab.type_key("Enter", cap=self._caps.action)
        elif self._at.state == "open":
            press = offer.kind != "hover"
            await self._tab.point(self._at.x, self._at.y, press=press, cap=self._caps.action)
        else:
            await self._ask("poke", offer.key, offer.kind)
        return await self.changes("after")

    async def changes(self, name: str, *args: object, cap: float | None = None) -> Changes | None:
        """Call a function of the page that acts, and see what it brought; None: it was lost."""
        cap = cap or self._caps.action
        opened = self._tab.opened()
        answer = await self._ask(name, *args, cap * 1000, cap=cap)
        if answer is None:
            return None
        changes = read_changes(answer)
        if isinstance(changes, Lost):
            self.faults[f"lost-{changes}"] = None
            return None
        changes = await self._late(changes, cap)
        opened += self._tab.opened()
        popups = tuple(Held(kind="open", url=url) for url in opened)
        return replace(changes, held=(*changes.held, *popups))

    async def back(self) -> bool:
        """Bring the page back as it was; false when it cannot be had again."""
        self._reloads += 1
        if self._reloads > RELOADS:
            self.faults["too-many-reloads"] = None
            self.alive = False
            return False
        page = await self._reload()
        if page is None:
            self.alive = False
            return False
        await self.begin()
        self.state = (page.changes, page.signature)
        if page.consent is not None and await self.aim(page.consent) not in AWAY:
            answered = await self.do(page.consent)
            if answered is not None:
                self.state = (answered.changes, answered.signature)
        self.touched = False
        return self.alive

    async def _choose(self, offer: Offer) -> Changes | None:
        held: list[Held] = []
        links: list[Link] = []
        changes = None
        for index in range(min(offer.options, OPTIONS)):
            await self._ask("choose", offer.key, index)
            changes = await self.changes("after")
            if changes is None:
                return None
            held.extend(changes.held)
            links.extend(changes.links)
        if changes is None:
            return None
        return replace(changes, held=tuple(held), links=tuple(links))

    async def _late(self, changes: Changes, cap: float) -> Changes:
        """What came with scripts that the action sent for: a view is often a module of its own."""
        for _ in range(MODULES):
            if not self.alive or not await self._tab.arrived_scripts(cap=cap, ended=True):
                break
            answer = await self._ask("after", cap * 1000, cap=cap)
            more = None if answer is None else read_changes(answer)
            if more is None or isinstance(more, Lost):
                break
            links = dict.fromkeys((*changes.links, *more.links))
            changes = replace(
                more,
                held=(*changes.held, *more.held),
                links=tuple(links),
                refused=(*changes.refused, *more.refused),
                notes=(*changes.notes, *more.notes),
            )
        return changes

    async def _ask(self, name: str, *args: object, cap: float | None = None) -> str | None:
        """The page's answer; when it was lost over the question, it is brought back."""
        if not self.alive:
            return None
        answer = await self._tab.ask(name, *args, cap=cap or self._caps.action)
        if not isinstance(answer, Lost):
            return answer
        self.faults[f"lost-{answer}"] = None
        if answer in (Lost.CRASHED, Lost.CLOSED, Lost.STUCK):
            self.alive = False
        elif answer is Lost.LEFT:
            await self.back()
        return None
