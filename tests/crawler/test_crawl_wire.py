"""Bad luck and bad manners on the wire: each is a reason, and the crawl goes on."""

import gzip
from collections import Counter
from dataclasses import replace

import pytest

from crawler.address.refusal import Reason, Refused
from crawler.config import Pacing
from crawler.robots.policy import Outcome
from crawler.state.frontier import State
from crawler.story.events import PageFetched
from crawler.wire.observation import Failure
from tests.crawler.web import (
    QUICK,
    Asked,
    Page,
    Raw,
    Site,
    explore,
    html,
    moved,
)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Raw(hang=True), Failure.TIMEOUT),
        (
            Raw(data=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>", hang=True),
            Failure.TIMEOUT,
        ),
        (Raw(), Failure.CONNECT),
        (Raw(reset=True), Failure.CONNECT),
        (
            Raw(data=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>", reset=True),
            Failure.CONNECT,
        ),
        (Raw(data=b"\x00\x01\x02 no http\r\n\r\n"), Failure.PROTOCOL),
        (Raw(data=b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n"), Failure.PROTOCOL),
        (Page(status=429, headers=(("Retry-After", "0"),)), Failure.RATE_LIMITED),
    ],
)
def test_a_broken_page_is_a_reason_and_the_crawl_goes_on(
    answer: Page | Raw, reason: Failure
) -> None:
    site: Site = {"/": html("/bad", "/good"), "/bad": answer, "/good": html()}
    found = explore(site, pacing=Pacing(deadline=0.4, backoff=0.01))
    bad = found.by_url["/bad"]
    assert bad.state is State.FAILED
    assert bad.observation is not None
    assert bad.observation.error is not None
    assert bad.observation.error.reason is reason
    assert found.by_url["/good"].state is State.FETCHED
    assert "/bad" in found.listed


RULES = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
OPEN = b"User-agent: *\nAllow: /\n"
IMPATIENT = Pacing(deadline=2.0, backoff=0.01, timeout_retries=0)


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        pytest.param(
            Raw(data=RULES + b"\r\n" + OPEN, drop=b"#"),
            "timeout: no whole answer within the deadline",
            id="drips its text",
        ),
        pytest.param(
            Raw(data=RULES, drop=b"X: y\r\n"),
            "timeout: no whole answer within the deadline",
            id="drips its head",
        ),
        pytest.param(
            Raw(data=RULES + b"\r\n" + OPEN, reset=True),
            "connect: the connection was lost",
            id="is reset",
        ),
        pytest.param(
            Raw(data=RULES + b"Content-Length: 99\r\n\r\n" + OPEN),
            "protocol: the body ended before its end",
            id="ends early",
        ),
    ],
)
def test_half_a_robots_txt_is_none_and_the_crawl_goes_on(answer: Raw, error: str) -> None:
    site: Site = {
        "/": html("http://b.test/x", "/good"),
        "/good": html(),
        "http://b.test/robots.txt": answer,
        "http://b.test/x": html(),
    }
    found = explore(site, hosts=("b.test",), pacing=IMPATIENT)
    told = {each.url: each for each in found.inventory.robots}["http://b.test/robots.txt"]
    assert (told.outcome, told.error) == (Outcome.UNREACHABLE, error)
    barred = found.by_url["http://b.test/x"]
    rule = f"robots.txt unreachable: {error} (http://b.test/robots.txt)"
    assert barred.refusal == Refused(reason=Reason.ROBOTS, rule=rule)
    assert "http://b.test/x" not in found.asked
    assert found.listed == {"/", "/good"}


def test_a_missing_robots_txt_whose_page_never_ends_forbids_nothing() -> None:
    lost = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>"
    site: Site = {"/robots.txt": Raw(data=lost, reset=True), "/": html("/a"), "/a": html()}
    assert explore(site).listed == {"/", "/a"}


def test_a_body_shorter_than_it_says_is_kept_and_marked() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 999\r\n\r\n"
    found = explore({"/": html("/a"), "/a": Raw(data=head + b"<a href=/b>b</a>"), "/b": html()})
    seen = found.by_url["/a"].observation
    assert seen is not None
    assert seen.truncated
    assert found.by_url["/a"].state is State.FETCHED
    assert found.listed == {"/", "/a", "/b"}


def test_a_bomb_is_cut_and_named() -> None:
    bomb = gzip.compress(b"<a href=/b>b</a>" + b"\0" * 50_000_000)
    site: Site = {
        "/": html("/bomb"),
        "/bomb": Page(body=bomb, headers=(("Content-Encoding", "gzip"),)),
    }
    found = explore({**site, "/b": html()})
    seen = found.by_url["/bomb"].observation
    assert seen is not None
    assert seen.truncated
    assert seen.error is not None
    assert seen.error.reason is Failure.TOO_LARGE
    assert "/b" in found.listed


def test_of_what_is_no_document_only_a_head_is_read() -> None:
    pdf = Page(body=b"%PDF" + b"\0" * 20_000_000, type="application/pdf")
    download = Page(body=b"<a href=/no>", headers=(("Content-Disposition", "attachment; x=y"),))
    site: Site = {
        "/": html("/guide", "/get"),
        "/guide": moved("/f.pdf"),
        "/f.pdf": pdf,
        "/get": download,
    }
    found = explore(site)
    guide = found.by_url["/guide"]
    assert guide.state is State.FETCHED
    assert guide.observation is not None
    assert guide.observation.bytes <= 16 * 1024
    assert guide.observation.error is None
    assert found.listed == {"/"}
    assert "/no" not in found.by_url


def test_a_passing_fault_passes() -> None:
    def flaky(asked: Asked) -> Page:
        return Page(status=503) if asked.nth == 1 else html("/b")

    def limited(asked: Asked) -> Page:
        late = (("Retry-After", "0"),)
        return Page(status=429, headers=late) if asked.nth < 3 else html()

    found = explore({"/": html("/a"), "/a": flaky, "/b": limited})
    assert all(each.state is State.FETCHED for each in found.inventory.candidates)


def test_outcomes_are_folded_in_the_same_order_whatever_the_jitter_of_retries() -> None:
    def flaky(asked: Asked) -> Page:
        number = int(asked.url.rpartition("p")[2])
        links = (f"/p{number * 2 + step}" for step in (1, 2)) if number < 15 else ()
        return Page(status=503) if asked.nth <= number % 3 else html(*links)

    site: Site = {"/": html("/p0"), **{f"/p{n}": flaky for n in range(31)}}
    told = set()
    for jitter, seed in [(0.0, 0), (4.0, 1), (4.0, 2)]:
        found = explore(site, pacing=replace(QUICK, deadline=15.0, jitter=jitter, seed=seed))
        folded = [each.url for each in found.events if isinstance(each, PageFetched)]
        assert len(folded) == 32
        tried = Counter(found.asked)
        assert all(tried[f"/p{n}"] == 1 + n % 3 for n in range(31))
        cited = [(each.url, each.state, each.citation) for each in found.inventory.candidates]
        told.add((tuple(folded), tuple(cited)))
    assert len(told) == 1


def test_waiting_for_one_host_does_not_hold_up_another() -> None:
    def throttled(asked: Asked) -> Page:
        return Page(status=429, headers=(("Retry-After", "1"),)) if asked.nth == 1 else html()

    site: Site = {
        "/": html("http://b.test/x", *(f"/p{n}" for n in range(20))),
        "http://b.test/x": throttled,
        **{f"/p{n}": html() for n in range(20)},
    }
    found = explore(site, hosts=("b.test",), pacing=QUICK)
    assert found.by_url["http://b.test/x"].state is State.FETCHED
    first = found.asked.index("http://b.test/x")
    second = found.asked.index("http://b.test/x", first + 1)
    assert {f"/p{n}" for n in range(20)} < set(found.asked[:second])
