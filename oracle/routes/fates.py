"""What became of each sighted address, from all that is known of the site."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from oracle.likeness.words import digest, words_of
from oracle.liveness.verify import Check, Standing
from oracle.routes.assemble import Alive, Aside, Fate
from oracle.routes.classes import Landing
from oracle.routes.truth import Reason
from oracle.scope import Scope
from oracle.url import document, fragment

MOST_HELD = 128 << 20
"""Bytes of served pages that are kept for a second look at their links."""

_REASONS = {
    Standing.DEAD: Reason.DEAD,
    Standing.NOT_A_DOCUMENT: Reason.NOT_A_DOCUMENT,
    Standing.OFF_SITE: Reason.OFF_SITE,
}


@dataclass(slots=True, kw_only=True)
class Known:
    """What checks, judgement and visits told so far, keyed by address.

    `checks` and `said` are keyed by documents, that is without fragment; `against` has the
    evidence that an address is a soft-404; `moved` where a page went by script while it loaded;
    `closed` the addresses for which all that was done; `restless` the final addresses, masked,
    that bear another token each time.
    """

    checks: dict[str, Check] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    against: dict[str, str] = field(default_factory=dict)
    unjudged: set[str] = field(default_factory=set)
    moved: dict[str, str] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    restless: set[str] = field(default_factory=set)
    held: int = 0

    def learn(self, checks: Mapping[str, Check]) -> None:
        """Take checks; of bodies beyond what memory may hold, only what they said is kept."""
        for url, check in checks.items():
            if check.body:
                self.said[url] = digest(words_of(check.body))
            self.held += len(check.body)
            self.checks[url] = check if self.held < MOST_HELD else replace(check, body=b"")


def fates(addresses: Iterable[str], known: Known, scope: Scope) -> dict[str, Fate]:
    """The fate of each address; None where a limit bit first."""
    return {address: _fate(address, known, scope) for address in set(addresses)}


def _fate(address: str, known: Known, scope: Scope) -> Fate:
    check = known.checks.get(document(address))
    if check is None or address in known.unjudged:
        return None
    if check.standing in _REASONS:
        return Aside(reason=_REASONS[check.standing], evidence=check.evidence)
    if address in known.against:
        return Aside(reason=Reason.SOFT_404, evidence=known.against[address])
    final = _final(address, check)
    onward = known.moved.get(final)
    if onward is None:
        said = known.said.get(document(address))
        return Alive(landing=Landing(final=final, said=said), check=check)
    return _moved(onward, known, scope)


def _moved(onward: str, known: Known, scope: Scope) -> Fate:
    """The fate of a page that a script left while it loaded; one such step is followed."""
    if not scope.holds(onward):
        return Aside(reason=Reason.OFF_SITE, evidence=f"a script moves on to {onward}")
    check = known.checks.get(document(onward))
    if check is None:
        return None
    if check.standing in _REASONS:
        return Aside(
            reason=_REASONS[check.standing],
            evidence=f"a script moves on to {onward}, which {check.evidence}",
        )
    said = known.said.get(document(onward))
    return Alive(landing=Landing(final=_final(onward, check), said=said), check=check)


def _final(address: str, check: Check) -> str:
    """Where the address ends; the fragment is carried along, as browsers do."""
    if check.final_url == check.url:
        return address
    return check.final_url if fragment(check.final_url) else check.final_url + fragment(address)
