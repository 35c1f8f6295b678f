"""`bench compare`'s job: two stored runs, site by site; touches no site."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from bench.exits import Exit, Stop
from bench.gate.compare import GroupPair, Pair, groups, pair
from bench.gate.side import Side
from bench.gate.sides import side_at, side_of
from bench.record import Unreadable, read_site
from bench.review import asked
from bench.sites.crawler import ALIASES
from bench.store import RunFolder
from bench.work.sitefile import FILE

SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two runs side by side; `apart` are sites that only one has, `lacking` those of neither."""

    one: str
    other: str
    crawlers: tuple[str, str]
    pairs: tuple[Pair, ...]
    groups: tuple[GroupPair, ...]
    apart: tuple[tuple[str, str], ...]
    lacking: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Give the comparison in JSON's own types."""
        return {
            "schema": SCHEMA,
            "one": {"run": self.one, "crawler": self.crawlers[0]},
            "other": {"run": self.other, "crawler": self.crawlers[1]},
            "groups": [group.as_json() for group in self.groups],
            "sites": [each.as_json() for each in self.pairs],
            "apart": [{"name": name, "reason": reason} for name, reason in self.apart],
            "lacking": list(self.lacking),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One side of the comparison: a run's subject, or one of the crawlers that it measured."""

    run: RunFolder
    crawler: str | None = None

    def side(self, site: str) -> Side | None:
        """Read a site; None where it has no truth, or this crawler was not sent there."""
        home = self.run.site(site)
        try:
            facts = read_site(home / FILE)
        except Unreadable:
            return None
        name = ALIASES.get(self.crawler or "", self.crawler)
        side = side_of(home, name) if name else side_at(home, witness=False)
        # A command that printed nothing has answered: it found nothing.
        answered = side is not None and (name or side.inventory.candidates)
        usable = side is not None and side.truth.verdict == "ok" and not facts.skipped
        return side if answered and usable else None


def compare(one: Source, other: Source, *, only: Collection[str] = ()) -> Compared:
    """Compare all sites that both measured.

    Raises:
        Stop: there is none, or a site's record cannot be read.
    """
    pairs, apart, lacking, crawlers = list[Pair](), [], [], ("", "")
    for name in dict.fromkeys((*asked(one.run), *asked(other.run))):
        if only and name not in only:
            continue
        left, right = one.side(name), other.side(name)
        if left is None and right is None:
            lacking.append(name)
        elif left is None or right is None:
            apart.append(
                (name, f"no truth or no crawl of it in {_name(one if left is None else other)}")
            )
        else:
            pairs.append(_pair(other.run, name, left, right))
            crawlers = (_crawler(left), _crawler(right))
    if not pairs:
        raise Stop(Exit.USAGE, f"{_name(one)} and {_name(other)} have no measured site in common")
    return Compared(
        one=one.run.id,
        other=other.run.id,
        crawlers=crawlers,
        pairs=tuple(pairs),
        groups=groups(pairs),
        apart=tuple(apart),
        lacking=tuple(lacking),
    )


def _name(source: Source) -> str:
    return f"{source.crawler} of {source.run.id}" if source.crawler else source.run.id


def _pair(run: RunFolder, name: str, left: Side, right: Side) -> Pair:
    facts = read_site(run.site(name) / FILE)
    closed = any(facts.entry.get(key) for key in ("lab", "serve", "app"))
    return pair(name, facts.group, left, right, sample=not closed)


def _crawler(side: Side) -> str:
    return side.inventory.crawler or "a bare list of addresses"
