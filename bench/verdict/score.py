"""Turns verdicts into figures: one row a site, one summary a group."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from bench.facts.truth import TruthVerdict
from bench.verdict.coverage import Coverage
from bench.verdict.crawlers import CrawlerScore, Entrant, crawler_scores
from bench.verdict.diagnose import by_cause, main_cause
from bench.verdict.identity import Tier
from bench.verdict.judge import Verdict
from bench.verdict.precision import Precision, precision_of
from bench.verdict.priorities import Counted, Gain, WhatIf, of_site, of_sites
from bench.verdict.scene import grouped
from bench.verdict.statistics import Interval, bootstrap, mean, wilson

SAMPLE_OF = 20
WORST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteScore:
    """One row of run.json; `recall` is null for a site that is not scored."""

    name: str
    group: str | None = None
    truth: int | None = None
    found: int | None = None
    recall: float | None = None
    recall_verified: float | None = None
    recall_all: float | None = None
    recall_by_level: Mapping[str, float] = field(default_factory=dict)
    precision: Precision | None = None
    expected: float | None = None
    fails_as_declared: bool = False
    home_static: float | None = None
    sitemap_only: float | None = None
    links_only: float | None = None
    regressions: Mapping[str, int] = field(default_factory=dict)
    misses_by_cause: Mapping[str, int] = field(default_factory=dict)
    main_cause: str | None = None
    forbidden: int = 0
    unrecorded: Mapping[str, int] = field(default_factory=dict)
    unrecorded_routes: int = 0
    sampled: bool = False
    comparable: bool = True
    verdict: str | None = None
    unscored: str | None = None
    failure: str | None = None
    skipped: str | None = None
    notes: tuple[str, ...] = ()
    tiers: Mapping[str, int] = field(default_factory=dict)
    what_if: tuple[WhatIf, ...] = ()
    coverage: Coverage | None = None
    seconds: Mapping[str, float | None] = field(default_factory=dict)
    error: Mapping[str, str | None] | None = None
    crawlers: tuple[CrawlerScore, ...] = ()

    @property
    def scored(self) -> bool:
        """Whether the site has a recall."""
        return self.recall is not None

    @property
    def perfect(self) -> bool:
        """Whether nothing was missed of a truth that is whole; never by rounding."""
        return (
            self.found is not None
            and self.found == self.truth
            and self.scored
            and not self.sampled
        )

    @property
    def weak_truth(self) -> bool:
        """Whether the oracle saw too little of what can be found."""
        return self.coverage is not None and self.coverage.weak

    def as_json(self) -> dict[str, Any]:
        """Give the row as run.json keeps it."""
        return asdict(self) | {"weak_truth": self.weak_truth}


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The figures of a whole run."""

    asked: int
    scored: int
    macro_recall: float | None
    micro_recall: float | None
    perfect: int
    unexplained: int
    tiers: Mapping[str, int] = field(default_factory=dict)
    what_if: tuple[Gain, ...] = ()
    weak_truths: int = 0
    macro_recall_strong: float | None = None

    def as_json(self) -> dict[str, Any]:
        """Give the summary as run.json keeps it."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScore:
    """The figures of one group; intervals as low and high."""

    name: str
    summary: Summary
    perfect_interval: Interval
    macro_bounds: Interval
    macro_interval: Interval | None
    worst: tuple[tuple[str, float], ...]
    unscored: tuple[tuple[str, str], ...]
    weak: tuple[tuple[str, float], ...]
    noted: Mapping[str, tuple[str, ...]]

    def as_json(self) -> dict[str, Any]:
        """Give the group as run.json keeps it."""
        return {
            "name": self.name,
            **asdict(self.summary),
            "perfect_interval": list(self.perfect_interval),
            "macro_bounds": list(self.macro_bounds),
            "macro_interval": list(self.macro_interval) if self.macro_interval else None,
            "worst": [{"name": name, "recall": recall} for name, recall in self.worst],
            "unscored": [{"name": name, "reason": reason} for name, reason in self.unscored],
        }


def row(verdict: Verdict, entrants: Sequence[Entrant] = ()) -> SiteScore:
    """Count one site into its row; a failed crawl with a truth counts 0.

    `entrants` are the crawlers that ran as commands.
    """
    site, truth, matched = verdict.site, verdict.truth, verdict.match
    bare = SiteScore(
        name=site.name,
        group=site.group,
        expected=site.expected.recall if site.expected else None,
        fails_as_declared=_fails_as_declared(verdict),
        verdict=truth.verdict.value if truth else None,
        unscored=verdict.unscored,
        failure=verdict.failure,
        skipped=site.skipped,
        notes=verdict.notes,
        seconds=dict(site.seconds),
        error=asdict(site.error) if site.error else None,
        crawlers=crawler_scores(entrants),
        unrecorded=dict(site.unrecorded.asked) if site.unrecorded else {},
        unrecorded_routes=len(matched.unrecorded),
    )
    if verdict.unscored or truth is None:
        return replace(bare, forbidden=len(matched.forbidden))
    permitted = matched.permitted
    everything = permitted + len(matched.forbidden)
    return replace(
        bare,
        truth=permitted,
        found=len(matched.found),
        recall=matched.recall,
        recall_verified=_recall_verified(verdict),
        recall_all=(len(matched.found) + len(matched.forbidden_found)) / everything,
        recall_by_level=_recall_by_level(verdict),
        precision=precision_of(verdict.checks.precision),
        home_static=_share(verdict.home_static, permitted),
        sitemap_only=_share(verdict.sitemap_only, permitted),
        links_only=_share(verdict.links_only, permitted),
        regressions={fault.value: len(lost) for fault, lost in verdict.regressions.items()},
        misses_by_cause=by_cause(verdict.misses),
        main_cause=main_cause(verdict.misses),
        forbidden=len(matched.forbidden),
        sampled=truth.sampled,
        comparable=verdict.comparable,
        tiers=_tiers(verdict),
        what_if=of_site(verdict.misses, len(matched.found), permitted=permitted),
        coverage=verdict.coverage,
    )


def summarise(rows: Iterable[SiteScore]) -> Summary:
    """Sum up rows; sites without a recall are asked, but not scored."""
    rows = tuple(rows)
    scored = [each for each in rows if each.recall is not None]
    truth = sum(each.truth or 0 for each in scored)
    return Summary(
        asked=len(rows),
        scored=len(scored),
        macro_recall=mean([each.recall for each in scored if each.recall is not None]),
        micro_recall=sum(each.found or 0 for each in scored) / truth if truth else None,
        perfect=sum(each.perfect for each in scored),
        unexplained=sum(each.misses_by_cause.get("unexplained", 0) for each in scored),
        tiers=_sums(each.tiers for each in scored),
        what_if=of_sites(map(_counted, scored)),
        weak_truths=sum(each.weak_truth for each in scored),
        macro_recall_strong=mean(
            [each.recall for each in scored if each.recall is not None and not each.weak_truth]
        ),
    )


def _counted(site: SiteScore) -> Counted:
    return Counted(truth=site.truth or 0, found=site.found or 0, what_if=site.what_if)


def _sums(tiers: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total = Counter[str]()
    for each in tiers:
        total.update(each)
    return {tier.value: total[tier] for tier in Tier if total[tier]}


def groups(rows: Iterable[SiteScore], *, samples: Collection[str] = ()) -> tuple[GroupScore, ...]:
    """Sum up each group, in the order of its first site; `samples` are drawn from more sites."""
    named: dict[str, list[SiteScore]] = {}
    for each in rows:
        named.setdefault(each.group or "", []).append(each)
    return tuple(_group(name, members, sample=name in samples) for name, members in named.items())


def _group(name: str, members: Sequence[SiteScore], *, sample: bool) -> GroupScore:
    summary = summarise(members)
    recalls = [each.recall for each in members if each.recall is not None]
    missing = len(members) - len(recalls)
    worst = sorted(
        ((each.name, each.recall) for each in members if each.recall is not None),
        key=lambda pair: pair[1],
    )
    return GroupScore(
        name=name,
        summary=summary,
        perfect_interval=wilson(summary.perfect, summary.scored),
        macro_bounds=Interval(
            sum(recalls) / len(members), (sum(recalls) + missing) / len(members)
        ),
        macro_interval=bootstrap(recalls) if sample and len(recalls) >= SAMPLE_OF else None,
        worst=tuple(pair for pair in worst if pair[1] < 1)[:WORST],
        unscored=tuple((each.name, each.unscored or "") for each in members if not each.scored),
        weak=tuple(
            (each.name, each.coverage.share)
            for each in members
            if each.coverage is not None and each.coverage.weak
        ),
        noted=grouped((note, each.name) for each in members for note in each.notes),
    )


def _recall_verified(verdict: Verdict) -> float | None:
    """Give the share listed and fetched alive; unknown where the crawler does not say."""
    if verdict.bare:
        return None
    verified = sum(found.verified for found in verdict.match.found)
    return verified / verdict.match.permitted


def _recall_by_level(verdict: Verdict) -> dict[str, float]:
    found = [each.route.level for each in verdict.match.found]
    levels = sorted({*found, *(route.level for route in verdict.match.missed)})
    missed = [route.level for route in verdict.match.missed]
    return {
        str(level): found.count(level) / (found.count(level) + missed.count(level))
        for level in levels
    }


def _tiers(verdict: Verdict) -> dict[str, int]:
    tiers = [found.tier for found in verdict.match.found]
    return {tier.value: tiers.count(tier) for tier in Tier if tier in tiers}


def _share(count: int | None, permitted: int) -> float | None:
    return None if count is None else count / permitted


def _fails_as_declared(verdict: Verdict) -> bool:
    """Whether the lab meant this site to have no truth."""
    expected, truth = verdict.site.expected, verdict.truth
    unusable = truth is None or truth.verdict is not TruthVerdict.OK
    return bool(expected and expected.fails and unusable)
