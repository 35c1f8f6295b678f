"""What the crawlers that ran as commands left in a site's folder."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.facts.crawl import CRAWL, FOLDER, INVENTORY, LISTED, CrawlFacts
from bench.facts.inventory import Inventory
from bench.record import Unreadable, read_crawl, read_inventory
from bench.sites.crawler import OWN
from bench.verdict.match import hops_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Crawls:
    """What each listed and what that took, by name; damaged or missing files are left out.

    `whole` is our own crawler's whole answer, where it took part.
    """

    listed: Mapping[str, Inventory] = field(default_factory=dict)
    facts: Mapping[str, CrawlFacts] = field(default_factory=dict)
    whole: Inventory | None = None

    def told(self, inventory: Inventory) -> Inventory:
        """Tell an answer the redirects that ours saw: they are the site's, and hold for all."""
        return replace(inventory, hops=tuple(hops_of(self.whole))) if self.whole else inventory

    @property
    def inventories(self) -> Iterator[Inventory]:
        """Every answer, ours as it tells it."""
        if self.whole:
            yield self.whole
        for name, listed in self.listed.items():
            if name != OWN or self.whole is None:
                yield listed


def home_of(home: Path, crawler: str) -> Path:
    """Give the folder of one crawler in a site's folder."""
    return home / FOLDER / crawler


def read_crawls(home: Path, names: Iterable[str]) -> Crawls:
    """Read what the named crawlers left of a site."""
    names = tuple(names)
    listed, facts = dict[str, Inventory](), dict[str, CrawlFacts]()
    for name in names:
        own = home_of(home, name)
        try:
            told, went = read_inventory(own / LISTED), read_crawl(own / CRAWL)
        except Unreadable:
            continue
        listed[name], facts[name] = told, went
    return Crawls(listed=listed, facts=facts, whole=_whole(home) if OWN in names else None)


def _whole(home: Path) -> Inventory | None:
    """Find our whole answer: beside the others, or the site's own where ours is the subject."""
    for path in (home_of(home, OWN) / INVENTORY, home / INVENTORY):
        try:
            found = read_inventory(path)
        except Unreadable:
            continue
        if not found.bare:
            return found
    return None
