"""Tells what would be found if one cause were gone: only what nothing else keeps back counts.

The answer holds as far as the records tell: that nothing new stands behind what would be found.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from bench.verdict.causes import Cause
from bench.verdict.ways import Way


class Kept(Protocol):
    """What has to be known of a miss."""

    @property
    def url(self) -> str:
        """The route's address."""
        ...

    @property
    def own(self) -> frozenset[Cause]:
        """What stands at the address itself."""
        ...

    @property
    def ways(self) -> Sequence[Way] | None:
        """How the crawler could have come to the address; None where it has it."""
        ...


def regained(misses: Iterable[Kept]) -> Mapping[Cause, frozenset[str]]:
    """Give the routes that each cause alone keeps back, most first; none, left out."""
    misses = tuple(misses)
    causes = frozenset[Cause]().union(*(_told(miss) for miss in misses))
    found = {cause: _without(cause, misses) for cause in Cause if cause in causes}
    most = sorted(found.items(), key=lambda pair: -len(pair[1]))
    return {cause: routes for cause, routes in most if routes}


def _told(miss: Kept) -> frozenset[Cause]:
    return miss.own.union(*(way.behind for way in miss.ways or ()))


def _without(cause: Cause, misses: Sequence[Kept]) -> frozenset[str]:
    """Follow the ways that are open once a cause is gone, from page to page."""
    gone = frozenset({cause})
    open_ = [miss for miss in misses if miss.own <= gone]
    waiting: dict[str, list[Kept]] = {}
    found = set[str]()
    reached = []
    for miss in open_:
        free = [way for way in miss.ways or () if way.behind <= gone]
        if miss.ways is None or any(way.page is None for way in free):
            reached.append(miss)
        for way in free:
            if way.page is not None:
                waiting.setdefault(way.page, []).append(miss)
    while reached:
        miss = reached.pop()
        if miss.url not in found:
            found.add(miss.url)
            reached.extend(waiting.get(miss.url, ()))
    return frozenset(found)
