"""`bench compare`'s job: two stored runs, site by site; touches no site."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from bench.exits import Exit, Stop
from bench.gate.compare import GroupPair, Pair, groups, pair
from bench.gate.side import Side
from bench.gate.sides import side_at
from bench.record import Unreadable, read_site
from bench.review import asked
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


def compare(one: RunFolder, other: RunFolder, *, only: Collection[str] = ()) -> Compared:
    """Compare all sites that both runs measured.

    Raises:
        Stop: there is none, or a site's record cannot be read.
    """
    pairs, apart, lacking, crawlers = list[Pair](), [], [], ("", "")
    for name in dict.fromkeys((*asked(one), *asked(other))):
        if only and name not in only:
            continue
        left, right = _usable(one, name), _usable(other, name)
        if left is None and right is None:
            lacking.append(name)
        elif left is None or right is None:
            without = one if left is None else other
            apart.append((name, f"no truth or no crawl of it in {without.id}"))
        else:
            pairs.append(_pair(other, name, left, right))
            crawlers = (_crawler(left), _crawler(right))
    if not pairs:
        raise Stop(Exit.USAGE, f"{one.id} and {other.id} have no measured site in common")
    return Compared(
        one=one.id,
        other=other.id,
        crawlers=crawlers,
        pairs=tuple(pairs),
        groups=groups(pairs),
        apart=tuple(apart),
        lacking=tuple(lacking),
    )


def _pair(run: RunFolder, name: str, left: Side, right: Side) -> Pair:
    facts = read_site(run.site(name) / FILE)
    closed = bool(facts.entry.get("lab") or facts.entry.get("serve"))
    return pair(name, facts.group, left, right, sample=not closed)


def _crawler(side: Side) -> str:
    return side.inventory.crawler or "a bare list of addresses"


def _usable(run: RunFolder, name: str) -> Side | None:
    try:
        facts = read_site(run.site(name) / FILE)
    except Unreadable:
        return None
    side = side_at(run.site(name), witness=False)
    missing = side is None or not side.inventory.candidates or side.truth.verdict != "ok"
    return None if missing or facts.skipped else side
