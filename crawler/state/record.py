"""One candidate: an address, how it was found, and what became of it so far."""

from dataclasses import dataclass
from enum import StrEnum

from crawler.address.citation import Citation, Via
from crawler.address.kinds import Kind
from crawler.address.refusal import Refused
from crawler.wire.observation import Observation


class State(StrEnum):
    """What became of a candidate so far."""

    FETCHED = "fetched"
    FAILED = "failed"
    PENDING = "pending"
    REFUSED = "refused"
    FOLDED = "folded"


@dataclass(slots=True, kw_only=True)
class Record:
    """One candidate; the crawl's one task changes it as it learns.

    `depth` is the least that any citation gives. `guessed` says that nothing but a script's
    text speaks of it, so that it is worth listing only when it was fetched alive. `lastmod` is
    the date that a sitemap gives, as written.
    """

    url: str
    key: str
    kind: Kind
    citation: Citation
    channels: frozenset[Via]
    depth: int
    state: State
    refusal: Refused | None = None
    guessed: bool = False
    lastmod: str | None = None
    observation: Observation | None = None
