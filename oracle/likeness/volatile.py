"""Tells addresses that are made anew for every request from those that stay.

The rule. Every page is looked at twice, by clients that share no session: the browser's sightings
on it, and the links of the HTML that the second request stack was served; where a script wrote
the links, the browser loads the page again. An address that bears a token-shaped piece (session
id, nonce, timestamp) and was seen by one session alone is *drawn* when, on some page, the other
look lacks it and has, in its stead, an address that is the same but for the token. A place (the
address with `*` for the token) is volatile when one of its addresses is drawn; then they all are,
except those that two sessions saw. So `/offer?tid=<nonce>` and `/t/<nonce>/` are volatile, a
commit's page under its hash is not, and the truth names the place, which is the same in every run.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from oracle.likeness.tokens import bears_token, mask


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The addresses that one session saw on one load of a page."""

    page: str
    session: str
    seen: frozenset[str]


def volatile(looks: Iterable[Look]) -> frozenset[str]:
    """Every address of the looks that is volatile."""
    looks = tuple(looks)
    sessions = _sessions(looks)
    single = {address for address, known in sessions.items() if len(known) == 1}
    places = {mask(address) for address in _drawn(looks) & single}
    return frozenset(address for address in single if mask(address) in places)


def doubtful(looks: Iterable[Look]) -> frozenset[str]:
    """Addresses that bear a token and are known neither to stay nor to be volatile."""
    looks = tuple(looks)
    settled = volatile(looks)
    return frozenset(
        address
        for address, sessions in _sessions(looks).items()
        if len(sessions) == 1 and address not in settled
    )


def _sessions(looks: tuple[Look, ...]) -> dict[str, set[str]]:
    """Which sessions saw each address that bears a token."""
    sessions: defaultdict[str, set[str]] = defaultdict(set)
    for look in looks:
        for address in look.seen:
            if bears_token(address):
                sessions[address].add(look.session)
    return sessions


def _drawn(looks: tuple[Look, ...]) -> set[str]:
    """Addresses that another look at their page shows with another token."""
    pages: defaultdict[str, list[Look]] = defaultdict(list)
    for look in looks:
        pages[look.page].append(look)
    drawn: set[str] = set()
    for loads in pages.values():
        for one in loads:
            for other in loads:
                fresh = {mask(address) for address in other.seen - one.seen}
                gone = one.seen - other.seen
                drawn |= {a for a in gone if bears_token(a) and mask(a) in fresh}
    return drawn
