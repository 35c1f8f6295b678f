"""The robots.txt of each origin: read once, before anything else is asked of it."""

import asyncio

from crawler import robots
from crawler import url as addresses
from crawler.config import Config
from crawler.fetch import Fetched, Fetcher
from crawler.observation import Failure
from crawler.pacing import Pace
from crawler.refusal import Refused
from crawler.robots import Policy

# A robots.txt that is never reached by its redirects counts as none, as the RFC has it.
ASTRAY = frozenset({Failure.REDIRECT_LOOP, Failure.TOO_MANY_REDIRECTS})


class Origins:
    """The policies of the origins that a crawl has met."""

    def __init__(self, fetcher: Fetcher, *, pace: Pace, config: Config) -> None:
        self._fetcher = fetcher
        self._pace = pace
        self._config = config
        self._policies: dict[str, Policy] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    def known(self, url: str) -> Policy | None:
        """Return the policy of an address's origin if it was read."""
        return self._policies.get(addresses.origin(url))

    async def policy(self, url: str) -> Policy:
        """Return the policy of an address's origin, reading it first if need be."""
        origin = addresses.origin(url)
        if origin in self._policies:
            return self._policies[origin]
        async with self._locks.setdefault(origin, asyncio.Lock()):
            if origin not in self._policies:
                self._policies[origin] = await self._read(origin)
        return self._policies[origin]

    async def _read(self, origin: str) -> Policy:
        url = f"{origin}/robots.txt"
        limits = self._config.limits
        fetched = await self._fetcher.fetch(
            url,
            appetite=lambda _status, _headers: limits.robots_bytes,
            gate=_anywhere,
            redirects=limits.robots_redirects,
        )
        policy = _policy(url, fetched, token=self._config.token)
        if policy.crawl_delay:
            delay = min(policy.crawl_delay, self._config.pacing.crawl_delay_cap)
            self._pace.slow_down(addresses.host(url), delay)
        return policy


def _policy(url: str, fetched: Fetched, *, token: str) -> Policy:
    answer, trouble = fetched.answer, fetched.trouble
    if answer is not None:
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


async def _anywhere(_url: str) -> Refused | None:
    """Let any redirect pass: rules govern the origin that was asked, wherever they are kept."""
