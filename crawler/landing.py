"""Where the root ends: its redirects and refreshes, robots.txt read before each new page."""

from dataclasses import dataclass
from enum import StrEnum

from crawler.address import url as addresses
from crawler.address.refusal import Reason, Refused
from crawler.address.scope import Scope
from crawler.address.strangers import astray
from crawler.config import Config
from crawler.robots.origins import Origins
from crawler.state.recall import Fetches
from crawler.wire.reading import Reading, page_appetite, read

MAX_REFRESHES = 5
# A refresh that takes longer is read by a person as a page of its own.
MAX_REFRESH_SECONDS = 5.0


class Arrival(StrEnum):
    """Where a root landed, seen from where it was asked for."""

    SAME_ORIGIN = "same-origin"
    WWW_OR_SCHEME = "www-or-scheme"
    MOVED = "moved"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class Landing:
    """The way from the root to where it ended; `failure` says in a sentence why it did not.

    `readings` are the fetches on the way, the first that of the root, each further one that of
    a refresh's target.
    """

    requested: str
    readings: tuple[Reading, ...]
    failure: str | None = None
    refusal: Refused | None = None

    @property
    def landed(self) -> str | None:
        """The landed root, or None when there is none."""
        return None if self.failure else self.readings[-1].observation.final_url

    @property
    def path(self) -> tuple[str, ...]:
        """The addresses on the way, each once; empty when the root is none."""
        if not self.requested.startswith(("http://", "https://")):
            return ()
        way = dict.fromkeys([self.requested])
        for reading in self.readings:
            way[reading.requested] = None
            hops = (hop.location for hop in reading.observation.redirects)
            way |= dict.fromkeys(hop for hop in hops if hop.startswith(("http://", "https://")))
        return tuple(way)

    @property
    def how(self) -> Arrival:
        """How the landed root lies to the one that was asked for."""
        if self.landed is None:
            return Arrival.NOWHERE
        if addresses.origin(self.landed) == addresses.origin(self.requested):
            return Arrival.SAME_ORIGIN
        is_variant = Scope.of(self.requested).refusal(self.landed) is None
        return Arrival.WWW_OR_SCHEME if is_variant else Arrival.MOVED


async def land(config: Config, fetcher: Fetches, origins: Origins) -> Landing:
    """Follow the root to its end, as far as the setting and robots.txt let it lead."""
    start = addresses.parse(config.root)
    if isinstance(start, Refused):
        return Landing(requested=config.root, readings=(), failure=start.rule, refusal=start)

    async def gate(url: str) -> Refused | None:
        strayed = astray(start.url, url, config.root_redirect)
        return strayed or await _forbidden(origins, url)

    url = start.url
    readings: list[Reading] = []
    visited: set[str] = set()
    while True:
        refusal = await gate(url)
        if refusal is not None:
            return Landing(
                requested=start.url,
                readings=tuple(readings),
                failure=_no_passage(url, refusal),
                refusal=refusal,
            )
        fetched = await fetcher.fetch(url, appetite=page_appetite(config), gate=gate)
        readings.append(read(fetched, token=config.token, keep_fingerprint=True))
        visited |= {url, fetched.url}
        url = _refresh(readings[-1]) or url
        if url in visited or len(readings) > MAX_REFRESHES:
            break
    failure = _failure(readings[-1])
    return Landing(requested=start.url, readings=tuple(readings), failure=failure)


async def _forbidden(origins: Origins, url: str) -> Refused | None:
    policy = await origins.policy(url)
    decision = policy.decide(url)
    if decision.allowed:
        return None
    line = f"line {decision.line} of {policy.url}" if decision.line else policy.url
    return Refused(reason=Reason.ROBOTS, rule=f"{decision.text} ({line})")


def _refresh(reading: Reading) -> str | None:
    """Return where a page that was read moves on to by itself."""
    refresh = reading.extraction.refresh if reading.extraction else None
    if refresh is None or refresh.seconds > MAX_REFRESH_SECONDS:
        return None
    return refresh.url


def _failure(reading: Reading) -> str | None:
    seen, refused = reading.observation, reading.refused
    if refused is not None:
        return _no_passage(seen.final_url, refused)
    if seen.status is None:
        why = f"{seen.error.reason}: {seen.error.detail}" if seen.error else "no answer"
        return f"{seen.final_url} gave no page ({why})"
    if not 200 <= seen.status < 300:
        return f"{seen.final_url} answered {seen.status}"
    return None


def _no_passage(url: str, refused: Refused) -> str:
    """Say why the way ends before an address; a stray one names itself."""
    by_robots = refused.reason is Reason.ROBOTS
    return f"we may not fetch {url}: {refused.rule}" if by_robots else refused.rule
