"""robots.txt to a policy: RFC 9309's groups, a decision for each address, and the deciding line."""

from dataclasses import dataclass, field
from enum import StrEnum

from protego import Protego


class Outcome(StrEnum):
    """What a robots.txt came to; the words of the inventory."""

    RULES = "rules"
    NONE = "none"
    HTML = "html"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One Allow or Disallow line that governs us, verbatim."""

    line: int
    text: str
    allow: bool
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """May an address be fetched, and which line says so (none: no line speaks of it)."""

    allowed: bool
    line: int | None
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What one origin's robots.txt asks of us."""

    url: str
    outcome: Outcome
    status: int | None
    group: str | None = None
    rules: tuple[Rule, ...] = ()
    sitemaps: tuple[str, ...] = ()
    crawl_delay: float | None = None
    notes: tuple[str, ...] = ()
    error: str | None = None
    text: str = ""
    judge: Protego = field(repr=False, compare=False)

    def decide(self, url: str) -> Decision:
        """Decide whether we may fetch a serialised address of this origin."""
        raise NotImplementedError


def parse(
    data: bytes,
    url: str,
    *,
    token: str,
    status: int = 200,
    content_type: str | None = None,
    final_url: str | None = None,
) -> Policy:
    """Read the answer to a request for robots.txt: 2xx are rules, 4xx none, all else forbids."""
    raise NotImplementedError


def unreachable(url: str, *, error: str, status: int | None = None) -> Policy:
    """Make the policy of an origin whose robots.txt could not be read: nothing may be fetched."""
    raise NotImplementedError
