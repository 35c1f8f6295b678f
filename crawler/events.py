"""What happens in a crawl, as frozen values for a listener; the crawl itself never prints."""

from collections.abc import Callable
from dataclasses import dataclass

from crawler.frontier import State
from crawler.refusal import Refused
from crawler.robots import Policy
from crawler.scope import Scope
from crawler.survey import SitemapRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """The crawl begins with this address."""

    root: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeFixed:
    """The root has landed, and with it what belongs to the site."""

    landed: str
    scope: Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsRead:
    """An origin's robots.txt is known."""

    policy: Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapRead:
    """A sitemap was read, or could not be."""

    sitemap: SitemapRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFetched:
    """A candidate was fetched; `known` counts the candidates so far, `fetched` the fetches."""

    url: str
    state: State
    status: int | None
    depth: int
    known: int
    fetched: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRefused:
    """The gate let an address not pass."""

    url: str
    refusal: Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The crawl is over, for this reason."""

    stop: str
    known: int
    listed: int


Event = Started | ScopeFixed | RobotsRead | SitemapRead | PageFetched | CandidateRefused | Finished
Listener = Callable[[Event], None]


def silence(_event: Event) -> None:
    """Listen to nothing."""
