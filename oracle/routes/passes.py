"""How far the passes over a site agree, and how many routes all of them must have missed.

Each pass is a capture, by a browser that the site never met. What one pass saw and another did
not is a route that can be overlooked, and from how often that happens follows how often it
happened to all passes alike (capture and recapture).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor

Pass = Mapping[str, frozenset[str]]
"""Page -> the addresses that were sighted on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """How many routes no pass saw, by whose formula, and what that takes for granted."""

    by: str
    unseen: float
    assumes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The routes on the pages that every pass visited: seen by each pass, by any, by none."""

    passes: int
    pages: int
    by_every: int
    by_any: int
    estimates: tuple[Estimate, ...]

    @property
    def repeatability(self) -> float:
        """Jaccard's figure: routes that every pass saw, of those that any saw."""
        return self.by_every / self.by_any

    @property
    def at_least(self) -> int:
        """How many routes were seen by no pass: the least of the estimates, rounded down."""
        return floor(min(estimate.unseen for estimate in self.estimates))


def agreement(passes: Sequence[Pass], routes: Mapping[str, str]) -> Agreement | None:
    """Compare passes by the routes to which their addresses belong; None with less than two.

    `routes` names the route of each address; what is none is left out.
    """
    pages = frozenset.intersection(*map(frozenset, passes)) if passes else frozenset()
    seen = [_routes((each[page] for page in pages), routes) for each in passes]
    times = Counter(route for each in seen for route in each)
    if len(seen) < 2 or not times:
        return None
    often = [sum(count == turn for count in times.values()) for turn in range(len(seen) + 1)]
    return Agreement(
        passes=len(seen),
        pages=len(pages),
        by_every=often[-1],
        by_any=len(times),
        estimates=tuple(
            Estimate(by=name, unseen=formula(seen, often), assumes=assumes)
            for name, (formula, assumes) in _ESTIMATORS.items()
        ),
    )


def _routes(shown: Iterable[frozenset[str]], routes: Mapping[str, str]) -> frozenset[str]:
    return frozenset(routes[address] for each in shown for address in each if address in routes)


def _chapman(seen: Sequence[frozenset[str]], _: Sequence[int]) -> float:
    """Chapman 1951, of the first two passes: the total, less what they saw."""
    first, second = seen[:2]
    return len(first - second) * len(second - first) / (len(first & second) + 1)


def _chao(seen: Sequence[frozenset[str]], often: Sequence[int]) -> float:
    """Chao 1987, corrected for bias; `often` counts the routes seen once, twice, and so on."""
    turns = len(seen)
    return (turns - 1) / turns * often[1] * (often[1] - 1) / (2 * (often[2] + 1))


_SAME_EYES = (
    "All passes are the same browser's and overlook the same things, so the figure is too low "
    "rather than too high."
)
_ALIKE = (
    "The site stays the same, the two passes do not depend on each other, and within a pass each "
    f"route is as likely to be seen as any other. {_SAME_EYES}"
)
_UNLIKE = (
    "The site stays the same and no pass depends on another; some routes may be harder to see "
    f"than others: a lower bound. {_SAME_EYES}"
)
_Formula = Callable[[Sequence[frozenset[str]], Sequence[int]], float]
_ESTIMATORS: Mapping[str, tuple[_Formula, str]] = {
    "chapman": (_chapman, _ALIKE),
    "chao": (_chao, _UNLIKE),
}
