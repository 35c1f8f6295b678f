"""Reads robots.txt as the bench understands it, apart from the crawler's reading."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import ada_url
from protego import Protego

from bench.facts.checks import RobotsAnswer

TOKEN = "RouteRecall"  # noqa: S105 - a name that robots.txt knows us by, no secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One line that governs us."""

    allow: bool
    pattern: str
    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Whether an address may be fetched, and the words that decided."""

    allowed: bool
    rule: str | None = None


_ALLOWED = Decision(allowed=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Robots:
    """What robots.txt of each origin says to one token; an origin not asked forbids nothing."""

    origins: Mapping[str, Callable[[str], Decision]] = field(default_factory=dict)

    def decide(self, address: str) -> Decision:
        """Tell whether the address may be fetched."""
        if not self.origins:
            return _ALLOWED
        try:
            url = ada_url.URL(address)
        except ValueError:
            return Decision(allowed=True)
        ask = self.origins.get(url.origin)
        return ask(url.href) if ask else Decision(allowed=True)


def read_robots(answers: Iterable[RobotsAnswer], token: str = TOKEN) -> Robots:
    """Read every origin's answer for one token; one that forbids nothing need not be kept."""
    told = ((answer, _policy(answer, token)) for answer in answers)
    return Robots(origins={_origin(answer.origin): policy for answer, policy in told if policy})


def governing(text: str, token: str) -> tuple[Rule, ...]:
    """Select and merge the groups that name the token; those for `*` only if none does."""
    named: list[Rule] = []
    others: list[Rule] = []
    found = False
    for agents, rules in _groups(text):
        if token.lower() in agents:
            found = True
            named += rules
        elif "*" in agents:
            others += rules
    return tuple(named if found else others)


def _policy(answer: RobotsAnswer, token: str) -> Callable[[str], Decision] | None:
    if answer.status is None or answer.status >= 500:
        what = answer.status or answer.error or "no answer"
        rule = f"{answer.url} is unreachable ({what}), which forbids all"
        return lambda _: Decision(allowed=False, rule=rule)
    text = answer.text or ""
    # Any other status means that there are no rules; so does a page served in their place.
    readable = 200 <= answer.status < 300 and not text.lstrip("\ufeff\r\n\t ").startswith("<")
    rules = governing(text, token) if readable else ()
    if not rules:
        return None
    protego = Protego.parse("\n".join(("User-agent: *", *map(_plain, rules))))

    def decide(address: str) -> Decision:
        allowed = protego.can_fetch(address, "*")
        rule = deciding(rules, address, allow=allowed)
        words = f"{rule.text} (line {rule.line} of {answer.url})" if rule else None
        return Decision(allowed=allowed, rule=words)

    return decide


def deciding(rules: Iterable[Rule], address: str, *, allow: bool) -> Rule | None:
    """Find the longest rule of the winning side that matches an address's path with query."""
    url = ada_url.URL(address)
    sought = _normal(f"{url.pathname}{url.search}")
    matching = [rule for rule in rules if rule.allow == allow and _matches(rule.pattern, sought)]
    return max(matching, key=lambda rule: len(_normal(rule.pattern)), default=None)


def _groups(text: str) -> Iterator[tuple[frozenset[str], list[Rule]]]:
    """Yield each group: its agents, lowered and cut to their token, and its rules."""
    agents: set[str] = set()
    rules: list[Rule] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        name, colon, value = line.partition("#")[0].partition(":")
        name, value = name.strip().lower(), value.strip()
        if not colon:
            continue
        if name == "user-agent":
            if rules:
                yield frozenset(agents), rules
                agents, rules = set(), []
            agents.add(_token(value))
        elif name in {"allow", "disallow"} and agents:
            allow = name == "allow"
            rules.append(Rule(allow=allow, pattern=value, line=number, text=line.strip()))
    yield frozenset(agents), rules


def _plain(rule: Rule) -> str:
    """Write a rule anew, with no blank in it that another parser could break the line at."""
    pattern = "".join(_escaped(char) if char.isspace() else char for char in rule.pattern)
    return f"{'Allow' if rule.allow else 'Disallow'}: {pattern}"


def _token(agent: str) -> str:
    """Cut version and comment off a product token."""
    return "*" if agent.startswith("*") else re.split(r"[/\s]", agent, maxsplit=1)[0].lower()


def _matches(pattern: str, target: str) -> bool:
    """Match part by part, first place first: a regular expression could be made to hang."""
    anchored = pattern.endswith("$")
    first, *rest = _normal(pattern[:-1] if anchored else pattern).split("*")
    if not pattern or not target.startswith(first):
        return False
    at = len(first)
    if not rest:
        return not anchored or at == len(target)
    for part in rest[:-1]:
        found = target.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    if anchored:
        return len(target) - len(rest[-1]) >= at and target.endswith(rest[-1])
    return target.find(rest[-1], at) >= 0


def _normal(text: str) -> str:
    """Write path and pattern one way: escapes in capitals, what needs none decoded."""
    encoded = "".join(char if char.isascii() else _escaped(char) for char in text)

    def one(match: re.Match[str]) -> str:
        char = chr(int(match[1], 16))
        return char if re.fullmatch(r"[A-Za-z0-9._~-]", char) else match[0].upper()

    return re.sub(r"%([0-9A-Fa-f]{2})", one, encoded)


def _escaped(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "replace"))


def _origin(text: str) -> str:
    try:
        return ada_url.URL(text).origin
    except ValueError:
        return text
