"""Lays a judged site beside its pin: new misses, known on base, still missing, fixed, gone."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from bench.gate.attribution import Change, Crossed
from bench.gate.pin import cut_short
from bench.gate.pins import Pin
from bench.sites.limits import Limits
from bench.verdict.atlas import Atlas, atlas_of
from bench.verdict.diagnose import Miss
from bench.verdict.judge import Verdict
from bench.verdict.score import row


class Status(StrEnum):
    """How a site stands against its pin; where more than one applies, the first."""

    NEW_MISSES = "new-misses"
    BELOW = "below"
    INCOMPARABLE = "incomparable"
    UNPINNED = "not-pinned"
    OK = "ok"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMiss:
    """One route missed now that the baseline does not know as missed."""

    url: str
    cause: str
    evidence: str
    was: str  # "found", or "unknown" to the baseline's truth


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteCheck:
    """One site against its pin; addresses as the run's truth spells them."""

    name: str
    group: str | None = None
    status: Status = Status.OK
    reason: str | None = None
    truth: int | None = None
    found: int | None = None
    recall: float | None = None
    pinned: float | None = None
    new: tuple[NewMiss, ...] = ()
    known_on_base: tuple[str, ...] = ()
    still_missing: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    margin: int = 0
    allowed: int = 0
    limits: Limits = field(default_factory=Limits)
    blames: Mapping[str, int] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    crossed: Crossed | None = None
    notes: tuple[str, ...] = ()

    @property
    def fails(self) -> bool:
        """Whether the site may not pass."""
        return self.status in {Status.NEW_MISSES, Status.BELOW}

    def as_json(self) -> dict[str, Any]:
        """Give the site as check.json keeps it."""
        return asdict(self)


def check_site(
    verdict: Verdict,
    pin: Pin | None,
    *,
    base: Iterable[str] = (),
    limits: Limits,
) -> SiteCheck:
    """Check one measured site; `base` are routes that runs of the base branch miss."""
    told = row(verdict)
    bare = SiteCheck(
        name=told.name,
        group=told.group,
        truth=told.truth,
        found=told.found,
        recall=told.recall,
        pinned=pin.recall if pin else None,
        limits=limits,
    )
    reason = cut_short(verdict) or _unlike(verdict, pin)
    if reason is not None:
        return replace(bare, status=Status.INCOMPARABLE, reason=reason)
    if verdict.truth is None or verdict.unscored:
        status = Status.OK if pin else Status.UNPINNED
        return replace(bare, status=status, reason=verdict.unscored)
    compared = _compared(bare, verdict, pin, base=base) if pin else bare
    return _judged(compared, pinned=pin is not None)


ABSENT = "pinned, and not in this run"


def absent(name: str, pin: Pin, reason: str) -> SiteCheck:
    """Tell of a pinned site that the run did not measure."""
    status = Status.INCOMPARABLE
    return SiteCheck(name=name, group=pin.group, pinned=pin.recall, status=status, reason=reason)


def _unlike(verdict: Verdict, pin: Pin | None) -> str | None:
    """Say where one of the two has no recall and the other has one."""
    if pin is None or (verdict.unscored is None) == (pin.unscored is None):
        return None
    if verdict.unscored:
        return f"not scored: {verdict.unscored}; the baseline has a recall"
    return f"scored now, and not in the baseline ({pin.unscored}); pin it again"


def _compared(bare: SiteCheck, verdict: Verdict, pin: Pin, *, base: Iterable[str]) -> SiteCheck:
    """Sort routes by what they were in the baseline and are now."""
    assert verdict.truth is not None  # noqa: S101 - for the type checker
    keys = Keys(atlas=atlas_of(verdict.truth))
    missed = {keys.of(miss.route.url): miss for miss in verdict.misses}
    found = {keys.of(each.route.url): each.route.url for each in verdict.match.found}
    were_missed, were_found = keys.all(pin.missed), keys.all(pin.found)
    on_base = keys.all((*pin.unstable, *base)) - were_missed
    here = missed.keys() | found.keys()
    limit = bare.limits.max_new_misses
    return replace(
        bare,
        new=tuple(
            _new(miss, found=key in were_found)
            for key, miss in missed.items()
            if key not in were_missed | on_base
        ),
        known_on_base=tuple(miss.route.url for key, miss in missed.items() if key in on_base),
        still_missing=tuple(miss.route.url for key, miss in missed.items() if key in were_missed),
        fixed=tuple(url for key, url in found.items() if key in were_missed),
        gone=tuple(url for url in (*pin.found, *pin.missed) if keys.of(url) not in here),
        margin=pin.margin,
        allowed=pin.margin if limit is None else limit,
    )


def _new(miss: Miss, *, found: bool) -> NewMiss:
    was = "found" if found else "unknown"
    return NewMiss(url=miss.route.url, cause=miss.cause.value, evidence=miss.evidence, was=was)


def _judged(check: SiteCheck, *, pinned: bool) -> SiteCheck:
    """Give the status, and the reason of a failure in a sentence."""
    reasons = []
    if len(check.new) > check.allowed:
        over = f", {check.allowed} allowed" if check.allowed else ""
        plural = "" if len(check.new) == 1 else "es"
        reasons.append((Status.NEW_MISSES, f"{len(check.new)} new miss{plural}{over}"))
    below = check.limits.below(check.recall, found=check.found, truth=check.truth)
    if below is not None:
        reasons.append((Status.BELOW, below))
    if not reasons:
        return check if pinned else replace(check, status=Status.UNPINNED)
    told = "; ".join(reason for _, reason in reasons)
    return replace(check, status=reasons[0][0], reason=told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Addresses of any day as one truth compares them."""

    atlas: Atlas

    def of(self, url: str) -> str:
        """Give the key of the route that an address stands for, or the address's own."""
        route = self.atlas.route(url)
        return self.atlas.identity.keys(route.url if route else url).variant

    def all(self, urls: Iterable[str]) -> frozenset[str]:
        """Give the keys of many."""
        return frozenset(map(self.of, urls))
