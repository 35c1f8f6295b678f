"""The rules of one group: Protego decides, and the line that decided is read beside it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from protego import Protego

_TOKEN = re.compile(r"%([0-9A-Fa-f]{2})|(.)", re.DOTALL)
_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=-")
_ALL_SAFE = re.compile(r"[A-Za-z0-9_./=-]*").fullmatch
# Escapes that are never undone: an encoded slash is no separator, an encoded `%` no escape.
_KEPT = frozenset({"2F", "25", "2A"})
_INDEX_PAGE = "/index.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One Allow or Disallow line, verbatim, and its pattern in comparable form."""

    line: int
    text: str
    allow: bool
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """May an address be fetched, and which line says so (none: no line speaks of it)."""

    allowed: bool
    line: int | None
    text: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Match:
    """A pattern ready to compare: literal pieces between stars, the last one anchored or not."""

    rule: Rule
    pieces: tuple[str, ...]
    anchored: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The rules of one group, the most specific first."""

    protego: Protego = field(repr=False)
    prefixes: tuple[str, ...]
    ordered: tuple[_Match, ...]

    @property
    def forbids(self) -> bool:
        """Whether any rule forbids anything; without one, all the rest only allows."""
        return any(not match.rule.allow for match in self.ordered)

    @classmethod
    def of(cls, rules: Iterable[Rule]) -> Self:
        """Make the rules ready to decide."""
        kept = [rule for rule in rules if rule.pattern]
        synthetic = "".join(
            f"{'Allow' if rule.allow else 'Disallow'}: {rule.pattern}\n" for rule in kept
        )
        aliased = [alias for rule in kept for alias in _aliases(rule)]
        aliased.sort(key=lambda rule: (-len(rule.pattern), not rule.allow, rule.line))
        return cls(
            protego=Protego.parse(f"User-agent: *\n{synthetic}"),
            prefixes=tuple(rule.pattern.partition("*")[0].rstrip("$") for rule in aliased),
            ordered=tuple(_ready(rule) for rule in aliased),
        )

    def decide(self, path: str) -> Decision:
        """Decide about a path with its query, as a server is asked for it."""
        asked = comparable(path)
        deciding = self.deciding(asked)
        # Protego splits addresses; a host in front keeps a path of `//x` a path.
        allowed = self.protego.can_fetch(f"http://site{asked}", "*")
        if deciding is None:
            return Decision(allowed=allowed, line=None, text=None)
        return Decision(allowed=allowed, line=deciding.line, text=deciding.text)

    def deciding(self, asked: str) -> Rule | None:
        """Return the rule that RFC 9309 lets decide: the longest, Allow before Disallow."""
        if not asked.startswith(self.prefixes):
            return None
        return next((match.rule for match in self.ordered if _matches(match, asked)), None)


def comparable(text: str, *, pattern: bool = False) -> str:
    """Write a path or a pattern so that equal octets are equal text, in a tame alphabet.

    Every octet that is not tame becomes `~XX`, whether it was escaped or not; that leaves
    nothing for Protego to decode, and keeps an encoded slash, star, dollar or percent sign
    apart from the character that means something. In a pattern, `*` and a final `$` stay.
    """
    if _ALL_SAFE(text):
        return text
    anchor = "$" if pattern and text.endswith("$") else ""
    octets = text.removesuffix(anchor).encode("utf-8", "surrogateescape").decode("latin-1")
    written = _TOKEN.sub(_write_star if pattern else _write, octets)
    return written + anchor


def _write(token: re.Match[str]) -> str:
    escaped, char = token.groups()
    if escaped is None:
        return char if char in _SAFE else f"~{ord(char):02X}"
    code = escaped.upper()
    octet = chr(int(code, 16))
    return octet if octet in _SAFE and code not in _KEPT else f"~{code}"


def _write_star(token: re.Match[str]) -> str:
    return "*" if token[0] == "*" else _write(token)


def _aliases(rule: Rule) -> tuple[Rule, ...]:
    """Let an allowed index page allow its directory too, as Protego and Google do."""
    if not (rule.allow and rule.pattern.endswith(_INDEX_PAGE)):
        return (rule,)
    directory = rule.pattern.removesuffix("index.html") + "$"
    return rule, Rule(line=rule.line, text=rule.text, allow=True, pattern=directory)


def _ready(rule: Rule) -> _Match:
    anchored = rule.pattern.endswith("$")
    pieces = tuple(rule.pattern.removesuffix("$").split("*"))
    return _Match(rule=rule, pieces=pieces, anchored=anchored)


def _matches(match: _Match, asked: str) -> bool:
    first, *rest = match.pieces
    if not asked.startswith(first):
        return False
    if not rest:
        return not match.anchored or asked == first
    at = len(first)
    for piece in rest[:-1]:
        found = asked.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    if match.anchored:
        return len(asked) - len(rest[-1]) >= at and asked.endswith(rest[-1])
    return asked.find(rest[-1], at) >= 0
