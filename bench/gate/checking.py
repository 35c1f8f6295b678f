"""`bench check`'s job: a stored run against a baseline; writes check.json, touches no site."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from bench.exits import Exit, Stop, first
from bench.gate.attributing import Measured, attributed
from bench.gate.check import ABSENT, SiteCheck, Status, absent, check_site
from bench.gate.file import load
from bench.gate.kept import folder_of
from bench.gate.pin import age, cut_short
from bench.gate.pinning import verdict_of
from bench.gate.pins import Baseline
from bench.review import asked
from bench.sites.choice import limits_of
from bench.sites.limits import Asked, Limits
from bench.store import RunFolder, read_json, write_json
from bench.work.sitefile import FILE

SCHEMA = 1
CHECK = "check.json"

CODES: Mapping[Status, Exit] = {
    Status.NEW_MISSES: Exit.MISSED,
    Status.BELOW: Exit.MISSED,
    Status.INCOMPARABLE: Exit.UNMEASURED,
    Status.UNPINNED: Exit.OK,
    Status.OK: Exit.OK,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is checked against what."""

    run: RunFolder
    baseline: Path
    bases: Sequence[RunFolder] = ()
    groups: Collection[str] = ()
    sites: Collection[str] = ()
    asked: Asked = field(default_factory=Asked)

    def wants(self, name: str, group: str | None) -> bool:
        """Whether a site is to be checked."""
        return (not self.sites or name in self.sites) and (
            not self.groups or (group or "") in self.groups
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """All sites against their pins."""

    run: str
    baseline: str
    age: str
    pins: int
    frozen: bool
    sites: tuple[SiteCheck, ...]

    @property
    def code(self) -> Exit:
        """The code to end with: what the sites' statuses ask for."""
        return first(CODES[site.status] for site in self.sites)

    def as_json(self) -> dict[str, Any]:
        """Give the check as check.json keeps it."""
        statuses = [site.status for site in self.sites]
        return {
            "schema": SCHEMA,
            "run": self.run,
            "baseline": self.baseline,
            "age": self.age,
            "pins": self.pins,
            "frozen": self.frozen,
            "code": int(self.code),
            "counts": {status.value: statuses.count(status) for status in Status},
            "sites": [site.as_json() for site in self.sites],
        }


def check(question: Question, *, now: datetime) -> Checked:
    """Check a run against a baseline, and keep the answer beside the run's tables.

    Raises:
        Stop: run or baseline cannot be read, or a site or group does not exist.
    """
    baseline = load(question.baseline)
    _refuse_strangers(question, baseline)
    sites = tuple(_sites(question, baseline))
    question.asked.check(site.group or "" for site in sites)
    newest = max((pin.pinned for pin in baseline.sites.values()), default="")
    oldest = min((pin.pinned for pin in baseline.sites.values()), default="")
    told = age(oldest, now)
    if age(newest, now) != told:
        told = f"between {age(newest, now)} and {told}"
    checked = Checked(
        run=question.run.id,
        baseline=str(question.baseline),
        age=told,
        pins=len(baseline.sites),
        frozen=is_frozen(read_json(question.run.record)),
        sites=sites,
    )
    write_json(question.run.path / CHECK, checked.as_json())
    return checked


def is_frozen(record: Any) -> bool:  # noqa: ANN401 - whatever run.json holds
    """Whether a run took its truths from store."""
    return bool((record or {}).get("settings", {}).get("truths"))


def _sites(question: Question, baseline: Baseline) -> Iterator[SiteCheck]:
    run, names = question.run, asked(question.run)
    record: Any = read_json(run.record) or {}
    frozen = is_frozen(record)
    limits = limits_of(record)
    for name in names:
        pin = baseline.sites.get(name)
        if not (run.site(name) / FILE).is_file():
            if pin and question.wants(name, pin.group):
                yield absent(name, pin, f"not measured yet; go on with: {run.taken_up}")
            continue
        verdict = verdict_of(run, name)
        if not question.wants(name, verdict.site.group):
            continue
        floor = question.asked.over(limits.get(name, Limits()), verdict.site.group)
        base = tuple(_missed_on_base(question.bases, name))
        told = check_site(verdict, pin, base=base, limits=floor)
        if pin is not None:
            measured = Measured(verdict=verdict, home=run.site(name), frozen=frozen)
            told = attributed(told, pin, folder_of(question.baseline), measured)
        yield told
    for name, pin in baseline.sites.items():
        if name not in names and question.wants(name, pin.group):
            yield absent(name, pin, ABSENT)


def _missed_on_base(bases: Sequence[RunFolder], name: str) -> Iterator[str]:
    """Yield what runs of the base branch miss; a run cut short says nothing."""
    for run in bases:
        if (run.site(name) / FILE).is_file():
            verdict = verdict_of(run, name)
            if cut_short(verdict) is None:
                yield from (route.url for route in verdict.match.missed)


def _refuse_strangers(question: Question, baseline: Baseline) -> None:
    known = (*asked(question.run), *baseline.sites)
    lines = [f"no site called {name}" for name in question.sites if name not in known]
    if lines:
        raise Stop(Exit.USAGE, *lines)
