"""Thresholds: what a site may not fall below, by the command line over the file of sites."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from bench.exits import Exit, Stop
from bench.sites.nodes import Read, near, number


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """One site's thresholds; None asks for nothing."""

    min_recall: float | None = None
    max_new_misses: int | None = None

    def over(self, other: "Limits") -> "Limits":
        """Let these stand before others."""
        set_here = {name: value for name, value in asdict(self).items() if value is not None}
        return Limits(**{**asdict(other), **set_here})

    def below(self, recall: float | None, *, found: int | None, truth: int | None) -> str | None:
        """Say that a recall is too low; None where it is not, or nothing was asked."""
        if self.min_recall is None or recall is None or recall >= self.min_recall:
            return None
        # Cut, not rounded: what is below 1 must not be told as 1.
        shown = math.floor(round(recall * 10_000, 6)) / 10_000
        count = f"{found} of {truth} routes"
        return f"recall {shown:g} ({count}) is below {self.min_recall:g}"


LIMITS: Mapping[str, Read] = {
    "min_recall": number(0, 1),
    "max_new_misses": number(0, whole=True),
}
"""What `thresholds` may hold in the file of sites: of the file, a group, or a site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Thresholds as the command line gives them: for all sites, and for the sites of a group."""

    everywhere: Limits = field(default_factory=Limits)
    groups: Mapping[str, Limits] = field(default_factory=dict)

    @classmethod
    def read(cls, *, min_recall: Iterable[str], max_new_misses: Iterable[str]) -> Self:
        """Read `0.95` and `docs=0.99`.

        Raises:
            Stop: one of them is neither; all flaws are told.
        """
        flaws: list[str] = []
        everywhere, groups = Limits(), dict[str, Limits]()
        given = [("min_recall", each) for each in min_recall]
        given += [("max_new_misses", each) for each in max_new_misses]
        for name, text in given:
            group, _, figure = text.rpartition("=")
            limits = Limits(**{name: _figure(name, figure, flaws)})
            if group:
                groups[group] = limits.over(groups.get(group, Limits()))
            else:
                everywhere = limits.over(everywhere)
        if flaws:
            raise Stop(Exit.USAGE, *flaws)
        return cls(everywhere=everywhere, groups=groups)

    def over(self, limits: Limits, group: str | None) -> Limits:
        """Give a site's thresholds: the command line's stand before the file's."""
        return self.groups.get(group or "", Limits()).over(self.everywhere).over(limits)

    def check(self, known: Iterable[str]) -> None:
        """Refuse a threshold that no site could ever miss.

        Raises:
            Stop: there is no such group.
        """
        known = tuple(dict.fromkeys(known))
        strangers = [name for name in self.groups if name not in known]
        if strangers:
            lines = (
                f"a threshold for {each}: no such group{near(each, known)}" for each in strangers
            )
            raise Stop(Exit.USAGE, *lines)


def _figure(name: str, text: str, flaws: list[str]) -> Any:  # noqa: ANN401 - a float or an int
    option = f"--{name.replace('_', '-')}"
    if name == "max_new_misses":
        if text.isdecimal():
            return int(text)
        flaws.append(f"{option}: a whole number, or GROUP=NUMBER, is needed, not {text!r}")
        return None
    try:
        share = float(text)
    except ValueError:
        share = math.nan
    if 0 <= share <= 1:
        return share
    flaws.append(f"{option}: a share from 0 to 1, or GROUP=SHARE, is needed, not {text!r}")
    return None
