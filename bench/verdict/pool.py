"""Gathers what could be a route though the oracle never saw it: within two levels, by a path."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from bench.facts.checks import PoolEntry
from bench.facts.inventory import Inventory
from bench.facts.truth import Exclusion, Truth
from bench.facts.witness import Witness
from bench.verdict.atlas import Atlas
from bench.verdict.static import static_page

LEVELS = 2
# What a person, or the browser itself, follows from page to page.
FOLLOWED = frozenset({"link", "hash-route", "next", "prev", "frame", "refresh"})
LINK = "link"
HTML = "html"
CRAWLER = "crawler"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One recorded step: an address on a page, and who recorded it."""

    url: str
    page: str
    by: str


def pool_of(
    truth: Truth,
    atlas: Atlas,
    *,
    witness: Witness | None,
    inventories: Iterable[Inventory],
    in_site: Callable[[str], bool],
) -> tuple[PoolEntry, ...]:
    """Give the addresses in site that a recorded path leads to, and the oracle never sighted."""
    steps: dict[str, list[Step]] = {}
    machines = _for_machines(witness)
    for step in (*_in_html(witness), *_by_crawlers(inventories, machines)):
        steps.setdefault(_node(atlas, step.page), []).append(step)
    volatile = _volatile(truth)
    return tuple(
        PoolEntry(url=step.url, page=step.page, level=level, by=step.by)
        for level, step in _walk(atlas, steps)
        if atlas.locate(step.url) is None
        and in_site(step.url)
        and not any(each.fullmatch(step.url) for each in volatile)
    )


def _walk(atlas: Atlas, steps: Mapping[str, list[Step]]) -> Iterator[tuple[int, Step]]:
    """Yield each new address with its level, nearest first."""
    seen = here = {""}
    known = {route.url for route in atlas.routes if route.level == 1}
    for level in range(1, LEVELS + 1):
        below: dict[str, Step] = {}
        for node in here:
            for step in steps.get(node, ()):
                below.setdefault(_node(atlas, step.url), step)
        fresh = {node: step for node, step in below.items() if node not in seen}
        for step in sorted(fresh.values(), key=lambda each: each.url):
            yield level, step
        here = known.union(fresh)
        seen = seen | here


def _node(atlas: Atlas, address: str) -> str:
    """Name a page, whatever its spelling; the root has the empty name."""
    place = atlas.locate(address)
    if place is None:
        return atlas.identity.keys(address).variant
    return "" if place.at == "root" else place.at.url


def _in_html(witness: Witness | None) -> Iterator[Step]:
    for page in witness.pages if witness else ():
        for url in sorted(static_page(page).links):
            yield Step(url=url.partition("#")[0], page=page.final_url, by=HTML)


def _for_machines(witness: Witness | None) -> dict[str, frozenset[str]]:
    """Give what only `link` elements and forms of each kept page tell of: no reader goes there."""
    return {
        page.final_url: static_page(page).for_machines
        for page in (witness.pages if witness else ())
    }


def _by_crawlers(
    inventories: Iterable[Inventory], machines: Mapping[str, frozenset[str]]
) -> Iterator[Step]:
    for inventory in inventories:
        for candidate in inventory.candidates:
            cited = candidate.citation
            # What has a fragment is a view: only a browser could tell whether it is alive.
            view = "#" in candidate.url or not candidate.url.startswith(("http://", "https://"))
            if not cited or not cited.source or cited.via not in FOLLOWED or view:
                continue
            if cited.via != LINK or candidate.url not in machines.get(cited.source, ()):
                yield Step(url=candidate.url, page=cited.source, by=CRAWLER)


def _volatile(truth: Truth) -> tuple[re.Pattern[str], ...]:
    """Read the patterns of addresses that are new in every answer."""
    told = (each.url for each in truth.excluded if each.reason is Exclusion.VOLATILE)
    return tuple(re.compile(r"[^/?&#]*".join(map(re.escape, url.split("*")))) for url in told)
