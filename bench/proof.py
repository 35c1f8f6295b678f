"""What the selftest has to prove: truths equal to the declared, detectors true to faults."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bench.facts.truth import Exclusion, Truth, TruthVerdict
from bench.lab.catalogue import LabSite
from bench.verdict.regressions import Regression

FAULTS: Mapping[str, Regression] = {
    "literal-host": Regression.WWW,
    "requested-root": Regression.LANDED_ROOT,
    "literal-scheme": Regression.SCHEME,
    "trust-soft404": Regression.SOFT_404,
}
"""The crawler's switches, and the detector that has to fire for each."""

COMBINATIONS: tuple[frozenset[str], ...] = tuple(
    frozenset(chosen)
    for size in range(len(FAULTS) + 1)
    for chosen in itertools.combinations(FAULTS, size)
)


def differences(declared: LabSite, truth: Truth | None) -> Iterator[str]:
    """Tell how a truth differs from the declared one; nothing where they are equal."""
    if declared.fails is not None:
        if truth is not None and truth.verdict is TruthVerdict.OK:
            yield f"measured, though it is declared to fail: {declared.fails}"
        return
    if truth is None:
        yield "no truth was written"
        return
    if truth.verdict is not TruthVerdict.OK:
        yield f"verdict {truth.verdict}: {truth.reason}"
    yield from _apart("landed", [declared.landed], [truth.landed or "nowhere"])
    for level in sorted({*declared.routes, *(route.level for route in truth.routes)}):
        found = [route.url for route in truth.routes if route.level == level]
        yield from _apart(f"level {level}", declared.routes.get(level, ()), found)
    for reason in Exclusion:
        put_aside = [each.url for each in truth.excluded if each.reason is reason]
        yield from _apart(f"excluded as {reason}", declared.excluded.get(reason, ()), put_aside)
    if truth.sampled:
        yield "the truth is sampled"


def _apart(what: str, declared: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    declared, found = set(declared), set(found)
    for url in sorted(declared - found):
        yield f"{what}: declared, not found: {url}"
    for url in sorted(found - declared):
        yield f"{what}: found, not declared: {url}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One combination of faults, and which detectors fired on which sites."""

    faults: frozenset[str]
    fired: Mapping[str, frozenset[Regression]]

    @property
    def expected(self) -> frozenset[Regression]:
        """The detectors that the faults call for."""
        return frozenset(FAULTS[fault] for fault in self.faults)

    @property
    def seen(self) -> frozenset[Regression]:
        """The detectors that fired on any site."""
        return frozenset[Regression]().union(*self.fired.values())

    @property
    def right(self) -> bool:
        """Whether exactly the detectors that are called for fired."""
        return self.seen == self.expected
