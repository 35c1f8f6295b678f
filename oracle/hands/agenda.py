"""What is left to be done on a page, in which order, and what is not worth doing again."""

from collections import Counter
from dataclasses import dataclass, field

from oracle.hands.report import Offer

ALIKE = 4  # fruitless actions on elements made alike, after which the rest is left
DEPTH = 4  # actions that may have to precede another
LABEL = 120  # characters of a label; one that was cut there is prose, and names nothing

Element = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Something to do, and what has to be done before it can be reached."""

    offer: Offer
    before: tuple[Offer, ...] = ()


@dataclass(slots=True)
class Memory:
    """What the same element brought on earlier pages of the site.

    What brought nothing once, or the same addresses on two pages, is left alone from then on: it
    is furniture of the site, and what it leads to is known.
    """

    brought: dict[Element, frozenset[str]] = field(default_factory=dict)
    furniture: set[Element] = field(default_factory=set)

    def learn(self, element: Element, addresses: frozenset[str]) -> None:
        """Take in what the element brought on one more page."""
        if not addresses or self.brought.get(element) == addresses:
            self.furniture.add(element)
        self.brought[element] = addresses


class Agenda:
    """The plans for one page: what was shown last comes first, as it is still in view."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._plans: list[Plan] = []
        self._known: set[str] = set()
        self._fruitless: Counter[str] = Counter()
        self._fruitful: set[str] = set()
        self._brought: dict[Offer, frozenset[str]] = {}
        self.left_alike = False
        self.skipped: list[tuple[Offer, str]] = []

    def add(self, offers: tuple[Offer, ...], *, before: tuple[Offer, ...] = ()) -> None:
        """Plan what is offered and was not before; `before` is what showed it."""
        if len(before) > DEPTH:
            return
        fresh = [offer for offer in offers if offer.key not in self._known]
        self._known.update(offer.key for offer in fresh)
        self._plans.extend(Plan(offer=offer, before=before) for offer in reversed(fresh))

    def next(self) -> Plan | None:
        """The next plan that is worth it."""
        while self._plans:
            plan = self._plans.pop()
            if self.is_furniture(plan.offer):
                self.skipped.append((plan.offer, "known from earlier pages"))
                continue
            if not self._is_tiresome(plan.offer):
                return plan
            self.left_alike = True
            self.skipped.append((plan.offer, f"{ALIKE} made alike brought nothing"))
        return None

    def learn(self, plan: Plan, addresses: frozenset[str]) -> None:
        """Take in what an action brought; what led to it has part in its fruit."""
        for offer in (plan.offer, *plan.before):
            self._brought[offer] = self._brought.get(offer, frozenset()) | addresses
            if addresses:
                self._fruitful.add(offer.template)
        if not addresses:
            self._fruitless[plan.offer.template] += 1

    def close(self) -> None:
        """Remember for the site what the elements of this page brought."""
        for offer, addresses in self._brought.items():
            self._memory.learn(_element(offer), addresses)
        self._brought.clear()

    def is_furniture(self, offer: Offer) -> bool:
        """Whether the element is known from earlier pages; a list may go on here, though."""
        return offer.kind != "more" and _element(offer) in self._memory.furniture

    def _is_tiresome(self, offer: Offer) -> bool:
        fruitful = offer.template in self._fruitful
        return not fruitful and self._fruitless[offer.template] >= ALIKE


def _element(offer: Offer) -> Element:
    label = offer.label or ""
    return offer.kind, offer.locator, label if len(label) < LABEL else "", offer.markup
