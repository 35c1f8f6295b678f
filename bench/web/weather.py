"""An origin under bad weather: late, refused, reset or broken-off answers, drawn from a seed."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bench.web.fault import Fault, Value
from bench.web.origin import Answer, Cut, Origin, Request, Reset, Response

IN_A_ROW = 2
"""How often a client may be hit in a row at one address: weather passes, an outage would not."""

_HTML = ("Content-Type", "text/html; charset=utf-8")


def _refusal(status: int, title: str, *headers: tuple[str, str]) -> Response:
    text = f"<!doctype html><title>{title}</title><h1>{title}</h1>\n"
    return Response(status=status, headers=(_HTML, *headers), body=text.encode())


BUSY = _refusal(503, "Service Unavailable")
TOO_MANY = _refusal(429, "Too Many Requests", ("Retry-After", "1"))

Hit = Callable[[Answer, float], Answer]


def _broken_off(answer: Answer, draw: float) -> Answer:
    if not isinstance(answer, Response) or not answer.body:
        return answer
    return Cut(response=answer, share=0.1 + 0.8 * draw)


HITS: Mapping[Fault, Hit] = {
    Fault.RESET: lambda _answer, _draw: Reset(),
    Fault.RATE_LIMIT: lambda _answer, _draw: TOO_MANY,
    Fault.SERVER_ERROR: lambda _answer, _draw: BUSY,
    Fault.TRUNCATION: _broken_off,
}
"""What a share of the requests is met with; of several that are drawn, the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Who asked for what: the place under which a request's turns are counted."""

    client: str
    role: str
    method: str
    url: str


class Weather:
    """Stands before the origins of one site, and counts for all of them."""

    def __init__(self, faults: Mapping[str, Value]) -> None:
        self._seed = faults.get(Fault.SEED, 1)
        self._latency = float(faults.get(Fault.LATENCY, 0))
        self._shares = {each: float(faults[each]) for each in HITS if each in faults}
        self._turns: Counter[Asked] = Counter()
        self._rows: Counter[Asked] = Counter()

    def over(self, origin: Origin) -> Origin:
        """Give the origin as the weather lets it through."""
        return _Under(weather=self, origin=origin)

    async def answer(self, origin: Origin, request: Request) -> Answer:
        """Answer one request as the origin would, or worse."""
        asked = Asked(
            client=request.client, role=_role(request), method=request.method, url=request.url
        )
        self._turns[asked] += 1
        turn = self._turns[asked]
        fault = self._hit(asked, turn)
        if self._latency:
            await asyncio.sleep(self._latency * (0.5 + self._draw(Fault.LATENCY, asked, turn)))
        answer = await origin.answer(request)
        return HITS[fault](answer, self._draw("where", asked, turn)) if fault else answer

    def _hit(self, asked: Asked, turn: int) -> Fault | None:
        drawn = (
            each for each, share in self._shares.items() if self._draw(each, asked, turn) < share
        )
        fault = next(drawn, None) if self._rows[asked] < IN_A_ROW else None
        self._rows[asked] = self._rows[asked] + 1 if fault else 0
        return fault

    def _draw(self, what: str, asked: Asked, turn: int) -> float:
        """A number from 0 up to 1 that hangs on nothing but who asks for what for which time."""
        told = f"{self._seed} {what} {asked.role} {asked.method} {asked.url} {turn}"
        digest = hashlib.blake2b(told.encode(), digest_size=7).digest()
        return int.from_bytes(digest, "big") / 2**56


@dataclass(frozen=True, slots=True, kw_only=True)
class _Under:
    """One origin under a weather."""

    weather: Weather
    origin: Origin

    async def answer(self, request: Request) -> Answer:
        return await self.weather.answer(self.origin, request)


def _role(request: Request) -> str:
    """Who asks, so far as it decides the draw: all crawlers have the same weather."""
    if request.role in {"browser", "checker", "bench"}:
        return request.role
    return "browser" if "Chrome/" in request.client and not request.role else "client"
