"""What was asked of one site and how it went, as site.json tells it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Stage(StrEnum):
    """Where a site's measurement failed."""

    ORACLE = "oracle"
    CRAWLER = "crawler"
    CHECKS = "checks"
    WORKER = "worker"


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteError:
    """Why a site could not be measured."""

    stage: Stage
    reason: str
    detail: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """The lab's declaration: the recall of a perfect static crawler, or why the site fails."""

    recall: float | None = None
    fails: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unrecorded:
    """What a replayed recording did not hold: how many requests of each role, and for what.

    `urls` names each address once, some of each role; `flaws` tells of records that are none.
    """

    asked: Mapping[str, int] = field(default_factory=dict)
    urls: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    records: int = 0
    flaws: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFacts:
    """One site of a run: what was asked, how it went; `crawlers` are those run as commands."""

    name: str
    group: str | None = None
    entry: Mapping[str, Any] = field(default_factory=dict)
    crawlers: tuple[Mapping[str, Any], ...] = ()
    seconds: Mapping[str, float | None] = field(default_factory=dict)
    error: SiteError | None = None
    skipped: str | None = None
    installed: Mapping[str, str | None] = field(default_factory=dict)
    digests: Mapping[str, str | None] = field(default_factory=dict)
    expected: Expected | None = None
    unrecorded: Unrecorded | None = None

    @property
    def crawler_names(self) -> tuple[str, ...]:
        """Who took part, the subject first; none where our own crawler ran by itself."""
        return tuple(str(each["name"]) for each in self.crawlers)
