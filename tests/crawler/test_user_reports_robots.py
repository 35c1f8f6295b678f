"""Reported faults of crawlers in reading robots.txt."""

import time
from collections import Counter
from dataclasses import replace

import pytest

from crawler.address.refusal import Reason
from crawler.answer.inventory import Stop
from crawler.config import Limits
from crawler.robots import policy as robots
from crawler.robots.lines import CAP
from crawler.robots.policy import Outcome, Policy
from tests.crawler.labweb import tell
from tests.crawler.web import QUICK, Page, Site, explore, html, moved, plain

URL = "https://example.test/robots.txt"


def policy(data: str | bytes, token: str = "RouteRecall") -> Policy:  # noqa: S107 - no secret
    octets = data.encode() if isinstance(data, str) else data
    return robots.parse(octets, URL, token=token)


def closed(found: Policy, *paths: str) -> list[str]:
    """The paths of these that may not be fetched."""
    return [path for path in paths if not found.decide(f"https://example.test{path}").allowed]


@pytest.mark.parametrize(
    ("rules", "disallowed", "allowed"),
    [
        pytest.param(
            "Disallow: /*sort=",
            ["/?sort=asc", "/list?x=1&sort=d", "/list?sort=", "/x/sort=1"],
            ["/sort/", "/?sor=t", "/"],
            id="UR-026",
        ),
        pytest.param(
            "Disallow: /*%2F*",
            ["/a%2fb", "/a%2Fb", "/%2f", "/x?y=%2F"],
            ["/a/b/c", "/", "/a%252Fb"],
            id="UR-028",
        ),
        pytest.param(
            "Disallow: /file-%2A.txt\nDisallow: /price-%24",
            ["/file-*.txt", "/file-%2a.txt", "/price-$", "/price-%24", "/price-$9"],
            ["/file-x.txt", "/file-.txt", "/price-"],
            id="UR-029",
        ),
    ],
)
def test_ur_026_ur_028_ur_029_rules_match_as_they_are_written(
    rules: str, disallowed: list[str], allowed: list[str]
) -> None:
    found = policy(f"User-agent: *\n{rules}\n")
    assert closed(found, *disallowed, *allowed) == disallowed


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", "\u00ef\u00bb\u00bf".encode(), b""])
@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_ur_031_a_byte_order_mark_and_any_line_end_are_read_over(mark: bytes, end: bytes) -> None:
    lines = (b"User-agent: *", b"Disallow: /private", b"Sitemap: /s.xml")
    found = policy(mark + end.join(lines))
    assert closed(found, "/private/x", "/") == ["/private/x"]
    assert found.sitemaps == ("https://example.test/s.xml",)


def test_ur_032_a_robots_txt_that_fails_forbids_and_says_so() -> None:
    site: Site = {
        "/robots.txt": Page(status=503, body=b"<h1>Oops</h1>"),
        "/": html("/a"),
        "/a": html(),
    }
    found = explore(site)
    assert set(found.asked) == {"/robots.txt"}
    assert found.asked.count("/robots.txt") == 3
    assert found.inventory.stop is Stop.SEED_FAILED
    (read,) = found.inventory.robots
    assert (read.outcome, read.status) == (Outcome.UNREACHABLE, 503)
    assert "robots.txt unreachable: answered 503" in (found.inventory.why_empty or "")


def test_ur_032_and_one_that_is_missing_allows() -> None:
    site: Site = {
        "/robots.txt": Page(status=403, body=b"User-agent: *\nDisallow: /"),
        "/": html("/a"),
        "/a": html(),
    }
    found = explore(site)
    assert found.listed == {"/", "/a"}
    assert found.inventory.robots[0].outcome is Outcome.NONE


def test_ur_034_a_group_for_a_short_token_is_not_for_longer_names() -> None:
    text = "User-agent: bot\nDisallow: /\nUser-agent: MyBot/2.0\nDisallow: /a\n"
    assert closed(policy(text, "mybot"), "/a", "/b") == ["/a"]
    assert closed(policy(text, "bot"), "/a", "/b") == ["/a", "/b"]
    assert closed(policy(text, "mybot2"), "/a", "/b") == []


def test_ur_035_groups_of_one_name_are_one_and_no_name_is_a_prefix() -> None:
    text = (
        "User-agent: alpha\nUser-agent: beta\nDisallow: /one\n\nUser-agent: Alpha\nDisallow: /two"
    )
    paths = ("/one", "/two", "/three")
    assert closed(policy(text, "alpha"), *paths) == ["/one", "/two"]
    assert closed(policy(text, "beta"), *paths) == ["/one"]
    assert closed(policy(text, "alphabet"), *paths) == []
    assert closed(policy(text, "alph"), *paths) == []


def padded(size: int) -> bytes:
    """Make a robots.txt of that size, the rule that matters at 450 KiB."""
    lines, length, secret = [b"User-agent: *"], 0, False
    for number in range(60_000):
        if length >= 450 * 1024 and not secret:
            lines.append(b"Disallow: /secret/")
            secret = True
        lines.append(b"Disallow: /pad/%d" % number)
        length += len(lines[-1]) + 1
        if length >= size:
            break
    return b"\n".join(lines)


def test_ur_037_long_rules_are_read_to_500_kib_and_the_cut_is_named() -> None:
    whole, longer = policy(padded(499 * 1024)), policy(padded(600 * 1024))
    assert closed(whole, "/secret/x", "/pad/7", "/open") == ["/secret/x", "/pad/7"]
    assert whole.notes == ()
    assert closed(longer, "/secret/x", "/open") == ["/secret/x"]
    assert longer.notes == ("cut at 500 KiB",)
    # Half a rule would forbid more than the whole one did.
    rule = b"Disallow: /fi" + b"x" * 40
    text = b"User-agent: *\n" + b"#" * (CAP - 14 - 1 - 13) + b"\n" + rule
    assert closed(policy(text), "/fi", "/filter") == []


def test_ur_037_fifty_addresses_cost_less_than_reading_the_rules_once() -> None:
    begun = time.process_time()
    found = policy(padded(499 * 1024))
    read = time.process_time()
    for number in range(50):
        found.decide(f"https://example.test/other/page-{number}?sort=asc")
    assert time.process_time() - read < read - begun


def test_ur_037_the_crawl_reads_as_much_as_the_parser() -> None:
    assert Limits().robots_bytes > CAP
    found = explore({"/robots.txt": plain(padded(600 * 1024).decode()), "/": html("/secret/x")})
    assert found.by_url["/secret/x"].refusal is not None
    assert found.inventory.robots[0].notes == ("cut at 500 KiB",)


def test_ur_038_a_redirected_robots_txt_governs_whom_it_was_asked_of() -> None:
    found = tell("""
        @ https://example.test/robots.txt
        301
        Location: https://www.example.test/robots.txt
        @ https://www.example.test/robots.txt
        200
        Content-Type: text/plain

        User-agent: *
        Disallow: /x
        @ https://example.test/
        <a href="/x">x</a><a href="/y">y</a>
        @ https://example.test/y
        <h1>Y</h1>
        """)
    assert found.listed == {"/", "/y"}
    refusal = found.by_url["/x"].refusal
    assert refusal is not None
    assert refusal.reason is Reason.ROBOTS


def test_ur_038_a_robots_txt_that_leads_to_a_page_is_none() -> None:
    site: Site = {
        "/robots.txt": moved("/login"),
        "/login": Page(body=b"<html><p>User-agent: *\nDisallow: /</html>"),
        "/": html("/x"),
        "/x": html(),
    }
    found = explore(site)
    assert "/x" in found.listed
    (read,) = found.inventory.robots
    assert read.outcome is Outcome.HTML
    assert "no" in (read.error or "")


@pytest.mark.parametrize("hops", [3, 9])
def test_ur_038_a_chain_is_followed_five_hops(hops: int) -> None:
    site: Site = {
        "/robots.txt": moved("/r1"),
        **{f"/r{n}": moved(f"/r{n + 1}") for n in range(1, hops)},
        f"/r{hops}": plain("User-agent: *\nDisallow: /x"),
        "/": html("/x"),
        "/x": html(),
    }
    assert ("/x" in explore(site).listed) is (hops > 5)


def delays(directive: str, *, own: float = 0.0, cap: float = 10.0) -> tuple[Policy, float]:
    """Crawl four pages under a Crawl-delay; return its policy and how long that took."""
    links = [f"/p{n}" for n in range(3)]
    site: Site = {
        "/robots.txt": plain(f"User-agent: *\nCrawl-delay: {directive}\n"),
        "/": html(*links),
        **{link: html() for link in links},
    }
    started = time.monotonic()
    found = explore(site, pacing=replace(QUICK, delay=own, crawl_delay_cap=cap))
    assert found.listed == {"/", *links}
    return found.inventory.robots[0], time.monotonic() - started


def test_ur_040_a_crawl_delay_never_shrinks_ours() -> None:
    read, took = delays("0.02", own=0.06)
    assert read.crawl_delay == 0.02
    assert took > 8 * 0.06


def test_ur_040_a_crawl_delay_beyond_the_cap_is_cut_to_it() -> None:
    read, _ = delays("3600", cap=0.02)  # uncut, it would outlast any test
    assert read.crawl_delay == 3600
    assert any("3600" in note and "cap" in note for note in read.notes)


@pytest.mark.parametrize("junk", ["ten", "-3", "", "1e999", "nan", "1,5"])
def test_ur_040_a_crawl_delay_that_is_none_is_noted(junk: str) -> None:
    found = policy(f"User-agent: *\nCrawl-delay: {junk}\nDisallow: /x")
    assert found.crawl_delay is None
    assert found.notes == (f"line 2: no delay: Crawl-delay: {junk}".rstrip(),)
    assert closed(found, "/x") == ["/x"]


def test_ur_041_what_robots_cost_is_counted_by_rule() -> None:
    links = [f"/search/?q={n}" for n in range(12)]
    found = explore(
        {
            "/robots.txt": plain("User-agent: *\nDisallow: /search/"),
            "/": html(*links, "/a"),
            "/a": html(),
        }
    )
    rules = Counter(each.refusal.rule for each in found.by_url.values() if each.refusal)
    assert rules == {"Disallow: /search/ (line 2 of http://site.test/robots.txt)": 12}
    assert found.inventory.counts["refused-robots"] == 12
    assert not set(links) & set(found.asked)
