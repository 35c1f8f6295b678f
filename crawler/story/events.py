"""What happens in a crawl, as frozen values for a listener; the crawl itself never prints."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from crawler.address.scope import Scope
from crawler.config import RootRedirect
from crawler.landing import Arrival
from crawler.robots.policy import Policy
from crawler.sitemap.record import SitemapRecord
from crawler.state.changes import Change, Tally
from crawler.state.record import State


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeFixed:
    """The first event, before anything is asked: what is allowed, as far as the root tells.

    `scope` None: the root is no web address, and nothing is allowed.
    """

    root: str
    scope: Scope | None
    root_redirect: RootRedirect
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovery:
    """An origin's robots.txt is known; `text` is its beginning."""

    policy: Policy
    text: str

    @property
    def found(self) -> bool:
        """Whether there are rules: none, a page, or no answer are not found."""
        return bool(self.policy.text) or self.policy.ruleset is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """The root has landed, and with it what belongs to the site; `landed` None: it did not."""

    requested: str
    landed: str | None
    how: Arrival
    path: tuple[str, ...]
    scope: Scope | None
    failure: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SitemapRead:
    """A sitemap was read, or could not be."""

    sitemap: SitemapRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFetched:
    """A candidate was fetched; `known` counts the candidates so far, `fetched` the fetches.

    `links_over` counts the links of the page that were more than a page may have.
    """

    url: str
    state: State
    status: int | None
    depth: int
    known: int
    fetched: int
    links_over: int
    discovered_kinds: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class HostGivenUp:
    """A host did not answer so many times in a row, and is asked no more."""

    host: str
    timeouts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """Nothing more is asked, for this reason; what is still to be told is about what was not."""

    stop: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The crawl is over, for this reason."""

    stop: str
    known: int
    listed: int
    why_empty: str | None
    digest: str
    started: str
    seconds: float


Event = (
    ScopeFixed
    | Discovery
    | Landed
    | SitemapRead
    | Change
    | PageFetched
    | HostGivenUp
    | Stopped
    | Finished
)
Listener = Callable[[Event], None]


def silence(_event: Event) -> None:
    """Listen to nothing."""
