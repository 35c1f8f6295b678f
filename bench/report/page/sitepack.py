"""Packs one site's routes and its misses' stories, small enough for a page of many sites."""

import base64
import json
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, islice, zip_longest
from typing import Any

from bench.report.misses import SHOWN, met, passes, sighted
from bench.report.words import plain
from bench.verdict.diagnose import Miss
from bench.verdict.judge import Verdict
from bench.verdict.match import Found, Match
from bench.verdict.remedies import REMEDIES

# What a foreign site wrote is told no longer than this.
LONGEST = 400
CHAIN = 12
# A page tells so many stories, shared out over its sites.
STORIES = 20_000
MOST = 1000
FEWEST = 20
# Shared signs are counted from this one on, up to so many: one byte each.
_ZERO, _FURTHEST = 40, 80
_CODES = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def stories_of(sites: int) -> int:
    """Give how many misses of a site tell their story in a page of so many sites."""
    return max(FEWEST, min(MOST, STORIES // max(sites, 1)))


def packed(verdict: Verdict, *, stories: int) -> str:
    """Give one site as deflated JSON in base64; at most so many misses tell their story.

    The routes are columns: addresses in order, each after the number of signs that it shares with
    the one before, and a letter a route for state, level, tier and cause.
    """
    told = json.dumps(_site(verdict, stories), ensure_ascii=False, separators=(",", ":"))
    # Half a surrogate may stand in a label, and is no text that a reader could decode.
    squeezed = zlib.compress(told.encode(errors="replace"), 6, -15)
    return base64.b64encode(squeezed).decode()


def _site(verdict: Verdict, stories: int) -> dict[str, Any]:
    truth = verdict.truth
    routes = _routes(verdict.match)
    place = {route[0]: number for number, route in enumerate(routes)}
    causes = list(dict.fromkeys(miss.cause.value for miss in verdict.misses))
    letters = ["."] * len(routes)
    for miss in verdict.misses:
        letters[place[miss.route.url]] = _CODES[causes.index(miss.cause.value)]
    return {
        "root": _text(truth.root if truth else None),
        "landed": _text(truth.landed if truth else None),
        "passes": passes(truth) if truth else None,
        "stop": verdict.stop,
        "excluded": dict(Counter(each.reason.value for each in truth.excluded) if truth else {}),
        "urls": list(_shared([route[0] for route in routes])),
        "states": "".join(route[1] for route in routes),
        "levels": "".join(route[2] for route in routes),
        "tiers": "".join(route[3] for route in routes),
        "causes": causes,
        "cause": "".join(letters),
        "stories": {place[each.route.url]: _story(each) for each in _chosen(verdict, stories)},
    }


def _routes(match: Match) -> list[tuple[str, str, str, str]]:
    """Give address, state (verified, unverified, missed, x: forbidden), level, tier of routes."""
    found = (
        (each.route.url, "v" if each.verified else "u", str(each.route.level), _tier(each))
        for each in match.found
    )
    missed = ((route.url, "m", str(route.level), ".") for route in match.missed)
    forbidden = ((route.url, "x", str(route.level), ".") for route in match.forbidden)
    return sorted(chain(found, missed, forbidden))


def _tier(found: Found) -> str:
    return found.tier.value[0]


def _shared(addresses: Sequence[str]) -> Iterator[str]:
    """Write each address as a sign for how much it shares with the one before, and its rest."""
    before = ""
    for address in addresses:
        shared = _alike(before, address)
        yield f"{chr(_ZERO + shared)}{plain(address[shared:])}"
        before = address


def _alike(before: str, address: str) -> int:
    low, high = 0, min(len(before), len(address), _FURTHEST)
    while low < high:
        middle = (low + high + 1) // 2
        if before[:middle] == address[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _chosen(verdict: Verdict, stories: int) -> Iterator[Miss]:
    """Take misses in turn from each cause, so that none goes without an example."""
    by_cause = defaultdict(list)
    for miss in verdict.misses:
        by_cause[miss.cause].append(miss)
    turns = chain.from_iterable(zip_longest(*by_cause.values()))
    return islice((miss for miss in turns if miss is not None), stories)


def _story(miss: Miss) -> dict[str, Any]:
    told = {
        "why": _text(miss.evidence),
        "root": miss.root_cause.value if miss.root_cause is not miss.cause else None,
        "chain": [
            [_text(link.url), link.cause.value, _text(link.evidence)]
            for link in miss.chain[:CHAIN]
        ],
        "also": [[each.cause.value, _text(each.evidence)] for each in miss.blockers[1:]],
        "seen": [_text(sighted(each)) for each in miss.route.sightings[:SHOWN]],
        "more": max(0, len(miss.route.sightings) - SHOWN),
        "met": [_text(met(each)) for each in miss.encounters[:SHOWN]],
        "change": REMEDIES.get(miss.root_cause),
    }
    return {key: value for key, value in told.items() if value}


def _text(text: str | None) -> str | None:
    if text is None:
        return None
    text = plain(text[: LONGEST + 1])
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
