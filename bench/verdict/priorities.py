"""Puts causes in the order in which mending them pays: recall if one alone were gone."""

from collections.abc import Iterable
from dataclasses import dataclass

from bench.verdict.causes import Cause
from bench.verdict.diagnose import Miss
from bench.verdict.statistics import mean
from bench.verdict.whatif import regained


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """One site without one cause: how many routes it alone keeps back, and the recall then."""

    cause: Cause
    routes: int
    recall: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """All sites without one cause: `sites` are those that would gain."""

    cause: Cause
    routes: int
    sites: int
    macro_recall: float
    micro_recall: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """One scored site: its routes, those found, and what each cause keeps back."""

    truth: int
    found: int
    what_if: tuple[WhatIf, ...] = ()


def of_site(misses: Iterable[Miss], found: int, *, permitted: int) -> tuple[WhatIf, ...]:
    """Tell what each cause costs one site, the dearest first."""
    return tuple(
        WhatIf(cause=cause, routes=len(routes), recall=(found + len(routes)) / permitted)
        for cause, routes in regained(misses).items()
    )


def of_sites(sites: Iterable[Counted]) -> tuple[Gain, ...]:
    """Tell what each cause costs all sites, the dearest first, by the mean of sites."""
    sites = tuple(sites)
    causes = {told.cause for site in sites for told in site.what_if}
    gains = (_gain(cause, sites) for cause in Cause if cause in causes)
    return tuple(sorted(gains, key=lambda gain: (-gain.macro_recall, -gain.routes)))


def _gain(cause: Cause, sites: tuple[Counted, ...]) -> Gain:
    back = [next((it.routes for it in site.what_if if it.cause is cause), 0) for site in sites]
    found = [site.found + more for site, more in zip(sites, back, strict=True)]
    macro = mean([had / site.truth for had, site in zip(found, sites, strict=True)])
    return Gain(
        cause=cause,
        routes=sum(back),
        sites=sum(map(bool, back)),
        macro_recall=macro or 0.0,
        micro_recall=sum(found) / sum(site.truth for site in sites),
    )
