"""What a person would do on a page, in which order, and what each action amounts to."""

import asyncio
from dataclasses import dataclass

from oracle.hands.agenda import Agenda, Memory, Plan
from oracle.hands.deed import Deed
from oracle.hands.report import Changes, Held, Link, Offer, Page
from oracle.hands.settle import Caps, trimmed
from oracle.hands.tab import Tab
from oracle.hands.touch import AWAY, Hands, Reload
from oracle.hands.trace import Watch

ACTIONS = 150  # actions on one page
MORE = 25  # times that one button is pressed while it brings something
FRAGMENTS = 40  # fragments of one page that are followed


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
        self._hands = Hands(tab, page, caps=caps, reload=reload)
        self._deeds: list[Deed] = []
        self._views: set[str] = set()
        self._seen = {trimmed(page.url), *(trimmed(link.url) for link in page.links)}
        self._fragments = dict.fromkeys(page.fragments)
        self._agenda = Agenda(memory)
        self.watch: Watch | None = None
        self._end = asyncio.get_running_loop().time() + caps.visit

    def acted(self) -> Acted:
        """What was done so far."""
        return Acted(
            deeds=tuple(self._deeds),
            views=frozenset(self._views),
            faults=tuple(self._hands.faults),
            skipped=tuple(self._agenda.skipped),
        )

    def has_to_act(self) -> bool:
        """Whether the page calls for anything that is not known from earlier pages."""
        page = self._page
        if page.consent is not None or page.scrolls or page.fragments:
            return True
        return any(not self._agenda.is_furniture(offer) for offer in page.offers)

    async def run(self) -> None:
        """Hold it, answer the consent layer, scroll, do what is offered, follow fragments."""
        await self._hands.begin()
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
            self._hands.faults["alike-left"] = None
        await self._follow_fragments()

    def _may_act(self) -> bool:
        if not self._hands.alive:
            return False
        if self._hands.actions >= ACTIONS:
            self._hands.faults["too-many-actions"] = None
        elif asyncio.get_running_loop().time() > self._end:
            self._hands.faults["out-of-time"] = None
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
            changes = await self._hands.do(offer)
            if changes is None:
                return
            deed = self._deed(offer, changes)
            if self.watch is not None:
                await self.watch.after(self._tab, deed)
            self._agenda.learn(plan, deed.addresses)
            if deed.beyond:
                await self._hands.back()
                return
            self._agenda.add(changes.offers, before=(*plan.before, offer))
            if not deed.links:
                return

    async def _reach(self, plan: Plan, *, again: bool) -> bool:
        """Whether the element is in reach, if need be after a reload and all that led to it."""
        state = await self._hands.aim(plan.offer)
        if state not in AWAY:
            return True
        if again or not self._hands.touched or not await self._hands.back():
            return False
        for offer in plan.before:
            if await self._hands.aim(offer) in AWAY or await self._hands.do(offer) is None:
                return False
        return await self._hands.aim(plan.offer) not in AWAY

    async def _scroll(self) -> None:
        changes = await self._hands.changes("scroll", cap=self._caps.visit / 2)
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
        self._hands.state = (changes.changes, changes.signature)
        self._agenda.add(changes.offers)

    async def _follow_fragments(self) -> None:
        seen = {self._page.signature}
        for url in list(self._fragments)[:FRAGMENTS]:
            if not self._may_act():
                return
            before = self._hands.state[1]
            changes = await self._hands.changes("goTo", url)
            if changes is None:
                return
            self._hands.touched = True
            self._hands.actions += 1
            self._hands.state = (changes.changes, changes.signature)
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
            self._hands.faults["too-many-fragments"] = None

    def _deed(self, offer: Offer, changes: Changes) -> Deed:
        held = self._elsewhere(changes.held)
        changed = self._hands.state != (changes.changes, changes.signature)
        self._hands.state = (changes.changes, changes.signature)
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
            self._hands.faults[f"refused {refused}"] = None
        for note in changes.notes:
            self._hands.faults[note] = None

    def _elsewhere(self, held: tuple[Held, ...]) -> tuple[Held, ...]:
        here = trimmed(self._page.url)
        return tuple(one for one in held if one.kind != "fragment" and trimmed(one.url) != here)

    def _news(self, links: tuple[Link, ...]) -> tuple[Link, ...]:
        """Links to addresses that the page did not show before, whatever places they name."""
        news = tuple(link for link in links if trimmed(link.url) not in self._seen)
        self._seen.update(trimmed(link.url) for link in news)
        return news


def _action(offer: Offer) -> str:
    return f"{offer.kind}: {offer.label}" if offer.label else offer.kind
