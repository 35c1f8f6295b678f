"""The robots.txt of each origin: read before anything else is asked of it, and again in time."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.config import Config, OnError
from crawler.robots import policy as robots
from crawler.robots.policy import Outcome, Policy
from crawler.state.recall import Clock, Fetches, Memory, Purpose, Recall
from crawler.wire.fetch import Fetched
from crawler.wire.observation import Failure
from crawler.wire.pacing import Pace

# A robots.txt that is never reached by its redirects counts as none, as the RFC has it.
ASTRAY = frozenset({Failure.REDIRECT_LOOP, Failure.TOO_MANY_REDIRECTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """A policy, the wave in which it was read, and when."""

    policy: Policy
    wave: int
    at: datetime


class Origins:
    """The policies of the origins that a crawl has met."""

    def __init__(  # noqa: PLR0913 - what reading rests on, each named by its caller
        self,
        fetcher: Fetches,
        *,
        pace: Pace,
        config: Config,
        memory: Memory,
        clock: Clock,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._fetcher = Recall(purpose=Purpose.ROBOTS, fetcher=fetcher, memory=memory, clock=clock)
        self._pace = pace
        self._config = config
        self._memory = memory
        self._clock = clock
        self._now = now
        self._known: dict[str, _Known] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    def known(self, url: str) -> Policy | None:
        """Return the policy of an address's origin if it was read."""
        known = self._known.get(addresses.origin(url))
        return None if known is None else known.policy

    async def policy(self, url: str) -> Policy:
        """Return the policy of an address's origin, reading it first if need be."""
        origin = addresses.origin(url)
        if origin in self._known:
            return self._known[origin].policy
        async with self._locks.setdefault(origin, asyncio.Lock()):
            if origin not in self._known:
                self._known[origin] = await self._read(origin, self._fetcher)
        return self._known[origin].policy

    async def renew(self) -> list[Policy]:
        """Read again, between two waves, what is too old; return the policies that changed."""
        changed = []
        for origin, known in list(self._known.items()):
            fetcher = replace(self._fetcher, since=known.wave + 1)
            if fetcher.remembers(f"{origin}/robots.txt") or self._is_old(known):
                self._known[origin] = new = await self._read(origin, fetcher, known.policy)
                if new.policy != known.policy:
                    changed.append(new.policy)
        return changed

    def _is_old(self, known: _Known) -> bool:
        """Judge by the clock on the wall; of waves that were gone through before, it says nothing.

        So a crawl that goes on later decides as it did before, up to where it stood.
        """
        if self._clock.wave <= self._memory.last_wave or self._clock.wave == known.wave:
            return False
        return (self._now() - known.at).total_seconds() >= self._config.robots.reuse

    async def _read(self, origin: str, fetcher: Recall, before: Policy | None = None) -> _Known:
        url = f"{origin}/robots.txt"
        limits = self._config.limits
        fetched = await fetcher.fetch(
            url,
            appetite=lambda _status, _headers: limits.robots_bytes,
            gate=_anywhere,
            redirects=limits.robots_redirects,
        )
        policy = _policy(url, fetched, token=self._config.token)
        if before is not None and policy.outcome is Outcome.UNREACHABLE:
            policy = before  # what was read once holds until it can be read again
        else:
            policy = self._slowed(_lenient(policy, self._config.robots.on_error))
            policy = replace(policy, redirects=fetched.hops, at=fetched.at)
        at = datetime.fromisoformat(fetched.at) if fetched.at else self._now()
        return _Known(policy=policy, wave=self._clock.wave, at=at)

    def _slowed(self, policy: Policy) -> Policy:
        """Keep the delay that an origin asks for, up to the cap, and say so when it is cut."""
        asked, cap = policy.crawl_delay, self._config.pacing.crawl_delay_cap
        if not asked:
            return policy
        self._pace.slow_down(addresses.host(policy.url), min(asked, cap))
        if asked <= cap:
            return policy
        note = f"crawl delay of {asked:g} s honoured up to the cap of {cap:g} s"
        return replace(policy, notes=(*policy.notes, note))


def _policy(url: str, fetched: Fetched, *, token: str) -> Policy:
    answer, trouble = fetched.answer, fetched.trouble
    if answer is not None:
        cut = answer.trouble
        if cut is not None and 200 <= answer.status < 300:
            # What is missing may be what forbids: half of the rules are none.
            error = f"{cut.reason}: {cut.detail}"
            return robots.unreachable(url, error=error, status=answer.status)
        return robots.parse(
            answer.body,
            url,
            token=token,
            status=answer.status,
            content_type=answer.header("Content-Type"),
            final_url=fetched.url,
        )
    if trouble is not None and trouble.reason not in ASTRAY:
        return robots.unreachable(url, error=f"{trouble.reason}: {trouble.detail}")
    return robots.parse(b"", url, token=token, status=fetched.hops[-1].status)


def _lenient(policy: Policy, on_error: OnError) -> Policy:
    """Let a robots.txt that could not be read allow everything where that is asked for."""
    if policy.outcome is not Outcome.UNREACHABLE or on_error is OnError.DISALLOW:
        return policy
    error = f"{policy.error}: everything is allowed (robots.on_error is allow)"
    return replace(policy, outcome=Outcome.NONE, error=error)


async def _anywhere(_url: str) -> Refused | None:
    """Let any redirect pass: rules govern the origin that was asked, wherever they are kept."""
