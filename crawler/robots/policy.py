"""robots.txt to a policy: what governs us, a decision for each address, the sitemaps named."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.robots.lines import CAP, Governing, Line, decode, printable, select
from crawler.robots.rules import Decision, Rule, Ruleset, comparable
from crawler.wire.observation import Hop

__all__ = ["Decision", "Outcome", "Policy", "Rule", "parse", "unreachable"]


CHOICE = "no line forbids us anything: everything is allowed, as the site chose"


class Outcome(StrEnum):
    """What a robots.txt came to; the words of the inventory."""

    RULES = "rules"
    NONE = "none"
    HTML = "html"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What one origin's robots.txt asks of us; `error` says why there are no rules.

    `lines` are those that govern us, verbatim: rules and delays, in their order.
    """

    url: str
    outcome: Outcome
    status: int | None
    group: str | None = None
    rules: tuple[Rule, ...] = ()
    lines: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    crawl_delay: float | None = None
    notes: tuple[str, ...] = ()
    error: str | None = None
    redirects: tuple[Hop, ...] = ()
    at: str = field(default="", compare=False)
    text: str = field(default="", repr=False)
    ruleset: Ruleset | None = field(default=None, repr=False, compare=False)

    def decide(self, url: str) -> Decision:
        """Decide whether we may fetch a serialised address of this origin."""
        path = addresses.path_and_query(url)
        if path == "/robots.txt":
            return Decision(allowed=True, line=None, text=None)
        if self.outcome is Outcome.UNREACHABLE:
            return Decision(allowed=False, line=None, text=f"robots.txt unreachable: {self.error}")
        if self.ruleset is None:
            return Decision(allowed=True, line=None, text=None)
        return self.ruleset.decide(path)


def parse(  # noqa: PLR0913 - the answer's parts, each named by its caller
    data: bytes,
    url: str,
    *,
    token: str,
    status: int = 200,
    content_type: str | None = None,
    final_url: str | None = None,
) -> Policy:
    """Read the answer to a request for robots.txt: 2xx are rules, 3xx and 4xx none, else refuse.

    `url` is the robots.txt that was asked for, whose origin the rules govern; `final_url` is
    where redirects ended, against which Sitemap lines are resolved.
    """
    if 300 <= status < 500:
        error = f"answered {status}: everything is allowed"
        return Policy(url=url, outcome=Outcome.NONE, status=status, error=error)
    if not 200 <= status < 300:
        return unreachable(url, error=f"answered {status}", status=status)
    text, cut = decode(data)
    governing = select(text, token)
    if _is_html(text, content_type, governing):
        error = "a page, not rules: everything is allowed"
        return Policy(url=url, outcome=Outcome.HTML, status=status, error=error)
    delay, delay_notes = _crawl_delay(governing.delays)
    sitemaps, sitemap_notes = _sitemaps(governing.sitemaps, url, final_url or url)
    rules = tuple(_rule(line) for line in governing.rules)
    ruleset = Ruleset.of(rules)
    return Policy(
        url=url,
        outcome=Outcome.RULES,
        status=status,
        group=governing.group,
        rules=rules,
        lines=tuple(printable(line.text) for line in _in_order(governing)),
        sitemaps=sitemaps,
        crawl_delay=delay,
        notes=(
            *([f"cut at {CAP // 1024} KiB"] if cut else []),
            *([CHOICE] if not ruleset.forbids else []),
            *delay_notes,
            *sitemap_notes,
        ),
        text=printable(text),
        ruleset=ruleset,
    )


def unreachable(url: str, *, error: str, status: int | None = None) -> Policy:
    """Make the policy of an origin whose robots.txt could not be read: nothing may be fetched."""
    return Policy(url=url, outcome=Outcome.UNREACHABLE, status=status, error=error)


def _in_order(governing: Governing) -> list[Line]:
    return sorted((*governing.rules, *governing.delays), key=lambda line: line.number)


def _is_html(text: str, content_type: str | None, governing: Governing) -> bool:
    labelled = (content_type or "").partition(";")[0].strip().lower()
    says_html = labelled in {"text/html", "application/xhtml+xml"}
    return text.lstrip().startswith("<") or (says_html and not governing.known)


def _rule(line: Line) -> Rule:
    return Rule(
        line=line.number,
        text=printable(line.text),
        allow=line.field == "allow",
        pattern=comparable(line.value, pattern=True),
    )


def _crawl_delay(lines: Iterable[Line]) -> tuple[float | None, list[str]]:
    """Return the longest delay that a line gives, and a note for each line that gives none."""
    delays, notes = [], []
    for line in lines:
        try:
            delay = float(line.value)
        except ValueError:
            delay = math.nan
        if math.isfinite(delay) and delay >= 0:
            delays.append(delay)
        else:
            notes.append(f"line {line.number}: no delay: {printable(line.text)[:200]}")
    return max(delays, default=None), notes


def _sitemaps(lines: Iterable[Line], url: str, base: str) -> tuple[tuple[str, ...], list[str]]:
    own = {addresses.key(url), addresses.key(base)}
    found: dict[str, None] = {}
    notes = []
    for line in lines:
        resolved = addresses.resolve(printable(line.value), base)
        if isinstance(resolved, Refused) or not line.value:
            notes.append(f"line {line.number}: no address: {printable(line.text)[:200]}")
        elif addresses.key(resolved.url) in own:
            notes.append(f"line {line.number}: robots.txt is no sitemap")
        else:
            found[resolved.url] = None
    return tuple(found), notes
