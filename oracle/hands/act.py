"""Acts on a held page as a person would, and writes down what each action brought."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from oracle.hands.agenda import Agenda, Memory, Plan
from oracle.hands.deed import Deed
from oracle.hands.report import Aim, Changes, Held, Link, Offer, Page, read_aim, read_changes
from oracle.hands.settle import Caps, trimmed
from oracle.hands.tab import Lost, Tab
from oracle.hands.trace import Watch

ACTIONS = 150  # actions on one page
RELOADS = 40  # reloads of one page
MORE = 25  # times that one button is pressed while it brings something
OPTIONS = 15  # choices of one select element that are tried
MODULES = 4  # rounds of scripts that one action sends for
FRAGMENTS = 40  # fragments of one page that are followed
AWAY = ("gone", "hidden")

Reload = Callable[[], Awaitable[Page | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """All that was done to one page; `views` are addresses whose fragment changed the view."""

    deeds: tuple[Deed, ...]
    views: frozenset[str]
    faults: tuple[str, ...]
    skipped: tuple[tuple[Offer, str], ...] = ()


async def act(  # noqa: PLR0913 - all by name
    tab: Tab,
    page: Page,
    *,
    memory: Memory,
    caps: Caps,
    reload: Reload,
    watch: Watch | None = None,
) -> Acted:
    """Do what a person would do on the page; `reload` brings it back as it was."""
    person = Person(tab, page, memory=memory, caps=caps, reload=reload)
    person.watch = watch
    if person.has_to_act():
        await person.begin()
        await person.run()
    return person.acted()


class Person:
    """One page under a person's hands."""

    def __init__(
        self, tab: Tab, page: Page, *, memory: Memory, caps: Caps, reload: Reload
    ) -> None:
        self._tab = tab
        self._page = page
        self._caps = caps
        self._reload = reload
        self._deeds: list[Deed] = []
        self._faults: dict[str, None] = {}
        self._views: set[str] = set()
        self._seen = {trimmed(page.url), *(trimmed(link.url) for link in page.links)}
        self._fragments = dict.fromkeys(page.fragments)
        self._agenda = Agenda(memory)
        self.watch: Watch | None = None
        self._actions = 0
        self._reloads = 0
        self._touched = False
        self._alive = True
        self._state = (page.changes, page.signature)
        self._end = asyncio.get_running_loop().time() + caps.visit

    def acted(self) -> Acted:
        """What was done so far."""
        return Acted(
            deeds=tuple(self._deeds),
            views=frozenset(self._views),
            faults=tuple(self._faults),
            skipped=tuple(self._agenda.skipped),
        )

    def has_to_act(self) -> bool:
        """Whether the page calls for anything that is not known from earlier pages."""
        page = self._page
        if page.consent is not None or page.scrolls or page.fragments:
            return True
        return any(not self._agenda.is_furniture(offer) for offer in page.offers)

    async def begin(self) -> None:
        """Hold the page from now on."""
        await self._tab.guard()
        await self._ask("begin")

    async def run(self) -> None:
        """Answer the consent layer, scroll, do all that is offered, follow fragments."""
        consent = self._page.consent
        if consent is not None:
            await self._perform(Plan(offer=consent))
        if self._page.scrolls:
            await self._scroll()
        self._agenda.add(self._page.offers)
        while self._may_act() and (plan := self._agenda.next()) is not None:
            await self._perform(plan)
        self._agenda.close()
        if self._agenda.left_alike:
            self._faults["alike-left"] = None
        await self._follow_fragments()

    def _may_act(self) -> bool:
        if not self._alive:
            return False
        if self._actions >= ACTIONS:
            self._faults["too-many-actions"] = None
        elif asyncio.get_running_loop().time() > self._end:
            self._faults["out-of-time"] = None
        else:
            return True
        return False

    async def _perform(self, plan: Plan) -> None:
        offer = plan.offer
        for turn in range(MORE if offer.kind == "more" else 1):
            if not await self._reach(plan, again=turn > 0):
                return
            if self.watch is not None:
                await self.watch.before(self._tab)
            changes = await self._do(offer)
            if changes is None:
                return
            deed = self._deed(offer, changes)
            if self.watch is not None:
                await self.watch.after(self._tab, deed)
            self._agenda.learn(plan, deed.addresses)
            if deed.beyond:
                await self._back()
                return
            self._agenda.add(changes.offers, before=(*plan.before, offer))
            if not deed.links:
                return

    async def _reach(self, plan: Plan, *, again: bool) -> bool:
        """Whether the element is in reach, if need be after a reload and all that led to it."""
        state = await self._aim(plan.offer)
        if state not in AWAY:
            return True
        if again or not self._touched or not await self._back():
            return False
        for offer in plan.before:
            if await self._aim(offer) in AWAY or await self._do(offer) is None:
                return False
        return await self._aim(plan.offer) not in AWAY

    async def _aim(self, offer: Offer) -> str:
        answer = await self._ask("aim", offer.key)
        aim = Lost.BARE if answer is None else read_aim(answer)
        self._at = Aim(state="gone") if isinstance(aim, Lost) else aim
        return self._at.state

    async def _do(self, offer: Offer) -> Changes | None:
        """Do the one thing and see what it brought; None when the page was lost over it."""
        self._actions += 1
        self._touched = True
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
        return await self._changes("after")

    async def _choose(self, offer: Offer) -> Changes | None:
        held: list[Held] = []
        links: list[Link] = []
        changes = None
        for index in range(min(offer.options, OPTIONS)):
            await self._ask("choose", offer.key, index)
            changes = await self._changes("after")
            if changes is None:
                return None
            held.extend(changes.held)
            links.extend(changes.links)
        if changes is None:
            return None
        return replace(changes, held=tuple(held), links=tuple(links))

    async def _scroll(self) -> None:
        changes = await self._changes("scroll", cap=self._caps.visit / 2)
        if changes is None:
            return
        # An address that a page puts up while it is scrolled names no other view of it.
        deed = Deed(
            action="scroll",
            label=None,
            locator=None,
            links=self._news(changes.links),
            held=self._elsewhere(changes.held),
        )
        self._keep(deed, changes)
        self._state = (changes.changes, changes.signature)
        self._agenda.add(changes.offers)

    async def _follow_fragments(self) -> None:
        seen = {self._page.signature}
        for url in list(self._fragments)[:FRAGMENTS]:
            if not self._may_act():
                return
            before = self._state[1]
            changes = await self._changes("goTo", url)
            if changes is None:
                return
            self._touched = True
            self._actions += 1
            self._state = (changes.changes, changes.signature)
            if changes.signature not in (before, *seen):
                seen.add(changes.signature)
                self._views.add(url)
                action = "follow the fragment"
                deed = Deed(
                    action=action,
                    label=None,
                    locator=None,
                    links=self._news(changes.links),
                    held=(Held(kind="fragment", url=url),),
                    beyond=True,
                )
                self._keep(deed, changes)
        if len(self._fragments) > FRAGMENTS:
            self._faults["too-many-fragments"] = None

    def _deed(self, offer: Offer, changes: Changes) -> Deed:
        held = self._elsewhere(changes.held)
        changed = self._state != (changes.changes, changes.signature)
        self._state = (changes.changes, changes.signature)
        for one in changes.held:
            if one.kind == "fragment":
                self._fragments[one.url] = None
        deed = Deed(
            action=_action(offer),
            label=offer.label,
            locator=offer.locator,
            links=self._news(changes.links),
            held=held,
            beyond=changed and any(one.same for one in held),
        )
        self._keep(deed, changes)
        return deed

    def _keep(self, deed: Deed, changes: Changes) -> None:
        if not deed.barren or deed.beyond:
            self._deeds.append(deed)
        for refused in changes.refused:
            self._faults[f"refused {refused}"] = None
        for note in changes.notes:
            self._faults[note] = None

    def _elsewhere(self, held: tuple[Held, ...]) -> tuple[Held, ...]:
        here = trimmed(self._page.url)
        return tuple(one for one in held if one.kind != "fragment" and trimmed(one.url) != here)

    def _news(self, links: tuple[Link, ...]) -> tuple[Link, ...]:
        """Links to addresses that the page did not show before, whatever places they name."""
        news = tuple(link for link in links if trimmed(link.url) not in self._seen)
        self._seen.update(trimmed(link.url) for link in news)
        return news

    async def _changes(self, name: str, *args: object, cap: float | None = None) -> Changes | None:
        cap = cap or self._caps.action
        opened = self._tab.opened()
        answer = await self._ask(name, *args, cap * 1000, cap=cap)
        if answer is None:
            return None
        changes = read_changes(answer)
        if isinstance(changes, Lost):
            self._faults[f"lost-{changes}"] = None
            return None
        changes = await self._late(changes, cap)
        opened += self._tab.opened()
        popups = tuple(Held(kind="open", url=url) for url in opened)
        return replace(changes, held=(*changes.held, *popups))

    async def _late(self, changes: Changes, cap: float) -> Changes:
        """What came with scripts that the action sent for: a view is often a module of its own."""
        for _ in range(MODULES):
            if not self._alive or not await self._tab.arrived_scripts(cap=cap):
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
        if not self._alive:
            return None
        answer = await self._tab.ask(name, *args, cap=cap or self._caps.action)
        if not isinstance(answer, Lost):
            return answer
        self._faults[f"lost-{answer}"] = None
        if answer in (Lost.CRASHED, Lost.CLOSED, Lost.STUCK):
            self._alive = False
        elif answer is Lost.LEFT:
            await self._back()
        return None

    async def _back(self) -> bool:
        """Bring the page back as it was; false when it cannot be had again."""
        self._reloads += 1
        if self._reloads > RELOADS:
            self._faults["too-many-reloads"] = None
            self._alive = False
            return False
        page = await self._reload()
        if page is None:
            self._alive = False
            return False
        await self.begin()
        self._state = (page.changes, page.signature)
        if page.consent is not None and await self._aim(page.consent) not in AWAY:
            answered = await self._do(page.consent)
            if answered is not None:
                self._state = (answered.changes, answered.signature)
        self._touched = False
        return self._alive


def _action(offer: Offer) -> str:
    return f"{offer.kind}: {offer.label}" if offer.label else offer.kind
