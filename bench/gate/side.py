"""One measured site as attribution sees it: its truth, its crawl, and the bytes then served."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from bench.facts.checks import Checks
from bench.facts.inventory import Candidate, Inventory, Observation
from bench.facts.truth import Excluded, Route, Truth
from bench.facts.witness import Witness
from bench.verdict.atlas import Atlas, atlas_of
from bench.verdict.identity import bare
from bench.verdict.match import Match, hops_of, match
from bench.verdict.robots import read_robots
from bench.verdict.static import StaticPage, static_page


@dataclass(frozen=True, kw_only=True, eq=False)  # no slots: what is looked up is kept
class Side:
    """A run's site; `frozen` when its truth was taken from store, and says nothing of that day."""

    truth: Truth
    inventory: Inventory = field(default_factory=Inventory)
    checks: Checks = field(default_factory=Checks)
    witness: Witness | None = None
    frozen: bool = False

    @cached_property
    def atlas(self) -> Atlas:
        """What each address stands for, in this truth and by the redirects of both."""
        return atlas_of(self.truth).with_hops(hops_of(self.inventory))

    @cached_property
    def match(self) -> Match:
        """This crawl on this truth."""
        return self.judge(self.inventory)

    @property
    def robots(self) -> tuple[str | None, ...]:
        """What robots.txt said, origin by origin."""
        return tuple(answer.text for answer in self.checks.robots)

    @cached_property
    def listed_urls(self) -> frozenset[str]:
        """Every address of the crawler's answer, as it spelled it."""
        return frozenset(self.inventory.listed)

    @cached_property
    def other_forms(self) -> Mapping[str, str]:
        """Every address of the crawler's answer, by what is left without scheme and www."""
        return {bare(self.key(url)): url for url in self.inventory.listed}

    @cached_property
    def missed(self) -> frozenset[str]:
        """The keys of the routes that the crawl misses."""
        return frozenset(self.key(route.url) for route in self.match.missed)

    @cached_property
    def forbidden(self) -> frozenset[str]:
        """The keys of the routes that robots.txt forbids."""
        return frozenset(self.key(route.url) for route in self.match.forbidden)

    def judge(self, inventory: Inventory) -> Match:
        """Lay a crawl, also one of another day, beside this truth."""
        atlas = atlas_of(self.truth).with_hops(hops_of(inventory))
        return match(atlas, inventory, read_robots(self.checks.robots))

    def key(self, url: str) -> str:
        """Give what addresses are compared by on this site."""
        return self.atlas.identity.keys(url).variant

    def at(self, url: str) -> Route | Excluded | None:
        """Give what an address stands for in the truth; the root is neither."""
        place = self.atlas.locate(url)
        return None if place is None or place.at == "root" else place.at

    def met(self, url: str) -> tuple[Candidate, ...]:
        """Give what the crawler knew under an address, or one that stands for the same route."""
        return self._candidates.get(self._name(url), ())

    def observed(self, url: str) -> Observation | None:
        """Give what the crawler saw at an address."""
        return next((seen.observation for seen in self.met(url) if seen.observation), None)

    def listed(self, url: str) -> bool:
        """Whether the crawler answered with the address."""
        return any(candidate.listed for candidate in self.met(url))

    def page(self, url: str) -> StaticPage | None:
        """Give the bytes of a page that the oracle visited, if they were kept."""
        return self._pages.get(self._name(url))

    def visited(self, url: str) -> bool:
        """Whether the oracle opened a page."""
        return self._name(url) in self._visits

    def shows(self, page: str, url: str) -> bool | None:
        """Whether a page's bytes held an address, as a link or as text; None when unknown."""
        found = self.page(page)
        if found is None:
            return None
        return self.links(page, url) or found.mention(url) is not None

    def body_sha256(self, page: str) -> str | None:
        """Give the digest of a page's bytes, if they were kept."""
        found = self.page(page)
        if found is None:
            return None
        if found.url not in self._hashed:
            self._hashed[found.url] = hashlib.sha256(found.body).hexdigest()
        return self._hashed[found.url]

    def links(self, page: str, url: str) -> bool | None:
        """Whether a page's bytes held an address as a link; None when unknown."""
        found = self.page(page)
        return None if found is None else self._name(url) in self._links(found)

    def _links(self, page: StaticPage) -> frozenset[str]:
        if page.url not in self._linked:
            self._linked[page.url] = frozenset(map(self._name, page.links))
        return self._linked[page.url]

    def _name(self, url: str) -> str:
        """Give a route's own address for all that stand for it, else the address's key."""
        place = self.atlas.locate(url)
        if place is not None and isinstance(place.at, Route):
            return self.key(place.at.url)
        return "root" if place is not None and place.at == "root" else self.key(url)

    @cached_property
    def _hashed(self) -> dict[str, str]:
        return {}

    @cached_property
    def _linked(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _candidates(self) -> Mapping[str, tuple[Candidate, ...]]:
        found: dict[str, list[Candidate]] = {}
        for candidate in self.inventory.candidates:
            found.setdefault(self._name(candidate.url), []).append(candidate)
        return {name: tuple(candidates) for name, candidates in found.items()}

    @cached_property
    def _pages(self) -> Mapping[str, StaticPage]:
        return dict(self._kept())

    def _kept(self) -> Iterator[tuple[str, StaticPage]]:
        for page in self.witness.pages if self.witness else ():
            for url in dict.fromkeys((page.url, page.final_url)):
                yield self._name(url), static_page(page)

    @cached_property
    def _visits(self) -> frozenset[str]:
        seen = self.truth.visits
        return frozenset(
            self._name(url) for visit in seen for url in (visit.url, visit.final_url) if url
        )
