"""Who moved a route between two runs, as a value: the blame, how sure, and the evidence."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from bench.gate.side import Side


class Blame(StrEnum):
    """Who did it; where the evidence leaves two, both are named and none is guessed."""

    CRAWLER = "crawler"
    SITE = "site"
    ORACLE = "oracle"
    CRAWLER_OR_SITE = "crawler or site"
    SITE_OR_ORACLE = "site or oracle"

    @property
    def certain(self) -> bool:
        """Whether one alone is to blame."""
        return self in {Blame.CRAWLER, Blame.SITE, Blame.ORACLE}


class What(StrEnum):
    """How a route moved: missed now and not then, new in the truth, or no longer in it."""

    LOST = "lost"
    APPEARED = "appeared"
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A blame and its evidence, a sentence."""

    blame: Blame
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Case:
    """One route that moved between two sides; `asked` are those whose answer waits for this."""

    before: Side
    after: Side
    url: str
    asked: frozenset[str] = frozenset()

    def on(self, url: str) -> "Case":
        """Ask the same of a page that shows the route."""
        asked = self.asked | {self.after.key(self.url)}
        return Case(before=self.before, after=self.after, url=url, asked=asked)

    def again(self, url: str) -> bool:
        """Whether the page's answer waits for this one already."""
        return self.after.key(url) in self.asked | {self.after.key(self.url)}


Rule = Callable[[Case], Reason | None]


def decide(case: Case, rules: tuple[Rule, ...], otherwise: Reason) -> Reason:
    """Give the first rule's answer that there is."""
    for rule in rules:
        if (reason := rule(case)) is not None:
            return reason
    return otherwise
