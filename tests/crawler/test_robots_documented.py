"""What RFC 9309 and Google's documentation of its parser say of rules and addresses, as tables."""

import pytest

from crawler.robots import policy as robots
from crawler.robots.policy import Outcome


def allowed(text: str, path: str, *, token: str = "RouteRecall") -> bool:  # noqa: S107 - a name
    found = robots.parse(text.encode(), "https://example.test/robots.txt", token=token)
    return found.decide(f"https://example.test{path}").allowed


# A pattern, what it matches, and what it does not.
PATTERNS = [
    ("/", ["/", "/any"], []),
    ("/*", ["/", "/any"], []),
    ("/$", ["/"], ["/any"]),
    (
        "/fish",
        ["/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fish.php?id=anything"],
        ["/Fish.asp", "/catfish", "/?id=fish", "/desert/fish"],
    ),
    ("/fish*", ["/fish", "/fishheads/yummy.html"], ["/Fish.asp", "/catfish", "/?id=fish"]),
    ("/fish/", ["/fish/", "/fish/?id=anything"], ["/fish", "/fish.html", "/Fish/Salmon.asp"]),
    (
        "/*.php",
        ["/index.php", "/filename.php", "/folder/any.php.file.html", "/filename.php/"],
        ["/", "/windows.PHP"],
    ),
    (
        "/*.php$",
        ["/filename.php", "/folder/filename.php"],
        ["/filename.php?parameters", "/f.php/"],
    ),
    ("/fish*.php", ["/fish.php", "/fishheads/catfish.php?parameters"], ["/Fish.PHP"]),
    # RFC 9309, section 2.2.2: octets and their escapes are compared alike.
    ("/foo/bar?baz=quz", ["/foo/bar?baz=quz"], ["/foo/bar"]),
    # The RFC's table takes these two for one; an escaped slash is kept apart here, as by Google.
    (
        "/foo/bar?baz=http://foo.bar",
        ["/foo/bar?baz=http://foo.bar", "/foo/bar?baz=http%3A//foo.bar"],
        ["/foo/bar?baz=http%3A%2F%2Ffoo.bar"],
    ),
    ("/foo/bar/\u30c4", ["/foo/bar/%E3%83%84"], ["/foo/bar/"]),
    ("/foo/bar/%E3%83%84", ["/foo/bar/\u30c4", "/foo/bar/%e3%83%84"], ["/foo/bar/%E3%83"]),
    ("/foo/bar/%62%61%7A", ["/foo/bar/baz"], []),
    # Section 2.2.3: special characters, and how they are written literally.
    ("/path/file-with-a-%2A.html", ["/path/file-with-a-*.html"], ["/path/file-with-a-x.html"]),
    ("/path/foo-%24", ["/path/foo-$"], ["/path/foo-"]),
]


@pytest.mark.parametrize(("pattern", "matched", "others"), PATTERNS)
def test_patterns_match_as_documented(pattern: str, matched: list[str], others: list[str]) -> None:
    text = f"User-agent: *\nDisallow: {pattern}\n"
    assert [path for path in matched if allowed(text, path)] == []
    assert [path for path in others if not allowed(text, path)] == []


# Rules, an address, and whether it may be fetched: the longest decides, and Allow a tie.
PRECEDENCE = [
    ("Allow: /p\nDisallow: /", "/page", True),
    ("Allow: /folder\nDisallow: /folder", "/folder/page", True),
    ("Allow: /page\nDisallow: /*.htm", "/page.htm", False),
    ("Allow: /page\nDisallow: /*.ph", "/page.php5", True),
    ("Allow: /$\nDisallow: /", "/", True),
    ("Allow: /$\nDisallow: /", "/page.htm", False),
    ("Allow: /example/page/\nDisallow: /example/page/disallowed.gif", "/example/page/", True),
    (
        "Allow: /example/page/\nDisallow: /example/page/disallowed.gif",
        "/example/page/disallowed.gif",
        False,
    ),
    ("Disallow: /x\nAllow: /x/index.html", "/x/", True),
]


@pytest.mark.parametrize(("rules", "path", "right"), PRECEDENCE)
@pytest.mark.parametrize("reverse", [False, True])
def test_the_most_specific_rule_decides(
    rules: str, path: str, *, right: bool, reverse: bool
) -> None:
    lines = rules.splitlines()
    text = "User-agent: *\n" + "\n".join(reversed(lines) if reverse else lines)
    assert allowed(text, path) is right


GROUPS = """user-agent: FooBot
disallow: /foo

user-agent: *
disallow: /all

user-agent: FooBot-news
disallow: /news

user-agent: e
user-agent: f
disallow: /g

user-agent: h

user-agent: foobot/1.2
disallow: /more
"""


@pytest.mark.parametrize(
    ("token", "closed"),
    [
        ("FooBot", {"/foo", "/more"}),
        ("foobot", {"/foo", "/more"}),
        ("FooBot-news", {"/news"}),
        ("Foo", {"/all"}),
        ("e", {"/g"}),
        ("f", {"/g"}),
        ("h", {"/more"}),
        ("other", {"/all"}),
    ],
)
def test_one_group_governs_and_its_repeats_are_merged(token: str, closed: set[str]) -> None:
    paths = {"/foo", "/all", "/news", "/g", "/more"}
    assert {path for path in paths if not allowed(GROUPS, path, token=token)} == closed


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        (200, Outcome.RULES), (204, Outcome.RULES), (301, Outcome.NONE), (401, Outcome.NONE),
        (403, Outcome.NONE), (404, Outcome.NONE), (410, Outcome.NONE), (429, Outcome.NONE),
        (500, Outcome.UNREACHABLE), (503, Outcome.UNREACHABLE), (599, Outcome.UNREACHABLE),
    ],
)  # fmt: skip
def test_a_status_means_what_the_rfc_says(status: int, outcome: Outcome) -> None:
    body = b"User-agent: *\nDisallow: /"
    found = robots.parse(body, "https://example.test/robots.txt", token="x", status=status)  # noqa: S106
    assert found.outcome is outcome
    assert found.decide("https://example.test/").allowed is (outcome is Outcome.NONE)
