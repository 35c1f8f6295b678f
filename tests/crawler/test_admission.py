"""The one gate: every refusal has its reason, and a rule in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.address import url as addresses
from crawler.address.admission import Admitted, Reason, Refused, admit
from crawler.address.scope import Scope
from crawler.robots import policy as robots

SCOPE = Scope.of("https://a.test/")
ROBOT = "RouteRecall"
POLICY = robots.parse(
    b"User-agent: *\nDisallow: /private/\n", "https://a.test/robots.txt", token=ROBOT
)


def judge(path: str) -> Admitted | Refused:
    return admit(f"https://a.test{path}", scope=SCOPE, policy=POLICY)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/a/b/c?x=1&x=2&y[]=1&y[]=2",
        "/2011/11/11/11/11",
        "/docs/docs/",
        "/undefined.html",
        "/nullable",
        "/a{b}",
        "/p;jsessionid=1?x=2",
        pytest.param("/blog/page/2/", id="UR-018"),
        pytest.param("/3.asp?n=%BA%E91", id="UR-065"),
    ],
)
def test_admits(path: str) -> None:
    assert judge(path) == Admitted(f"https://a.test{path}")


@pytest.mark.parametrize(
    ("path", "reason", "rule"),
    [
        ("/undefined", Reason.TEMPLATE, "/undefined is an unfilled value"),
        ("/null/y", Reason.TEMPLATE, "/null is an unfilled value"),
        ("/%5Bobject%20Object%5D", Reason.TEMPLATE, "[object Object] is an unfilled template"),
        ("/%7B%7Burl%7D%7D", Reason.TEMPLATE, "{{ is an unfilled template"),
        ("/a?b=${c}", Reason.TEMPLATE, "${ is an unfilled template"),
        ("/#/{{view}}", Reason.TEMPLATE, "{{ is an unfilled template"),
        ("/%3C%25=x%25%3E", Reason.TEMPLATE, "<% is an unfilled template"),
        ("/a/b/a/b/a/b", Reason.TRAP, "repeating path: /a/b more than 2 times in a row"),
        ("/x/y/y/y/z", Reason.TRAP, "repeating path: /y more than 2 times in a row"),
        ("/a/1/a/2/a/3/a/4/a/5", Reason.TRAP, "repeating path: a 5 times"),
        ("/" + "/".join(map(str, range(50))), Reason.TRAP, "path of 50 segments, more than 40"),
        ("/s;jsessionid=1/t;jsessionid=2", Reason.TRAP, "2 session ids in one address"),
        pytest.param(
            "/p/www.example.test/partners/www.example.test/partners/www.example.test/partners/",
            Reason.TRAP, "repeating path: /www.example.test/partners more than 2 times in a row",
            id="UR-009",
        ),
        pytest.param(
            "/a.html/b.html/b.html/b.html/", Reason.TRAP,
            "repeating path: /b.html more than 2 times in a row", id="UR-010",
        ),
        pytest.param(
            "/v?q=1&sel=1&sel=1&sel=1", Reason.TRAP, "repeated parameter sel (3 times the same)",
            id="UR-016",
        ),
        pytest.param(
            "/v?" + "&".join(f"sel={n}" for n in range(11)), Reason.TRAP,
            "repeated parameter sel (11 times)", id="UR-016-values",
        ),
        (
            "/private/x", Reason.ROBOTS,
            "Disallow: /private/ (line 2 of https://a.test/robots.txt)",
        ),
        ("/" + "a" * 5000, Reason.LENGTH, "5015 characters, more than 4096"),
    ],
)  # fmt: skip
def test_refuses(path: str, reason: Reason, rule: str) -> None:
    assert judge(path) == Refused(reason=reason, rule=rule)


def test_scope_is_asked_before_robots() -> None:
    refused = admit("https://b.test/private/", scope=SCOPE, policy=POLICY)
    assert isinstance(refused, Refused)
    assert refused.reason is Reason.HOST


def test_unreachable_robots_forbid_everything() -> None:
    policy = robots.unreachable("https://a.test/robots.txt", error="answered 503", status=503)
    refused = admit("https://a.test/x", scope=SCOPE, policy=policy)
    assert refused == Refused(
        reason=Reason.ROBOTS,
        rule="robots.txt unreachable: answered 503 (https://a.test/robots.txt)",
    )


def test_depth_and_nofollow() -> None:
    url = "https://a.test/x"
    assert admit(url, scope=SCOPE, depth=3, max_depth=3) == Admitted(url)
    deep = admit(url, scope=SCOPE, depth=4, max_depth=3)
    assert deep == Refused(reason=Reason.DEPTH, rule="4 clicks from the root, more than 3")
    marked = admit(url, scope=SCOPE, nofollow="rel=nofollow")
    assert marked == Refused(reason=Reason.NOFOLLOW, rule="rel=nofollow")


@given(st.text(st.sampled_from("/a1.;=&?%{}$<ü"), max_size=60))
def test_every_address_ends_in_one_of_two(path: str) -> None:
    found = addresses.resolve(f"/{path}", "https://a.test/")
    if isinstance(found, addresses.Resolved):
        assert isinstance(admit(found.url, scope=SCOPE, policy=POLICY), Admitted | Refused)


@pytest.mark.parametrize("grow", ["rel/", "p/q/", "x/y/z/"])
def test_a_path_that_grows_ends(grow: str) -> None:
    steps = 0
    while isinstance(judge("/" + grow * (steps + 1)), Admitted):
        steps += 1
    assert steps == 2
