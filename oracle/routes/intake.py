"""What the browser brought home: sightings in site, visits, served bytes, redirect hops."""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import TYPE_CHECKING

from oracle.likeness.tokens import mask
from oracle.routes.truth import Visited
from oracle.routes.visit import FORBIDDEN, Visit
from oracle.routes.witness import WitnessPage
from oracle.scope import Scope
from oracle.url import identity, parse

if TYPE_CHECKING:
    from oracle.routes.sighting import Sighting

LEVELS = (1, 2)


class Intake:
    """Sorts what visits show into what counts for the site and what only is counted."""

    def __init__(self, scope: Scope) -> None:
        """Nothing came in yet."""
        self._scope = scope
        self._leaving: set[str] = set()
        self.sightings: list[Sighting] = []
        self.visits: list[Visited] = []
        self.witness: list[WitnessPage] = []
        self.redirects: set[tuple[str, str]] = set()
        self.forbidden: set[str] = set()
        self.passes: list[dict[str, frozenset[str]]] = []

    def take(self, visit: Visit) -> None:
        """Take a page for the first time."""
        self.see(visit)
        self.redirects.update(visit.redirects)
        entry = None
        if visit.body is not None:
            entry = f"pages/{len(self.witness):04d}.html"
            self.witness.append(_witness(visit, entry, visit.body))
        self.visits.append(
            Visited(
                url=visit.url,
                final_url=visit.final_url,
                level=visit.level,
                status=visit.status,
                settled=visit.settled,
                faults=visit.faults,
                witness=entry,
            )
        )

    def see(self, visit: Visit, *, turn: int = 0) -> None:
        """Take the sightings of a page, in the first pass over the site or in a later turn."""
        before = len(self.sightings)
        self._sort(visit)
        while len(self.passes) <= turn:
            self.passes.append({})
        seen = frozenset(one.url for one in self.sightings[before:])
        self.passes[turn][visit.url] = seen | self.passes[turn].get(visit.url, frozenset())

    def _sort(self, visit: Visit) -> None:
        for sighting in visit.sightings:
            address = identity(sighting.url)
            if sighting.level not in LEVELS or address is None:
                continue
            if self._scope.holds(address):
                page = identity(sighting.page) or sighting.page
                self.sightings.append(replace(sighting, url=address, page=page, locator=None))
            elif parse(address) is not None:
                self._leaving.add(mask(address))

    def refuse(self, url: str, fault: str) -> None:
        """Note a page that was to be visited and must not be."""
        self.forbidden.add(url)
        self.visits.append(
            Visited(
                url=url, final_url=url, level=1, status=None, settled=FORBIDDEN, faults=(fault,)
            )
        )

    @property
    def addresses(self) -> frozenset[str]:
        """Every sighted address of the site."""
        return frozenset(sighting.url for sighting in self.sightings)

    @property
    def off_site_links(self) -> int:
        """How many different addresses leave the site by their own address."""
        return len(self._leaving)


def named(visit: Visit, restless: AbstractSet[str]) -> Visit:
    """The visit under the address that was asked for, if it ends at another token each time."""
    if mask(visit.final_url) not in restless:
        return visit
    return replace(
        visit,
        final_url=visit.url,
        redirects=tuple((mask(source), mask(target)) for source, target in visit.redirects),
        sightings=tuple(replace(one, page=visit.url) for one in visit.sightings),
    )


def _witness(visit: Visit, entry: str, body: bytes) -> WitnessPage:
    return WitnessPage(
        url=visit.url,
        final_url=visit.final_url,
        status=visit.status,
        content_type=visit.content_type,
        entry=entry,
        body=body,
    )
