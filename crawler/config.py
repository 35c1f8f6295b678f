"""What a crawl is asked to do: the root, its bounds, its manners, and the test-only faults."""

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from crawler import __version__

TOKEN = "RouteRecall"  # noqa: S105 - the name by which robots.txt calls us
PRODUCT = f"route-recall-crawler/{__version__}"


class Fault(StrEnum):
    """Known faults of other crawlers, switched on to prove that the bench detects them."""

    LITERAL_HOST = "literal-host"
    REQUESTED_ROOT = "requested-root"
    LITERAL_SCHEME = "literal-scheme"
    TRUST_SOFT404 = "trust-soft404"


class RootRedirect(StrEnum):
    """What a redirect of the root to another host, scheme or port may do."""

    WWW_OR_SCHEME = "www-or-scheme"
    ADOPT = "adopt"
    REFUSE = "refuse"


class OnError(StrEnum):
    """What a robots.txt that cannot be read means: 5xx, timeouts, lost connections."""

    DISALLOW = "disallow"
    ALLOW = "allow"


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsManners:
    """How robots.txt is taken: `reuse` seconds until it is read again, `text` characters told."""

    on_error: OnError = OnError.DISALLOW
    reuse: float = 3600.0
    text: int = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How far a crawl goes; what lies beyond stays pending, and None is no bound.

    `pages` counts fetches of candidates (a fetch may follow redirects), `depth` clicks from the
    root, `bytes` the bodies that were read, `candidates` the addresses that are remembered.
    """

    pages: int | None = 5000
    depth: int | None = None
    seconds: float | None = None
    bytes: int | None = None
    candidates: int = 1_000_000

    def __post_init__(self) -> None:
        """Refuse bounds below nothing, which are a slip of the caller."""
        bounds = (self.pages, self.depth, self.seconds, self.bytes, self.candidates)
        if any(bound is not None and bound < 0 for bound in bounds):
            message = f"a budget cannot be negative: {self}"
            raise ValueError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pacing:
    """How a crawl treats a host; times are in seconds.

    `deadline` bounds one request from the name's look-up to the last byte. `retries` are for
    lost connections and 5xx, `waits` for answers that ask to come back later. A host that asks
    to come back later is asked less often from then on, up to `slowest` seconds apart; gaps
    vary by `jitter` of their length, from `seed`. A host is given up after `silence` timeouts
    in a row, after four times as many when it has answered before.
    """

    concurrency: int = 8
    delay: float = 0.0
    deadline: float = 15.0
    retries: int = 2
    timeout_retries: int = 1
    backoff: float = 0.5
    waits: int = 5
    wait_cap: float = 30.0
    crawl_delay_cap: float = 10.0
    slowest: float = 5.0
    jitter: float = 0.1
    seed: int = 0
    silence: int = 8

    def __post_init__(self) -> None:
        """Refuse a crawl that would never ask anything."""
        if self.concurrency < 1 or self.deadline <= 0:
            message = f"a crawl needs at least one request and some time for it: {self}"
            raise ValueError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one answer, and one chain of answers, may cost."""

    page_bytes: int = 8 * 1024 * 1024
    error_bytes: int = 256 * 1024
    head_bytes: int = 16 * 1024
    robots_bytes: int = 600 * 1024
    sitemap_bytes: int = 50 * 1024 * 1024
    redirects: int = 10
    robots_redirects: int = 5
    sitemaps: int = 2000
    sitemap_depth: int = 5
    probed_directories: int = 24
    spellings: int = 3
    page_links: int = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """One crawl; `proxy` and `ca` are the only way to another web than the live one.

    With `refuse_private`, no connection is made to an address of a private network. What we send
    as User-Agent (`sent_as`) is for people to read and names the token; robots.txt is asked by
    the token alone.
    """

    root: str
    token: str = TOKEN
    user_agent: str | None = None
    proxy: str | None = None
    ca: Path | None = None
    hosts: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    root_redirect: RootRedirect = RootRedirect.ADOPT
    robots: RobotsManners = field(default_factory=RobotsManners)
    budget: Budget = field(default_factory=Budget)
    pacing: Pacing = field(default_factory=Pacing)
    limits: Limits = field(default_factory=Limits)
    refuse_private: bool = False
    faults: frozenset[Fault] = frozenset()

    @property
    def sent_as(self) -> str:
        """The User-Agent header."""
        return self.user_agent or f"{PRODUCT} (static discovery; robots token {self.token})"

    @property
    def settings(self) -> dict[str, Any]:
        """What shapes the inventory: all but the root and the way to the web."""
        return {
            "token": self.token,
            "user_agent": self.sent_as,
            "hosts": list(self.hosts),
            "paths": list(self.paths),
            "sitemaps": list(self.sitemaps),
            "root_redirect": self.root_redirect,
            "robots": asdict(self.robots),
            "budget": asdict(self.budget),
            "pacing": asdict(self.pacing),
            "limits": asdict(self.limits),
            "refuse_private": self.refuse_private,
            "faults": sorted(self.faults),
        }
