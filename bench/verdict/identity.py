"""The bench's own view of when two addresses are one: conservative, and in tiers."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

import ada_url


class Tier(StrEnum):
    """How an address came to stand for a route, from the surest to the loosest."""

    EXACT = "exact"
    SPELLING = "spelling"
    VARIANT = "variant"
    REDIRECT = "redirect"


class Keys(NamedTuple):
    """What one address is compared by, a key a tier; `variant` ends the tiers of its own text."""

    exact: str
    spelling: str
    variant: str


INDEX_PAGES = frozenset(
    f"{stem}.{end}"
    for stem in ("index", "default")
    for end in ("html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp")
)
TRACKING = frozenset(
    [
        "_ga",
        "_gl",
        "_hsenc",
        "_hsmi",
        "dclid",
        "fbclid",
        "gbraid",
        "gclid",
        "gclsrc",
        "igshid",
        "mc_cid",
        "mc_eid",
        "mkt_tok",
        "msclkid",
        "twclid",
        "wbraid",
        "yclid",
    ]
)
_TRACKING_PREFIX = "utm_"
# A stray percent sign just before an escape could make a new one of what is decoded: left alone.
_ESCAPE = re.compile(r"(?<!%)(?<!%.)%([0-9A-Fa-f]{2})")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")
_WEB = re.compile(r"(https?://)([^/?#]*)([^?#]*)(?:\?([^#]*))?(#.*)?")
# What every parser of the standard leaves as it is: most addresses, and to parse them is slow.
_SETTLED = re.compile(
    r"(https?://(?:(?!xn--)[a-z][a-z0-9-]*\.)+(?!xn--)[a-z]+)"
    r"(/(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*/)*(?:[A-Za-z0-9_~-][A-Za-z0-9._~-]*)?)"
    r"(?:\?([A-Za-z0-9._~=&/-]+))?"
)
_PLAIN = re.compile(r"[A-Za-z0-9._~/=&?-]*")
# What parsers of one standard still leave bare or escape, depending on their age.
_BARE = re.compile(r'["<>\\^`{|}]')


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Sameness on one site: the origins that it joined, the fragments that are views."""

    origins: Mapping[str, str] = field(default_factory=dict)
    views: frozenset[str] = frozenset()
    known: dict[str, Keys] = field(default_factory=dict, compare=False, repr=False)

    def keys(self, address: str) -> Keys:
        """Give the key of each tier; text that is no web address is only itself."""
        keys = self.known.get(address)
        if keys is None:
            keys = self.known[address] = self._keys(address)
        return keys

    def _keys(self, address: str) -> Keys:
        exact, origin, rest, fragment = _parts(address)
        if not origin:
            return Keys(exact, exact, exact)
        if fragment:
            rest += self._fragment(f"{origin}{rest}", fragment)
        return Keys(exact, f"{origin}{rest}", f"{self.origins.get(origin, origin)}{rest}")

    def _fragment(self, page: str, fragment: str) -> str:
        kept = _escapes(fragment)
        return kept if fragment[1:2] in {"/", "!"} or f"{page}{kept}" in self.views else ""


@lru_cache(maxsize=2**14)
def _parts(address: str) -> tuple[str, str, str, str]:
    """Parse once what every tier needs: the whole, origin, folded path and query, fragment."""
    if settled := _SETTLED.fullmatch(address):
        origin, path, query = settled.groups("")
        return address, origin, f"{_path(path)}{_query(query)}", ""
    exact = _normal(address)
    parts = _WEB.fullmatch(exact)
    if parts is None:
        return exact or address, "", "", ""
    scheme, host, path, query, fragment = parts.groups("")
    # Who logs in is no part of which page it is.
    origin = f"{scheme}{host.rpartition('@')[2]}"
    return exact, origin, f"{_path(_escapes(path))}{_query(_escapes(query))}", fragment


def _normal(address: str) -> str:
    """Write an address as browsers do; nothing where it is none."""
    try:
        return str(ada_url.normalize_url(address))
    except ValueError:
        return ""


def identity_of(pairs: Iterable[tuple[str, str]], *, views: Iterable[str] = ()) -> Identity:
    """Learn a site's sameness: `pairs` were seen to be one, `views` are routes of the truth."""
    strict = Identity()
    joined: dict[str, str] = {}
    for left, right in pairs:
        one, other = strict.keys(left).spelling, strict.keys(right).spelling
        if bare(one) == bare(other):
            _join(joined, origin_of(one), origin_of(other))
    named = frozenset(
        f"{strict.keys(page).spelling}#{_escapes(fragment)}"
        for page, _, fragment in (view.partition("#") for view in views)
        if fragment
    )
    return Identity(origins={origin: _head(joined, origin) for origin in joined}, views=named)


def bare(key: str) -> str:
    """Drop scheme and one leading www. of a spelling: what the two forms of a host share."""
    return without_www(key.partition("://")[2])


def without_www(host: str) -> str:
    """Drop one leading www. of a host."""
    return host.removeprefix("www.")


def twin(host: str) -> str:
    """Give the other form of a host: with www., or without."""
    return without_www(host) if host.startswith("www.") else f"www.{host}"


def origin_of(key: str) -> str:
    """Cut a spelling down to scheme, host and port."""
    scheme, _, rest = key.partition("://")
    return f"{scheme}://{re.split('[/?#]', rest, maxsplit=1)[0]}"


def _join(joined: dict[str, str], one: str, other: str) -> None:
    if one != other:
        first, second = sorted((_head(joined, one), _head(joined, other)))
        joined.setdefault(first, first)
        joined[second] = first


def _head(joined: Mapping[str, str], origin: str) -> str:
    while (up := joined.get(origin, origin)) != origin:
        origin = up
    return origin


def _path(path: str) -> str:
    """Fold one trailing slash and the index page, until nothing is left to fold."""
    while True:
        directory, _, last = path.rpartition("/")
        if last in INDEX_PAGES:
            path = f"{directory}/"
        elif not last and directory and not directory.endswith("/"):
            path = directory
        else:
            return path


def _query(query: str) -> str:
    """Drop tracking, sort by name; what repeats under one name keeps its order."""
    kept = [part for part in query.split("&") if part and not _tracks(part)]
    kept.sort(key=_name)
    return f"?{'&'.join(kept)}" if kept else ""


def _name(part: str) -> str:
    return part.partition("=")[0]


def _tracks(part: str) -> bool:
    name = _name(part).lower()
    return name.startswith(_TRACKING_PREFIX) or name in TRACKING


def _escapes(text: str) -> str:
    """Decode what never needed an escape, and write the others one way."""

    def one(match: re.Match[str]) -> str:
        char = chr(int(match[1], 16))
        return char if _UNRESERVED.fullmatch(char) else match[0].upper()

    if _PLAIN.fullmatch(text):
        return text
    encoded = _BARE.sub(lambda match: f"%{ord(match[0]):02X}", text)
    return _ESCAPE.sub(one, encoded) if "%" in encoded else encoded
