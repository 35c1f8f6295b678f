"""Addresses that are many though the pages are few: session ids in them, and facets combined.

One address alone shows neither; what is judged here is a crowd, in the order in which it came.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import combinations

from crawler.address import url as addresses
from crawler.address.refusal import Reason, Refused

# So many names make combinations, of at most so many values each; a topic's number has more.
NAMES = 3
MOST_VALUES = 40
# Beyond so many, and so many times as many as there are values, they are combined by a machine.
COMBINATIONS = 200
TIMES = 4
_SESSION = re.compile(
    r"[;/?&](?P<name>jsessionid|phpsessid|sessionid|session_id|aspsessionid\w*|cfid|cftoken)="
    r"(?P<id>[^;/?&#]*)|/\((?P<cookieless>S\(\w+\))\)",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Facets:
    """The addresses of one path with many parameters: how many, their values two by two.

    `honest` says that a name has had too many values to be one of a few to choose from.
    """

    count: int = 0
    honest: bool = False
    values: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    pairs: defaultdict[tuple[str, str], set[tuple[str, str]]] = field(
        default_factory=lambda: defaultdict(set)
    )

    def note(self, parameters: dict[str, str]) -> bool:
        """Note the parameters of one more address; tell whether the crowd may be one of facets."""
        for name, value in parameters.items():
            self.values[name].add(value)
        for one, other in combinations(sorted(parameters), 2):
            self.pairs[one, other].add((parameters[one], parameters[other]))
        self.honest = any(len(values) > MOST_VALUES for values in self.values.values())
        if self.honest:
            self.values.clear()
            self.pairs.clear()
        return not self.honest

    def combine(self) -> bool:
        """Tell whether any value goes with any other; a topic is in one forum alone."""
        return all(
            2 * len(found) >= len(self.values[one]) * len(self.values[other])
            for (one, other), found in self.pairs.items()
        )


class Crowds:
    """What was admitted so far, as far as it may be one of a crowd."""

    def __init__(self) -> None:
        self._sessions: dict[str, tuple[str, str]] = {}
        self._facets: defaultdict[str, _Facets] = defaultdict(_Facets)

    def refusal(self, url: str) -> Refused | None:
        """Judge an address that nothing else speaks against, and remember it."""
        if not ("=" in url or "/(" in url):
            return None
        rule = self._session(url) or self._combination(url)
        return Refused(reason=Reason.TRAP, rule=rule) if rule else None

    def _session(self, url: str) -> str | None:
        """Return why an address is known under another session's id."""
        ids = [found["id"] or found["cookieless"] or "" for found in _SESSION.finditer(url)]
        if not ids:
            return None
        own = "+".join(ids)
        known, first = self._sessions.setdefault(_SESSION.sub("", url), (own, url))
        return None if known == own else f"a session id: known already as {first}"

    def _combination(self, url: str) -> str | None:
        """Return why an address is one of too many combinations of few values."""
        split = addresses.parts(url)
        given = (pair.partition("=") for pair in (split.query or "").split("&") if pair)
        parameters = {name: value for name, _, value in given}
        if len(parameters) < NAMES:
            return None
        facets = self._facets[f"{split.host}:{split.port}{split.path}"]
        if facets.honest or not facets.note(parameters):
            return None
        values = sum(map(len, facets.values.values()))
        if facets.count < max(COMBINATIONS, TIMES * values) or not facets.combine():
            facets.count += 1
            return None
        return f"facets: {facets.count} combinations of {values} values are known already"
