"""The oracle's answer for one site, as truth.json tells it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Phase(StrEnum):
    """When the browser first had the address, from the easiest to the hardest for a reader."""

    HTML = "html"
    SCRIPT = "script"
    REVEAL = "reveal"
    NAVIGATION = "navigation"


class TruthVerdict(StrEnum):
    """Whether the site gave a truth that can be judged against."""

    OK = "ok"
    BLOCKED = "blocked"
    LOGIN = "login"
    CONSENT = "consent"
    EMPTY = "empty"
    ERROR = "error"


class Exclusion(StrEnum):
    """Why a sighted address is no route."""

    DEAD = "dead"
    NOT_A_DOCUMENT = "not-a-document"
    SOFT_404 = "soft-404"
    VOLATILE = "volatile"
    OFF_SITE = "off-site"
    UNRECORDED = "not-in-the-recording"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """One address as the browser resolved it, where and how."""

    url: str
    page: str
    level: int
    phase: Phase
    label: str | None = None
    action: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """How the oracle knew that a route is alive."""

    status: int | None = None
    final_url: str | None = None
    content_type: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One live in-site document within two levels; aliases are its other addresses."""

    url: str
    level: int
    aliases: tuple[str, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    check: Check | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Excluded:
    """One sighted address that the oracle put aside."""

    url: str
    level: int
    reason: Exclusion
    evidence: str | None = None
    sightings: tuple[Sighting, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """One redirect hop that the oracle observed; `from` in the file."""

    from_: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One page that the oracle rendered."""

    url: str
    final_url: str | None = None
    level: int = 0
    status: int | None = None
    settled: str | None = None
    faults: tuple[str, ...] = ()
    witness: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen:
    """How many routes no pass of the oracle saw, by what its passes saw apart."""

    at_least: int
    passes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """All that the oracle says about one site."""

    root: str
    oracle: Any = None  # another team may name its own in any shape
    landed: str | None = None
    verdict: TruthVerdict = TruthVerdict.OK
    reason: str | None = None
    shell: bool = False
    sampled: bool = False
    unvisited: tuple[str, ...] = ()
    repeatability: float | None = None
    unseen: Unseen | None = None
    routes: tuple[Route, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    redirects: tuple[Redirect, ...] = ()
    visits: tuple[Visit, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    digest: str | None = None
