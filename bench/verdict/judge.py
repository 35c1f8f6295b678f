"""Judges one site from its stored records: pure, so that a stored run is judged again at will."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bench.facts.checks import Checks
from bench.facts.inventory import Inventory
from bench.facts.site import SiteFacts, Stage
from bench.facts.truth import Truth, TruthVerdict
from bench.facts.witness import Witness
from bench.verdict.atlas import atlas_of
from bench.verdict.channels import home_static, links_only, sitemap_only
from bench.verdict.coverage import Coverage, coverage
from bench.verdict.diagnose import Miss, diagnose
from bench.verdict.failure import failure_of
from bench.verdict.match import Match, hops_of, match
from bench.verdict.notes import notes_on
from bench.verdict.regressions import Regression, detect
from bench.verdict.robots import read_robots
from bench.verdict.scene import Scene
from bench.verdict.unrecorded import excused, lacking, put_aside


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """All that is known of one site; `unscored` says why it has no recall."""

    site: SiteFacts
    truth: Truth | None = None
    checks: Checks = field(default_factory=Checks)
    unscored: str | None = None
    failure: str | None = None
    stop: str | None = None
    comparable: bool = True
    bare: bool = False
    match: Match = field(default_factory=Match)
    misses: tuple[Miss, ...] = ()
    regressions: Mapping[Regression, tuple[str, ...]] = field(default_factory=dict)
    home_static: int | None = None
    sitemap_only: int | None = None
    links_only: int | None = None
    notes: tuple[str, ...] = ()
    coverage: Coverage | None = None


def judge(
    site: SiteFacts,
    truth: Truth | None,
    *,
    inventory: Inventory | None,
    checks: Checks | None,
    witness: Witness | None,
) -> Verdict:
    """Judge one site; what could not be measured is None."""
    notes = notes_on(site, checks, witness)
    checks = checks or Checks()
    failure = None if site.skipped else failure_of(inventory, _crawl_error(site))
    if reason := _unusable(site, truth):
        return Verdict(site=site, truth=truth, checks=checks, unscored=reason, failure=failure)
    assert truth is not None  # noqa: S101 - for the type checker: it would be unusable
    truth = excused(truth, site)
    told = inventory or Inventory()
    atlas = atlas_of(truth).with_hops(hops_of(told))
    matched = put_aside(match(atlas, told, read_robots(checks.robots)), site)
    probes = checks.precision.sample if checks.precision else ()
    lost = {} if failure else detect(truth, atlas, matched, told.listed, probes=probes)
    scene = Scene(
        truth=truth,
        atlas=atlas,
        match=matched,
        inventory=told,
        witness=witness,
        regressions=lost,
        failure=failure,
    )
    return Verdict(
        site=site,
        truth=truth,
        checks=checks,
        unscored=None if matched.permitted else _nothing_permitted(matched),
        failure=failure,
        stop=told.stop if inventory else None,
        comparable=told.comparable,
        bare=told.bare,
        match=matched,
        misses=diagnose(scene),
        regressions=lost,
        home_static=home_static(truth, atlas, matched, witness),
        sitemap_only=sitemap_only(atlas, matched, told),
        links_only=links_only(atlas, matched, told),
        notes=notes,
        coverage=coverage(atlas, checks.pool),
    )


def _unusable(site: SiteFacts, truth: Truth | None) -> str | None:
    """Say why there is no truth to judge against."""
    if site.skipped:
        return site.skipped
    if truth is None:
        return _error(site) or "no truth was written"
    if truth.verdict is TruthVerdict.OK:
        return None
    if truth.root in lacking(site):
        return f"not in the recording: {truth.root}"
    return f"{truth.verdict}: {truth.reason or 'no reason given'}"


def _error(site: SiteFacts) -> str | None:
    if site.error is None:
        return None
    detail = f" ({site.error.detail})" if site.error.detail else ""
    return f"{site.error.stage}: {site.error.reason}{detail}"


def _crawl_error(site: SiteFacts) -> str | None:
    """Give the error that left no answer of the crawler; checks that failed cost it nothing."""
    left = site.error is None or site.error.stage in {Stage.CHECKS, Stage.ORACLE}
    return None if left else _error(site)


def _nothing_permitted(matched: Match) -> str:
    if matched.unrecorded:
        return f"not in the recording: what leads to all {len(matched.unrecorded)} routes"
    if matched.forbidden:
        return f"robots.txt forbids all {len(matched.forbidden)} routes"
    return "empty: the oracle found no route"
