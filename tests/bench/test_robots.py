"""The bench's reading of robots.txt: groups, rules, the line that decided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.facts.checks import RobotsAnswer
from bench.verdict.robots import Decision, deciding, governing, read_robots
from tests.bench.strategies import drawn
from tests.growth import exponent

ORIGIN = "https://a.test"


def decide(text: str | None, path: str, *, status: int | None = 200) -> Decision:
    answer = RobotsAnswer(
        origin=ORIGIN, url=f"{ORIGIN}/robots.txt", status=status, text=text, error=None
    )
    return read_robots([answer]).decide(f"{ORIGIN}{path}")


ALL = "User-agent: *\n"
US = "User-agent: routeRecall\n"
ALIEN = "User-agent: alien\n"
CASES = [
    ("wildcard on the query", f"{ALL}Disallow: /*sort=", "/?sort=asc", False),
    ("wildcard within the query", f"{ALL}Disallow: /*sort=", "/list?x=1&sort=d", False),
    ("wildcard needs its text", f"{ALL}Disallow: /*sort=", "/sort/", True),
    ("encoded slash stays apart", f"{ALL}Disallow: /*%2F*", "/a/b/c", True),
    ("encoded slash in either case", f"{ALL}Disallow: /*%2F*", "/a%2fb", False),
    ("byte order mark", "\ufeffUser-agent: *\rDisallow: /private\r\n", "/private/x", False),
    ("tie goes to allow", f"{ALL}Disallow: /page\nAllow: /page", "/page", True),
    ("the longer rule wins", f"{ALL}Allow: /p\nDisallow: /p/x", "/p/x/y", False),
    ("end anchor", f"{ALL}Disallow: /*.pdf$", "/a.pdf", False),
    ("end anchor fails", f"{ALL}Disallow: /*.pdf$", "/a.pdf?x", True),
    ("empty rule", f"{ALL}Disallow:", "/x", True),
    ("non-ASCII", f"{ALL}Disallow: /straße", "/stra%C3%9Fe/1", False),
    ("path begins with two slashes", f"{ALL}Disallow: //x", "//x/y", False),
    ("case of paths", f"{ALL}Disallow: /X", "/x", True),
    ("our group instead of all", f"{US}Disallow: /a\n\n{ALL}Disallow: /", "/b", True),
    ("a version is cut off", "User-agent: RouteRecall/2.0\nDisallow: /a", "/a", False),
    ("a shorter token is another", "User-agent: Route\nDisallow: /", "/a", True),
    ("a longer token is another", "User-agent: RouteRecallX\nDisallow: /", "/a", True),
    ("agents share a group", f"{ALIEN}{US}Disallow: /a", "/a", False),
    ("groups merge", f"{US}Disallow: /a\n{ALIEN}Disallow: /\n{US}Disallow: /b", "/b", False),
    ("a blank line parts nothing", f"{US}\n{ALL}Disallow: /", "/a", False),
    ("our group may free us", f"{US}Disallow:\n\n{ALL}Disallow: /", "/a", True),
    ("other records part nothing", f"{ALIEN}Sitemap: /s\n{US}Disallow: /a", "/a", False),
    ("a page instead of rules", "<!doctype html>\nUser-agent: *\nDisallow: /", "/a", True),
    ("the file itself", f"{ALL}Disallow: /", "/robots.txt", True),
]


@pytest.mark.parametrize(
    ("text", "path", "allowed"), [row[1:] for row in CASES], ids=[row[0] for row in CASES]
)
def test_decisions(text: str, path: str, allowed: bool) -> None:  # noqa: FBT001 - a column
    assert decide(text, path).allowed is allowed


@pytest.mark.parametrize(
    ("status", "allowed"), [(404, True), (403, True), (302, True), (503, False), (None, False)]
)
def test_unread_rules(status: int | None, allowed: bool) -> None:  # noqa: FBT001 - a column
    decision = decide(f"{ALL}Disallow: /", "/x", status=status)
    assert decision.allowed is allowed
    assert allowed or "unreachable" in str(decision.rule)


def test_the_deciding_line_is_named() -> None:
    text = "# us\nUser-agent: *\nDisallow: /a\nAllow: /a/b # but\n"
    assert decide(text, "/a/x").rule == "Disallow: /a (line 3 of https://a.test/robots.txt)"
    assert decide(text, "/a/b").rule == "Allow: /a/b # but (line 4 of https://a.test/robots.txt)"
    assert decide(text, "/c").rule is None


def test_an_origin_that_was_not_asked_forbids_nothing() -> None:
    assert read_robots([]).decide("https://b.test/x") == Decision(allowed=True)
    assert read_robots([]).decide("no address").allowed


def test_many_stars_cost_nothing() -> None:
    def match(stars: int) -> None:
        decide(f"{ALL}Disallow: /{'*a' * stars}*b", f"/{'a' * 4000}")

    assert exponent(match, 20) < 1.5


PATTERN = st.text(alphabet="/ab*$.-~", min_size=1, max_size=8).map(lambda text: f"/{text}")


@drawn
@given(
    st.lists(st.tuples(st.booleans(), PATTERN), max_size=5), st.text(alphabet="/ab.-~", max_size=8)
)
def test_the_line_and_the_decision_agree(rules: list[tuple[bool, str]], path: str) -> None:
    text = ALL + "\n".join(f"{'Allow' if allow else 'Disallow'}: {rule}" for allow, rule in rules)
    decision = decide(text, f"/x{path}")
    ours = governing(text, "RouteRecall")
    sides = {side: deciding(ours, f"{ORIGIN}/x{path}", allow=side) for side in (True, False)}
    lengths = {side: len(rule.pattern) if rule else 0 for side, rule in sides.items()}
    assert decision.allowed is (lengths[True] >= lengths[False])


@drawn
@given(st.text(max_size=200), st.text(max_size=40))
def test_any_text_gives_a_decision(text: str, path: str) -> None:
    assert decide(text, f"/{path}").allowed in {True, False}
