"""Retries, waits and chains of one fetch, against a transport that plays a script."""

import asyncio
from collections import deque
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.address.refusal import Reason, Refused
from crawler.config import Limits, Pacing
from crawler.wire.answer import Answer, Appetite
from crawler.wire.fetch import Fetched, Fetcher
from crawler.wire.observation import Failure, Trouble
from crawler.wire.pacing import Pace

URL = "http://a.test/x"
LOST = Trouble(reason=Failure.CONNECT, detail="the connection was lost")
SLOW = Trouble(reason=Failure.TIMEOUT, detail="no whole answer within the deadline")
UNTRUSTED = Trouble(reason=Failure.TLS, detail="the certificate is not trusted")


class Script:
    """A Transport whose answers are given beforehand, the last one for ever."""

    def __init__(self, answers: Iterable[Answer | Trouble]) -> None:
        self._answers = deque(answers)
        self.asked: list[str] = []

    async def get(self, url: str, *, appetite: Appetite) -> Answer | Trouble:
        assert appetite(200, ()) == 9
        self.asked.append(url)
        return self._answers.popleft() if len(self._answers) > 1 else self._answers[0]

    def keep_cookie(self, url: str, cookie: str) -> None:
        """Have no use for cookies."""


def said(status: int, **headers: str) -> Answer:
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    cookies = tuple(value for name, value in named if name == "Set-Cookie")
    return Answer(url=URL, status=status, headers=named, cookies=cookies)


def fetch(
    *answers: Answer | Trouble, redirects: int | None = None, jitter: float = 0.0, seed: int = 0
) -> tuple[Fetched, list[str], list[float]]:
    """Fetch by a script; return the outcome, what was asked, and how long was slept."""
    slept: list[float] = []
    now = [0.0]

    async def sleep(seconds: float) -> None:
        slept.append(round(seconds, 3))
        now[0] += seconds

    async def gate(url: str) -> Refused | None:
        return Refused(reason=Reason.HOST, rule="not ours") if "other.test" in url else None

    async def run() -> Fetched:
        fetcher = Fetcher(
            script,
            pace=Pace(0.0, jitter=jitter, seed=seed, clock=lambda: now[0], sleep=sleep),
            pacing=Pacing(backoff=1.0, retries=2, timeout_retries=1, waits=3, wait_cap=30),
            limits=Limits(),
            sleep=sleep,
        )
        return await fetcher.fetch(
            URL, appetite=lambda _status, _headers: 9, gate=gate, redirects=redirects
        )

    script = Script(answers)
    return asyncio.run(run()), script.asked, slept


@pytest.mark.parametrize(
    ("answers", "status", "attempts", "slept"),
    [
        ([said(200)], 200, 1, []),
        ([said(404)], 404, 1, []),
        ([said(503), said(200)], 200, 2, [1.0]),
        ([said(500), said(502), said(504), said(200)], 504, 3, [1.0, 2.0]),
        ([LOST, said(200)], 200, 2, [1.0]),
        ([LOST], None, 3, [1.0, 2.0]),
        ([SLOW], None, 2, []),
        ([UNTRUSTED], None, 1, []),
        ([said(429, Retry_After="7"), said(200)], 200, 2, [7.0]),
        ([said(503, Retry_After="7"), said(200)], 200, 2, [7.0]),
        ([said(429, Retry_After="86400"), said(200)], 200, 2, [30.0]),
        ([said(429), said(200)], 200, 2, [2.0]),
        ([said(429)], 429, 4, [2.0, 2.0, 2.0]),
    ],
)
def test_passing_faults_are_tried_again_within_bounds(
    answers: list[Answer | Trouble], status: int | None, attempts: int, slept: list[float]
) -> None:
    fetched, _, waits = fetch(*answers)
    assert (fetched.answer and fetched.answer.status) == status
    assert fetched.attempts == attempts
    assert waits == slept


@given(st.integers(), st.floats(0.0, 10.0))
def test_jitter_only_lengthens_a_retry_and_is_the_same_from_one_seed(
    seed: int, jitter: float
) -> None:
    fetched, _, waits = fetch(LOST, jitter=jitter, seed=seed)
    _, _, again = fetch(said(503), jitter=jitter, seed=seed)
    assert fetched.attempts == 3
    assert waits == again
    for wait, asked in zip(waits, [1.0, 2.0], strict=True):
        assert asked <= wait <= round(asked * (1 + jitter), 3)


def test_retries_of_one_time_fall_apart_by_their_seeds_and_turns() -> None:
    waits = [fetch(LOST, jitter=0.5, seed=seed)[2] for seed in range(20)]
    assert len({tuple(each) for each in waits}) == 20
    assert all(second != 2 * first for first, second in waits)


def test_what_never_stops_refusing_is_rate_limited() -> None:
    fetched, _, _ = fetch(said(429))
    assert fetched.answer is not None
    assert fetched.answer.trouble is not None
    assert fetched.answer.trouble.reason is Failure.RATE_LIMITED


def test_hops_are_kept_in_order_and_resolved() -> None:
    fetched, asked, _ = fetch(said(301, Location="/y?a=b c"), said(302, Location="z"), said(200))
    assert asked == [URL, "http://a.test/y?a=b%20c", "http://a.test/z"]
    assert [(hop.status, hop.location) for hop in fetched.hops] == [
        (301, "http://a.test/y?a=b%20c"),
        (302, "http://a.test/z"),
    ]
    assert fetched.url == "http://a.test/z"
    assert fetched.attempts == 1


@pytest.mark.parametrize("status", [300, 304, 305])
def test_what_only_looks_like_a_redirect_is_an_answer(status: int) -> None:
    fetched, asked, _ = fetch(said(status, Location="/y"))
    assert fetched.answer is not None
    assert asked == [URL]


def test_a_redirect_without_a_target_is_an_answer() -> None:
    fetched, _, _ = fetch(said(302))
    assert fetched.answer is not None
    assert fetched.hops == ()


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("http://other.test/", Reason.HOST),
        ("mailto:a@a.test", Reason.SCHEME),
        ("http://[::1", Reason.UNPARSABLE),
    ],
)
def test_a_refused_hop_ends_the_chain_before_it_is_asked(location: str, reason: Reason) -> None:
    fetched, asked, _ = fetch(said(302, Location=location))
    assert fetched.refused is not None
    assert fetched.refused.reason is reason
    assert len(fetched.hops) == 1
    assert asked == [URL]


def test_more_hops_than_allowed_end_the_chain() -> None:
    ways = [said(302, Location=f"/{n}") for n in range(9)]
    fetched, asked, _ = fetch(*ways, redirects=5)
    assert fetched.trouble is not None
    assert fetched.trouble.reason is Failure.TOO_MANY_REDIRECTS
    assert len(asked) == 6


def test_the_same_address_with_the_same_cookies_is_a_loop() -> None:
    again = said(302, Location="/x", Set_Cookie="s=1; Path=/")
    fetched, asked, _ = fetch(again, again, said(200))
    assert fetched.trouble is not None
    assert fetched.trouble.reason is Failure.REDIRECT_LOOP
    assert len(asked) == 2
