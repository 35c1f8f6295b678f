"""What the selftest has to prove: truths equal to the declared, detectors true to faults."""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bench.conditions import Condition
from bench.facts.truth import Exclusion, Truth, TruthVerdict
from bench.lab.catalogue import LabSite
from bench.store import RunFolder
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
class Pass:
    """The lab measured once under a condition, and the sites whose truths were wrong."""

    condition: Condition
    run: RunFolder
    sites: int = 0
    wrong: tuple[str, ...] = ()
    digests: Mapping[str, str | None] = field(default_factory=dict)


def pooled(passes: Sequence[Pass]) -> Iterator[str]:
    """Tell how many site-runs of all passes were right, and which were not."""
    asked = sum(each.sites for each in passes)
    right = asked - sum(len(each.wrong) for each in passes)
    yield f"site-runs equal to their truth: {right} of {asked}{_by_condition(passes)}"
    for each in passes:
        if each.wrong:
            yield f"differed in {each.run.id}: {', '.join(each.wrong)}"
    if len(passes) > 1:
        found: defaultdict[str, set[str | None]] = defaultdict(set)
        for each in passes:
            for name, digest in each.digests.items():
                found[name].add(digest)
        many = sorted(name for name, digests in found.items() if len(digests) > 1)
        told = f"; more than one: {', '.join(many)}" if many else ""
        yield f"one digest in all runs: {len(found) - len(many)} of {len(found)} sites{told}"


def _by_condition(passes: Sequence[Pass]) -> str:
    counts = {
        condition: [each for each in passes if each.condition is condition]
        for condition in dict.fromkeys(each.condition for each in passes)
    }
    if len(counts) < 2:
        return ""
    told = (
        f"{condition} {sum(each.sites - len(each.wrong) for each in some)}"
        f" of {sum(each.sites for each in some)}"
        for condition, some in counts.items()
    )
    return f" ({', '.join(told)})"


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
