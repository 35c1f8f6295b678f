"""Joins addresses into routes: which addresses lead to one and the same document.

The rule, in order. (1) Addresses with one final address, after HTTP redirects, refreshes and
redirects by script, are one route. (2) The http and https, or www and bare, forms of one place are
one route where a redirect between the two origins that kept the place was seen, anywhere on the
site. (3) Final addresses that differ only as variants do (trailing slash, index page, doubled
slash, tracking parameter, order of parameters, spelling of escapes) are one route where both say
the same words. Nothing else is joined: two addresses with one text but different paths stay two.
Each step depends only on what was observed, never on the order: one web gives one set of routes.
The name of a route is its final address; of several, the one on the landed root's origin, then the
plainest.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from oracle.scope import same_site
from oracle.url import identity, loose, origin, place, plainness


@dataclass(frozen=True, slots=True, kw_only=True)
class Landing:
    """Where an address led, and a digest of what was said there (None: not known)."""

    final: str
    said: str | None = None


def join(
    landings: Mapping[str, Landing], *, redirects: Iterable[tuple[str, str]], landed: str
) -> dict[str, str]:
    """The route's name for each address."""
    folds = _folds(redirects)
    groups: defaultdict[tuple[str, str | None], set[str]] = defaultdict(set)
    for landing in landings.values():
        groups[_key(landing, folds)].add(landing.final)
    sets = _Sets()
    for finals in groups.values():
        first, *others = sorted(finals)
        for other in others:
            sets.unite(first, other)
    twins: dict[str, str] = {}
    for landing in sorted(landings.values(), key=lambda one: one.final):
        twin = _folded(landing.final, folds)
        sets.unite(twins.setdefault(twin, landing.final), landing.final)
    names = _names(sets, {landing.final for landing in landings.values()}, origin(landed))
    return {address: names[sets.find(landing.final)] for address, landing in landings.items()}


def _key(landing: Landing, folds: Mapping[str, str]) -> tuple[str, str | None]:
    if landing.said is None:
        return landing.final, None
    return loose(_folded(landing.final, folds)), landing.said


def _folded(address: str, folds: Mapping[str, str]) -> str:
    return folds.get(origin(address), origin(address)) + place(address)


def _folds(redirects: Iterable[tuple[str, str]]) -> dict[str, str]:
    """One origin for those between which a redirect kept the place."""
    sets = _Sets()
    for source, target in redirects:
        if identity(source) is None or identity(target) is None:
            continue
        if place(source) == place(target) and same_site(source, target):
            sets.unite(origin(source), origin(target))
    return {one: sets.find(one) for one in sets.members()}


def _names(sets: "_Sets", finals: set[str], home: str) -> dict[str, str]:
    classes: defaultdict[str, list[str]] = defaultdict(list)
    for final in finals:
        classes[sets.find(final)].append(final)
    return {
        head: min(members, key=lambda one: (origin(one) != home, plainness(one)))
        for head, members in classes.items()
    }


class _Sets:
    """Disjoint sets whose head is their least member, whatever the order of the unions."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def members(self) -> Iterable[str]:
        return tuple(self._above)

    def find(self, one: str) -> str:
        above = self._above.setdefault(one, one)
        while above != self._above[above]:
            above = self._above[above]
        self._above[one] = above
        return above

    def unite(self, one: str, other: str) -> None:
        low, high = sorted((self.find(one), self.find(other)))
        self._above[high] = low
