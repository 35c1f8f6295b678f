"""How a frontier changes, as frozen values: told in order, they make the same frontier again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from crawler.address.citation import Citation, Via
from crawler.address.kinds import Kind
from crawler.address.refusal import Refused
from crawler.wire.observation import Observation

# How many admitted addresses of each kind there are, at the time of an event.
Tally = Mapping[Kind, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateFound:
    """An address is new; with a refusal, the gate did not let it pass."""

    url: str
    kind: Kind
    citation: Citation
    refusal: Refused | None
    lastmod: str | None
    discovered_kinds: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateCited:
    """A known address was named by another channel, or nearer to the root."""

    url: str
    via: Via
    depth: int
    lastmod: str | None
    discovered_kinds: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateAdmitted:
    """A refusal was taken back, as this citation does not fall under it."""

    url: str
    citation: Citation
    discovered_kinds: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRefused:
    """An admission was taken back, as a rule now stands against it."""

    url: str
    refusal: Refused
    discovered_kinds: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateSettled:
    """A fetch, its own or that of an address which redirects to it, showed what it is."""

    url: str
    observation: Observation
    failed: bool
    discovered_kinds: Tally


Change = CandidateFound | CandidateCited | CandidateAdmitted | CandidateRefused | CandidateSettled
Listener = Callable[[Change], None]
