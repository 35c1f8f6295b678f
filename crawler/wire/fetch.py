"""One address to where it leads: retries, redirects hop by hop through the gate, all bounded."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.config import Limits, Pacing
from crawler.wire.answer import Answer, Appetite, Transport
from crawler.wire.observation import Failure, Hop, Trouble
from crawler.wire.pacing import Pace, retry_after

# Asked about each redirect target before it is fetched; None lets it pass.
Gate = Callable[[str], Awaitable[Refused | None]]

REDIRECTS = frozenset({301, 302, 303, 307, 308})
COME_BACK_LATER = frozenset({429, 503})
PASSING_FAULTS = frozenset({500, 502, 503, 504})
LOST = frozenset({Failure.CONNECT, Failure.PROTOCOL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """How a fetch went: its hops, and the last answer unless trouble or a refusal came first.

    `cookies` are those that were set on the way, each with the address that did.
    """

    requested: str
    url: str
    hops: tuple[Hop, ...]
    answer: Answer | None
    trouble: Trouble | None = None
    refused: Refused | None = None
    attempts: int = 1
    seconds: float = 0.0
    at: str = ""
    cookies: tuple[tuple[str, str], ...] = ()

    def without_body(self) -> "Fetched":
        """Return the same without the body, which is large and was read."""
        answer = None if self.answer is None else replace(self.answer, body=b"")
        return replace(self, answer=answer)


@dataclass(slots=True)
class _Chain:
    """The hops so far and the cookies they set: with a new one, a page may point to itself."""

    url: str
    hops: list[Hop]
    cookies: dict[str, str]
    seen: set[tuple[str, frozenset[tuple[str, str]]]]
    attempts: int = 0
    set_cookies: list[tuple[str, str]] = field(default_factory=list)

    def returns(self) -> bool:
        """Note where the chain stands; tell whether it stood there before, with these cookies."""
        state = (self.url, frozenset(self.cookies.items()))
        if state in self.seen:
            return True
        self.seen.add(state)
        return False


class Fetcher:
    """Fetches politely; shared by all workers of a crawl, and without a memory of pages."""

    def __init__(
        self,
        transport: Transport,
        *,
        pace: Pace,
        pacing: Pacing,
        limits: Limits,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._transport = transport
        self._pace = pace
        self._pacing = pacing
        self._redirects = limits.redirects
        self._sleep = sleep

    async def fetch(
        self, url: str, *, appetite: Appetite, gate: Gate, redirects: int | None = None
    ) -> Fetched:
        """Fetch an address and follow where it points, at most `redirects` hops far."""
        started = time.monotonic()
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        chain = _Chain(url=url, hops=[], cookies={}, seen={(url, frozenset())})
        limit = self._redirects if redirects is None else redirects
        end = await self._follow(chain, appetite=appetite, gate=gate, limit=limit)
        return Fetched(
            requested=url,
            url=chain.url,
            hops=tuple(chain.hops),
            answer=end if isinstance(end, Answer) else None,
            trouble=end if isinstance(end, Trouble) else None,
            refused=end if isinstance(end, Refused) else None,
            attempts=chain.attempts - len(chain.hops),
            seconds=round(time.monotonic() - started, 3),
            at=at,
            cookies=tuple(chain.set_cookies),
        )

    def restore(self, fetched: Fetched) -> None:
        """Have the cookies again that a kept fetch brought."""
        for url, cookie in fetched.cookies:
            self._transport.keep_cookie(url, cookie)

    async def _follow(
        self, chain: _Chain, *, appetite: Appetite, gate: Gate, limit: int
    ) -> Answer | Trouble | Refused:
        while True:
            answer = await self._ask(chain, appetite)
            if isinstance(answer, Trouble):
                return answer
            location = answer.header("Location") if answer.status in REDIRECTS else None
            if not location:
                return answer
            target = addresses.resolve(_readable(location), chain.url)
            pointed = location if isinstance(target, Refused) else target.url
            chain.hops.append(Hop(url=chain.url, status=answer.status, location=pointed))
            if isinstance(target, Refused):
                return target
            chain.url = target.url
            _keep_cookies(chain.cookies, answer)
            stop = _runs_on(chain, limit) or await gate(target.url)
            if stop:
                return stop

    async def _ask(self, chain: _Chain, appetite: Appetite) -> Answer | Trouble:
        """Ask once more as long as the answer may be a passing fault."""
        host = addresses.host(chain.url)
        retries, slow, waits = 0, 0, 0
        while True:
            await self._pace.turn(host)
            answer = await self._transport.get(chain.url, appetite=appetite)
            chain.attempts += 1
            if isinstance(answer, Answer) and answer.cookies:
                chain.set_cookies += [(chain.url, each) for each in answer.cookies]
            wait = self._asked_to_wait(answer)
            if wait is not None:
                if waits == self._pacing.waits:
                    return _rate_limited(answer)
                waits += 1
                self._pace.hold(host, min(wait, self._pacing.wait_cap))
            elif _timed_out(answer):
                if slow == self._pacing.timeout_retries:
                    return answer
                slow += 1
            elif _passing(answer) and retries < self._pacing.retries:
                await self._sleep(self._pace.stretched(host, self._pacing.backoff * 2**retries))
                retries += 1
            else:
                return answer

    def _asked_to_wait(self, answer: Answer | Trouble) -> float | None:
        """Return how long the site asks us to wait, or None when it does not."""
        if isinstance(answer, Trouble) or answer.status not in COME_BACK_LATER:
            return None
        wait = retry_after(answer.header("Retry-After"))
        return self._pacing.backoff * 2 if wait is None and answer.status == 429 else wait


def _rate_limited(answer: Answer | Trouble) -> Answer | Trouble:
    if isinstance(answer, Trouble):
        return answer
    detail = f"answered {answer.status} whenever it was asked"
    return Answer(
        url=answer.url,
        status=answer.status,
        headers=answer.headers,
        trouble=Trouble(reason=Failure.RATE_LIMITED, detail=detail),
    )


def _timed_out(answer: Answer | Trouble) -> bool:
    trouble = answer if isinstance(answer, Trouble) else answer.trouble
    return trouble is not None and trouble.reason is Failure.TIMEOUT


def _passing(answer: Answer | Trouble) -> bool:
    if isinstance(answer, Trouble):
        return answer.reason in LOST
    return answer.status in PASSING_FAULTS or (
        answer.trouble is not None and answer.trouble.reason in LOST
    )


def _runs_on(chain: _Chain, limit: int) -> Trouble | None:
    """Stop a chain that turns in a circle, or that does not end."""
    if not chain.returns() and len(chain.hops) <= limit:
        return None
    asked = [hop.url for hop in chain.hops]
    if chain.url in asked:
        detail = f"{chain.url} was on the way already, after {len(asked)} redirects"
        return Trouble(reason=Failure.REDIRECT_LOOP, detail=detail)
    detail = f"more than {limit} redirects"
    return Trouble(reason=Failure.TOO_MANY_REDIRECTS, detail=detail)


def _keep_cookies(cookies: dict[str, str], answer: Answer) -> None:
    for each in answer.cookies:
        cookie, _, crumbs = each.partition(";")[0].partition("=")
        cookies[cookie.strip()] = crumbs.strip()


def _readable(location: str) -> str:
    """Repair a Location whose octets are no text: browsers escape them one by one."""
    return "".join(
        f"%{ord(char) - 0xDC00:02X}" if "\udc80" <= char <= "\udcff" else char for char in location
    )
