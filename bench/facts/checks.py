"""What the bench asked the site itself, as checks.json tells it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Liveness(StrEnum):
    """What an address of the precision sample turned out to be."""

    ALIVE = "alive"
    DEAD = "dead"
    NOT_A_DOCUMENT = "not-a-document"
    SOFT_404 = "soft-404"
    OFF_SITE = "off-site"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsAnswer:
    """One origin's robots.txt; `status` is null when there was no answer."""

    origin: str
    url: str
    status: int | None = None
    text: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One address of the precision sample."""

    url: str
    verdict: Liveness
    status: int | None = None
    final_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrecisionSample:
    """How many listed addresses lie beyond the truth, and what the sampled ones were."""

    beyond: int = 0
    sample: tuple[Probe, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolEntry:
    """One address that the oracle never sighted, the page that leads to it, and who says so."""

    url: str
    page: str
    level: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolProbe:
    """One such address, asked."""

    url: str
    page: str
    level: int
    by: str
    verdict: Liveness
    status: int | None = None
    final_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """How many such addresses there are, how many robots.txt forbids to ask, and the sample."""

    beyond: int = 0
    forbidden: int = 0
    sample: tuple[PoolProbe, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """All that the bench asked for one site; `crawlers` are those that ran as commands."""

    robots: tuple[RobotsAnswer, ...] = ()
    precision: PrecisionSample | None = None
    pool: Pool | None = None
    crawlers: Mapping[str, PrecisionSample] = field(default_factory=dict)
