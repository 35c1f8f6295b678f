"""The crawler's answer for one site, as inventory.jsonl or a bare list of addresses tells it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class State(StrEnum):
    """What became of a candidate."""

    FETCHED = "fetched"
    FAILED = "failed"
    PENDING = "pending"
    REFUSED = "refused"
    FOLDED = "folded"


class Stop(StrEnum):
    """Why the crawl ended; `unfinished` when its record has no end, `told` for a bare list."""

    EXHAUSTED = "exhausted"
    PAGES = "pages"
    SECONDS = "seconds"
    BYTES = "bytes"
    CANDIDATES = "candidates"
    MEMORY = "memory"
    EXIT = "exit"
    SEED_FAILED = "seed-failed"
    UNFINISHED = "unfinished"
    TOLD = "told"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """How an address came in: `depth` counts clicks from the root."""

    via: str
    source: str | None = None
    text: str | None = None
    depth: int = 0
    written: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """One redirect that the crawler met."""

    url: str
    status: int | None = None
    location: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Soft404:
    """The crawler's own verdict on a page that only looks alive."""

    verdict: str
    evidence: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why there was no answer."""

    reason: str
    detail: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What a fetch showed."""

    status: int | None = None
    final_url: str | None = None
    redirects: tuple[Hop, ...] = ()
    content_type: str | None = None
    attachment: bool = False
    truncated: bool = False
    sha256: str | None = None
    text_sha256: str | None = None
    login: bool = False
    soft404: Soft404 | None = None
    error: Failure | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One address that the crawler knew, and what it did with it."""

    url: str
    listed: bool
    key: str | None = None
    citation: Citation | None = None
    channels: tuple[str, ...] = ()
    reason: str | None = None
    rule: str | None = None
    state: State = State.PENDING
    pending: str | None = None
    observation: Observation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapRead:
    """One sitemap that the crawler asked for."""

    url: str
    ok: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """All that the crawler says about one site; `bare` when it only printed addresses.

    `hops` are redirects of the site that another crawler of the run saw.
    """

    crawler: str | None = None
    root: str | None = None
    landed: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    candidates: tuple[Candidate, ...] = ()
    sitemaps: tuple[SitemapRead, ...] = ()
    stop: Stop = Stop.UNFINISHED
    comparable: bool = True
    why_empty: str | None = None
    digest: str | None = None
    bare: bool = False
    hops: tuple[tuple[str, str], ...] = ()

    @property
    def listed(self) -> tuple[str, ...]:
        """The addresses that the crawler answers with, in its order."""
        return tuple(candidate.url for candidate in self.candidates if candidate.listed)
