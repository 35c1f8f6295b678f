"""What a recording does not hold is nobody's fault: neither a dead address nor a miss.

A replay answers 504 for it. The oracle takes such an address for dead, and the crawler does not
come to what hangs on it. Both are put aside here, by what the gateway counted.
"""

from collections.abc import Collection
from dataclasses import replace

from bench.facts.site import SiteFacts
from bench.facts.truth import Excluded, Exclusion, Phase, Route, Truth
from bench.verdict.match import Match

ORACLE = frozenset({"browser", "checker"})
CRAWLERS = frozenset({"crawler", "somebody"})
"""Our crawler has a door of its own; others come by the common one."""


def lacking(site: SiteFacts, roles: Collection[str] | None = None) -> frozenset[str]:
    """Give the addresses that the recording did not hold, for some roles or for all."""
    urls = {} if site.unrecorded is None else site.unrecorded.urls
    return frozenset(
        url for role, some in urls.items() if roles is None or role in roles for url in some
    )


def excused(truth: Truth, site: SiteFacts) -> Truth:
    """Give the truth in which no address is dead for want of a recording."""
    lost = lacking(site, ORACLE)
    if not lost:
        return truth
    return replace(truth, excluded=tuple(_excused(one, lost) for one in truth.excluded))


def put_aside(matched: Match, site: SiteFacts) -> Match:
    """Take out of the misses what hangs on pages that the recording does not hold."""
    lost = set(lacking(site, CRAWLERS))
    aside: dict[str, Route] = {}
    while lost:
        more = {
            route.url: route
            for route in matched.missed
            if route.url not in aside and _hangs(route, lost)
        }
        if not more:
            break
        aside |= more
        lost |= {address for each in more.values() for address in (each.url, *each.aliases)}
    return replace(
        matched,
        missed=tuple(route for route in matched.missed if route.url not in aside),
        unrecorded=tuple(aside.values()),
    )


def _excused(one: Excluded, lost: Collection[str]) -> Excluded:
    if one.reason is not Exclusion.DEAD or one.url.partition("#")[0] not in lost:
        return one
    return replace(one, reason=Exclusion.UNRECORDED, evidence="not in the recording")


def _hangs(route: Route, lost: Collection[str]) -> bool:
    """Whether it is lost, or a page that had its link in plain HTML, or all pages that show it."""
    if any(address.partition("#")[0] in lost for address in (route.url, *route.aliases)):
        return True
    plain = [each.page for each in route.sightings if each.phase is Phase.HTML]
    pages = [each.page.partition("#")[0] for each in route.sightings]
    return any(page.partition("#")[0] in lost for page in plain) or (
        bool(pages) and all(page in lost for page in pages)
    )
