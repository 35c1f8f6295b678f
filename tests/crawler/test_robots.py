"""robots.txt: RFC 9309's own examples, the reported faults of others, and the deciding line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.robots import policy as robots
from crawler.robots.lines import CAP, product, select
from crawler.robots.policy import Outcome, Policy
from crawler.robots.rules import Rule, Ruleset, comparable

URL = "https://example.test/robots.txt"


def policy(data: str | bytes, *, robot: str = "RouteRecall", **answer: object) -> Policy:
    octets = data.encode() if isinstance(data, str) else data
    return robots.parse(octets, URL, token=robot, **answer)  # type: ignore[arg-type] # a table's


def allowed(found: Policy, path: str) -> bool:
    return found.decide(f"https://example.test{path}").allowed


CASES = [
    pytest.param(
        "User-agent: *\nDisallow: /*sort=", ["/sort/"], ["/?sort=asc", "/list?x=1&sort=d"],
        id="UR-026",
    ),
    pytest.param("User-agent: *\nDisallow: /*%2F*", ["/a/b/c"], ["/a%2fb", "/a%2Fb"], id="UR-028"),
    pytest.param(
        "User-agent: *\nDisallow: /file-%2A.txt\nDisallow: /price-%24",
        ["/file-x.txt", "/price-"], ["/file-*.txt", "/file-%2a.txt", "/price-$", "/price-%24"],
        id="UR-029",
    ),
    pytest.param("User-agent: *\nDisallow: /fish$", ["/fish.html", "/fish$", "/fish%24"],
                 ["/fish"], id="anchor"),
    pytest.param("User-agent: *\nDisallow: /a$b", ["/a"], ["/a$b/c"], id="dollar-inside"),
    pytest.param("User-agent: *\nDisallow: /*.php$", ["/a.php?x", "/a.php5"], ["/a.php"],
                 id="star-anchor"),
    pytest.param("User-agent: *\nDisallow: /a**b***", ["/a"], ["/ab", "/axxb/c"], id="stars"),
    pytest.param("User-agent: *\nDisallow: /\nAllow: /p\n", ["/page"], ["/x"], id="longest"),
    pytest.param("User-agent: *\nDisallow: /p\nAllow: /p\n", ["/p", "/page"], [], id="tie-allows"),
    pytest.param("User-agent: *\nAllow: /page\nDisallow: /*.htm", ["/page"], ["/page.htm"],
                 id="google-longest-star"),
    pytest.param("User-agent: *\nAllow: /$\nDisallow: /", ["/"], ["/x", "/?x"], id="only-home"),
    pytest.param("User-agent: *\nAllow: /x/index.html\nDisallow: /x", ["/x/", "/x/index.html"],
                 ["/x/a"], id="index-page"),
    pytest.param("User-agent: *\nDisallow: /caf\u00e9", [], ["/caf%C3%A9", "/caf%c3%a9/x"],
                 id="utf-8"),
    pytest.param(b"User-agent: *\nDisallow: /caf\xe9", ["/caf%C3%A9", "/caf%E8"], ["/caf%E9"],
                 id="octets"),
    pytest.param("User-agent: *\nDisallow: /%7euser", [], ["/~user", "/%7Euser"], id="unreserved"),
    pytest.param("User-agent: *\nDisallow: /a=b&c", [], ["/a%3Db%26c", "/a=b&c"], id="reserved"),
    pytest.param("User-agent: *\nDisallow: /A", ["/a"], ["/A"], id="case"),
    pytest.param("User-agent: *\nDisallow:", ["/", "/x"], [], id="empty-allows"),
    pytest.param("User-agent: *\nDisallow: x", ["/x"], [], id="no-slash"),
    pytest.param("User-agent: *\nDisallow: /x # why\n", ["/"], ["/x"], id="comment"),
    pytest.param("Disallow: /x\nUser-agent: *\nDisallow: /y", ["/x"], ["/y"], id="before-a-group"),
    pytest.param("User-agent: *\nDisallow: //x", ["/x"], ["//x", "//x/y"], id="double-slash"),
    pytest.param("User-agent: *\nDisallow: /", ["/robots.txt"], ["/", "/robots.txt?x"],
                 id="robots-itself"),
    pytest.param("user-agent *\nDISALLOW : /x\ndissallow:/y", ["/z"], ["/x", "/y"],
                 id="spellings"),
    pytest.param(
        b"\xef\xbb\xbfUser-agent: *\rDisallow: /private\r\nSitemap: /s.xml", ["/"],
        ["/private/x"], id="UR-031",
    ),
    pytest.param(
        "\u00ef\u00bb\u00bfUser-agent: *\nDisallow: /private", ["/"], ["/private/x"],
        id="UR-031-mojibake",
    ),
    pytest.param("\ufeffUser-agent: *\nDisallow: /p".encode("utf-16"), ["/"], ["/p"],
                 id="utf-16"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "free", "closed"), CASES)
def test_decides(data: str | bytes, free: list[str], closed: list[str]) -> None:
    found = policy(data)
    assert [path for path in free if not allowed(found, path)] == []
    assert [path for path in closed if allowed(found, path)] == []


GROUPS = [
    pytest.param(
        "User-agent: bot\nDisallow: /\nUser-agent: MyBot/2.0\nDisallow: /a", "mybot",
        "mybot", ["/b"], ["/a"], id="UR-034",
    ),
    pytest.param(
        "User-agent: alpha\nUser-agent: beta\nDisallow: /one\nUser-agent: Alpha\nDisallow: /two",
        "alpha", "alpha", ["/three"], ["/one", "/two"], id="UR-035",
    ),
    pytest.param(
        "User-agent: alpha\nUser-agent: beta\nDisallow: /one\nUser-agent: Alpha\nDisallow: /two",
        "alphabet", None, ["/one", "/two"], [], id="UR-035-longer",
    ),
    pytest.param(
        "User-agent: *\nDisallow: /\nUser-agent: mybot\nAllow: /x", "MyBot", "mybot",
        ["/", "/x"], [], id="own-group-instead-of-star",
    ),
    pytest.param(
        "User-agent: *\nDisallow: /a\n\nUser-agent: other\nDisallow: /b\n\nUser-agent: *\n"
        "Disallow: /c", "mybot", "*", ["/b"], ["/a", "/c"], id="star-groups-merged",
    ),
    pytest.param(
        "User-agent: a\nSitemap: /s.xml\nCrawl-delay: 1\nUser-agent: b\nDisallow: /x", "a", "a",
        ["/y"], ["/x"], id="other-lines-do-not-end-a-group",
    ),
    pytest.param(
        "User-agent: a\nDisallow:\nUser-agent: b\nDisallow: /", "a", "a", ["/x"], [],
        id="an-empty-rule-ends-the-agents",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("data", "robot", "group", "free", "closed"), GROUPS)
def test_selects_the_group(
    data: str, robot: str, group: str | None, free: list[str], closed: list[str]
) -> None:
    found = policy(data, robot=robot)
    assert found.group == group
    assert [path for path in free if not allowed(found, path)] == []
    assert [path for path in closed if allowed(found, path)] == []


def test_rfc_9309_section_5_1() -> None:
    text = (
        "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n"
        "User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n"
        "User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\n"
        "User-Agent: quxbot\n\nEOF\n"
    )
    seen = {
        robot: [
            allowed(policy(text, robot=robot), path)
            for path in ("/example/page.html", "/example/allowed.gif", "/a.gif", "/publications/")
        ]
        for robot in ("foobot", "barbot", "bazbot", "quxbot", "otherbot")
    }
    assert seen == {
        "foobot": [True, True, False, False],
        "barbot": [False, True, True, True],
        "bazbot": [False, True, True, True],
        "quxbot": [True, True, True, True],
        "otherbot": [False, False, False, True],
    }


def test_rfc_9309_section_5_2() -> None:
    found = policy(
        "User-agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n"
    )
    assert not allowed(found, "/example/page/disallowed.gif")


@pytest.mark.parametrize(
    ("agent", "token"),
    [("MyBot/2.0", "mybot"), ("*", "*"), ("my-bot_x 1", "my-bot_x"), ("", ""), ("bot2", "bot2")],
)
def test_product_token(agent: str, token: str) -> None:
    assert product(agent) == token


def test_names_the_deciding_line_verbatim() -> None:
    found = policy("# us\nUser-agent: *\nDisallow:  /a/ # all\r\nAllow: /a/b*\n")
    closed = found.decide("https://example.test/a/x")
    free = found.decide("https://example.test/a/bc")
    assert (closed.allowed, closed.line, closed.text) == (False, 3, "Disallow:  /a/")
    assert (free.allowed, free.line, free.text) == (True, 4, "Allow: /a/b*")
    assert found.decide("https://example.test/z").line is None


@pytest.mark.parametrize(
    ("status", "content_type", "body", "outcome", "free"),
    [
        pytest.param(503, "text/html", "<h1>Oops</h1>", Outcome.UNREACHABLE, False, id="UR-032"),
        (500, "text/plain", "User-agent: *\nAllow: /", Outcome.UNREACHABLE, False),
        (404, "text/html", "<h1>Not here</h1>", Outcome.NONE, True),
        (403, "text/plain", "User-agent: *\nDisallow: /", Outcome.NONE, True),
        (301, None, "", Outcome.NONE, True),
        pytest.param(
            200, "text/html", "<!doctype html><p>Log in", Outcome.HTML, True, id="UR-038"
        ),
        (200, "text/plain", "\n  <html>Disallow: /", Outcome.HTML, True),
        (200, "text/html; charset=utf-8", "just words", Outcome.HTML, True),
        (200, "text/html", "User-agent: *\nDisallow: /", Outcome.RULES, False),
        (200, "text/plain", "", Outcome.RULES, True),
    ],
)
def test_outcome(
    status: int, content_type: str | None, body: str, outcome: Outcome, *, free: bool
) -> None:
    found = policy(body, status=status, content_type=content_type)
    assert found.outcome is outcome
    assert allowed(found, "/x") is free
    assert (found.error is None) is (outcome is Outcome.RULES)


def test_unreachable_names_its_reason() -> None:
    found = robots.unreachable(URL, error="timeout")
    assert found.decide("https://example.test/x").text == "robots.txt unreachable: timeout"
    assert found.decide(URL).allowed


@pytest.mark.parametrize("mark", ["", "\r\n"])
def test_reads_500_kib_and_says_where_it_stopped(mark: str) -> None:
    padding = "".join(f"Disallow: /pad/{n}\n" for n in range(40_000))
    inside = "User-agent: *\n" + padding[:450_000].rsplit("\n", 1)[0] + "\nDisallow: /secret/\n"
    found = policy(inside + mark)
    assert not allowed(found, "/secret/x"), "UR-037"
    assert found.notes == ()
    cut = policy("User-agent: *\n" + padding)
    assert cut.notes == ("cut at 500 KiB",)
    assert all(rule.pattern.startswith("/pad/") for rule in cut.rules)


def test_drops_the_half_line_at_the_cut() -> None:
    line = b"Disallow: /a-rule-that-is-cut-in-two\n"
    head = b"User-agent: *\n"
    pad = b"#" * (CAP - len(head) - 13) + b"\n"
    found = policy(head + pad + line)
    assert found.rules == ()
    assert allowed(found, "/a"), "half a rule would be `Disallow: /`"


@pytest.mark.parametrize(
    ("line", "delay", "notes"),
    [
        pytest.param("Crawl-delay: 0.2", 0.2, 0, id="UR-040-fraction"),
        pytest.param("Crawl-delay: 3600", 3600.0, 0, id="UR-040-long"),
        pytest.param("Crawl-delay: ten", None, 1, id="UR-040-words"),
        ("Crawl-delay: -1", None, 1),
        ("Crawl-delay: inf", None, 1),
        ("crawl delay : 3", 3.0, 0),
        ("Crawl-delay: 2\nCrawl-delay: 5", 5.0, 0),
    ],
)
def test_crawl_delay(line: str, delay: float | None, notes: int) -> None:
    found = policy(f"User-agent: *\n{line}\nDisallow: /x\n")
    assert found.crawl_delay == delay
    assert len(found.notes) == notes
    assert not allowed(found, "/x")


@pytest.mark.parametrize(
    ("lines", "sitemaps", "notes"),
    [
        pytest.param(
            "SITEMAP : /maps/main.xml\nsitemap:maps/second.xml",
            ("https://example.test/maps/main.xml", "https://example.test/maps/second.xml"), 0,
            id="UR-053",
        ),
        pytest.param("Sitemap: https://example.test/robots.txt", (), 1, id="UR-051"),
        ("Sitemap: https://cdn.test/s.xml", ("https://cdn.test/s.xml",), 0),
        ("Sitemap: /a.xml\nSitemap: /a.xml", ("https://example.test/a.xml",), 0),
        ("Sitemap:\nSitemap: javascript:1", (), 2),
    ],
)  # fmt: skip
def test_sitemaps(lines: str, sitemaps: tuple[str, ...], notes: int) -> None:
    found = policy(f"User-agent: *\nDisallow: /\n{lines}\n")
    assert found.sitemaps == sitemaps
    assert len(found.notes) == notes


def test_sitemaps_resolve_against_where_the_redirect_ended() -> None:
    found = policy("Sitemap: s.xml", final_url="https://www.example.test/robots.txt")
    assert found.sitemaps == ("https://www.example.test/s.xml",)


PATTERNS = st.text(st.sampled_from("ab/*$%2Fé=?.~"), max_size=12).map("/".__add__)
PATHS = st.text(st.sampled_from("ab/*$%2Fé=?.~"), max_size=16).map("/".__add__)
RULES = st.lists(st.tuples(st.booleans(), PATTERNS | st.just("/index.html")), max_size=6)


@given(RULES, PATHS)
def test_protego_and_the_deciding_line_agree(rules: list[tuple[bool, str]], path: str) -> None:
    ruleset = Ruleset.of(
        Rule(line=line, text=text, allow=allow, pattern=comparable(text, pattern=True))
        for line, (allow, text) in enumerate(rules, start=1)
    )
    decision = ruleset.decide(path)
    deciding = ruleset.deciding(comparable(path))
    assert decision.allowed is (deciding is None or deciding.allow)


@given(st.binary(max_size=200), st.text(max_size=20))
def test_any_bytes_give_a_policy(data: bytes, path: str) -> None:
    found = policy(data)
    found.decide("https://example.test/" + "".join(c for c in path if c.isalnum() and c.isascii()))
    found.text.encode()  # nothing in it that a record could not hold


@given(
    st.lists(
        st.sampled_from(
            [
                "User-agent: a",
                "User-agent: *",
                "Disallow: /x",
                "Allow: /y",
                "Crawl-delay: 1",
                "Sitemap: /s",
                "",
                "# c",
            ]
        ),
        max_size=12,
    )
)
def test_every_rule_of_a_group_is_a_line_of_the_file(lines: list[str]) -> None:
    governing = select("\r\n".join(lines), "a")
    assert all(lines[rule.number - 1] == rule.text for rule in governing.rules)
    assert governing.group == next(
        (name for name in ("a", "*") if f"User-agent: {name}" in lines), None
    )
