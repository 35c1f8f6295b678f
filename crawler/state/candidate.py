"""A candidate frozen, with all that is known of it, and whether the crawler stands for it."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from crawler.address import url as addresses
from crawler.address.citation import Citation, Via
from crawler.address.kinds import Kind
from crawler.address.refusal import Refused
from crawler.address.scope import Scope
from crawler.state.record import Record, State
from crawler.stop import Stop
from crawler.wire.observation import Failure, Observation

GONE = frozenset({404, 410})
NOWHERE = frozenset({Failure.REDIRECT_LOOP, Failure.TOO_MANY_REDIRECTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One address with all that is known of it; `pending` says why it was not fetched."""

    url: str
    key: str
    kind: Kind
    citation: Citation
    channels: frozenset[Via]
    state: State
    refusal: Refused | None
    observation: Observation | None
    lastmod: str | None
    pending: str | None
    listed: bool


def candidate(record: Record, scope: Scope | None, *, pending: str | None) -> Candidate:
    """Freeze a record; `scope` None: the root never landed, and nothing is in site."""
    return Candidate(
        url=record.url,
        key=record.key,
        kind=record.kind,
        citation=record.citation,
        channels=record.channels,
        state=record.state,
        refusal=record.refusal,
        observation=record.observation,
        lastmod=record.lastmod,
        pending=pending,
        listed=scope is not None and _is_listed(record, scope),
    )


def why_pending(
    record: Record, stop: Stop, *, depth: int | None, silent: Callable[[str], bool]
) -> str | None:
    """Say why a pending address was not fetched: what ended the crawl, unless it had its own.

    `silent` tells whether a host was given up.
    """
    if record.state is not State.PENDING:
        return None
    if depth is not None and record.depth > depth:
        return "depth"
    return "host-silent" if silent(addresses.host(record.url)) else stop


def counts(candidates: Iterable[Candidate]) -> dict[str, int]:
    """Count candidates in all, listed, by state, and refused by reason."""
    found: Counter[str] = Counter(dict.fromkeys(("candidates", "listed", *map(str, State)), 0))
    for each in candidates:
        found["candidates"] += 1
        found["listed"] += each.listed
        found[str(each.state)] += 1
        if each.refusal is not None:
            found[f"refused-{each.refusal.reason}"] += 1
    return dict(found)


def _is_listed(record: Record, scope: Scope) -> bool:
    """Tell whether nothing speaks against an admitted address; a guess needs proof besides."""
    if record.state in {State.REFUSED, State.FOLDED}:
        return False
    seen = record.observation
    if seen is None:
        return not record.guessed
    if seen.soft404 is not None and seen.soft404.absent:
        return False
    if seen.status in GONE or scope.refusal(seen.final_url):
        return False
    if seen.status is not None and seen.status < 400:
        return seen.document
    return not record.guessed and (seen.error is None or seen.error.reason not in NOWHERE)
