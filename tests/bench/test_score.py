"""Scoring: what counts, what does not, and what is said of a group."""

import json
from dataclasses import replace

import pytest

from bench.facts.checks import Checks, Liveness, PrecisionSample, Probe
from bench.facts.inventory import Inventory, Stop
from bench.facts.site import Expected, SiteError, SiteFacts, Stage
from bench.facts.truth import TruthVerdict
from bench.verdict.judge import Verdict
from bench.verdict.score import SiteScore, groups, row, summarise
from bench.verdict.statistics import Interval, wilson
from tests.bench.strategies import (
    SITEMAP,
    at,
    bare,
    fetched,
    inventory,
    judged,
    pending,
    robots,
    route,
    seed,
    served,
    sighting,
    truth,
)

TWO = truth(route("/a"), route("/b"), route("/a/1", sighting("/a/1", "/a")))
BY_SITEMAP = replace(pending("/b"), channels=("link", "sitemap"))


def site(**more: object) -> SiteFacts:
    return SiteFacts(**{"name": "a", "group": "lab", **more})  # type: ignore[arg-type] # a row's columns


def test_the_figures_of_a_site() -> None:
    told = inventory(seed(), fetched("/a/"), BY_SITEMAP, sitemaps=(SITEMAP,))
    score = row(judged(TWO, told, served("/", '<a href="/a">'), site=site()))
    assert (score.truth, score.found, score.recall) == (3, 2, 2 / 3)
    assert score.recall_verified == pytest.approx(1 / 3)
    assert score.recall_by_level == {"1": 1.0, "2": 0.0}
    assert score.home_static == pytest.approx(1 / 3)
    assert score.sitemap_only == pytest.approx(1 / 3)
    assert score.tiers == {"exact": 1, "spelling": 1}
    assert score.misses_by_cause == {"not-extracted": 1}
    assert not score.perfect
    json.dumps(score.as_json())


def test_what_is_unknown_is_none() -> None:
    score = row(judged(TWO, bare("/a"), site=site()))
    assert (score.recall_verified, score.home_static, score.sitemap_only) == (None, None, None)
    assert score.precision is None
    no_sitemap = inventory(fetched("/a"), sitemaps=(replace(SITEMAP, ok=False),))
    assert row(judged(TWO, no_sitemap)).sitemap_only is None


def test_forbidden_routes_count_in_recall_all_alone() -> None:
    checks = robots("User-agent: *\nDisallow: /b")
    score = row(judged(TWO, bare("/a", "/a/1"), checks=checks))
    assert (score.recall, score.recall_all, score.forbidden) == (1.0, 2 / 3, 1)
    assert score.perfect


def test_perfect_is_all_of_a_whole_truth() -> None:
    everything = bare("/a", "/b", "/a/1")
    assert row(judged(TWO, everything)).perfect
    sampled = row(judged(replace(TWO, sampled=True), everything))
    assert sampled.recall == 1
    assert not sampled.perfect
    many = truth(*(route(f"/{n}") for n in range(3000)))
    nearly = row(judged(many, bare(*(f"/{n}" for n in range(2999)))))
    assert nearly.recall == pytest.approx(1, abs=1e-3)
    assert not nearly.perfect


def test_precision_leaves_out_what_could_not_be_told() -> None:
    verdicts = [Liveness.ALIVE] * 3 + [Liveness.DEAD, Liveness.UNKNOWN]
    probes = tuple(Probe(url=at(f"/{n}"), verdict=each) for n, each in enumerate(verdicts))
    checks = Checks(precision=PrecisionSample(beyond=9, sample=probes))
    precision = row(judged(TWO, bare(*(f"/{n}" for n in range(5))), checks=checks)).precision
    assert precision
    assert (precision.share, precision.sample) == (0.75, 4)
    assert (precision.low, precision.high) == wilson(3, 4)


FAILED = SiteError(stage=Stage.CRAWLER, reason="died")
NOT_SCORED: list[tuple[str, Verdict, str]] = [
    ("no truth", judged(None, bare(), site=site()), "no truth was written"),
    (
        "the oracle failed",
        judged(None, None, site=site(error=SiteError(stage=Stage.ORACLE, reason="no browser"))),
        "oracle: no browser",
    ),
    (
        "a bot wall",
        judged(replace(TWO, verdict=TruthVerdict.BLOCKED, reason="a challenge"), bare()),
        "blocked: a challenge",
    ),
    ("no route", judged(truth(), bare()), "empty: the oracle found no route"),
    (
        "all forbidden",
        judged(TWO, bare("/a"), checks=robots("User-agent: *\nDisallow: /")),
        "robots.txt forbids all 3 routes",
    ),
    ("not installed", judged(None, None, site=site(skipped="apt-get install x-doc")), "apt-get"),
]


@pytest.mark.parametrize(
    ("verdict", "reason"), [case[1:] for case in NOT_SCORED], ids=[case[0] for case in NOT_SCORED]
)
def test_sites_without_a_truth_are_named_and_not_scored(verdict: Verdict, reason: str) -> None:
    score = row(verdict)
    assert (score.scored, score.perfect) == (False, False)
    assert reason in str(score.unscored)
    (group,) = groups([score])
    assert (group.summary.asked, group.summary.scored) == (1, 0)
    assert group.unscored == (("a", score.unscored),)
    assert group.macro_bounds == Interval(0.0, 1.0)
    assert summarise([score]).macro_recall is None


def test_a_failed_crawl_counts_nothing_found() -> None:
    score = row(judged(TWO, None, site=site(error=FAILED)))
    assert (score.scored, score.recall, score.misses_by_cause) == (True, 0.0, {"seed-failed": 3})
    assert score.error == {"stage": "crawler", "reason": "died", "detail": None}
    assert "died" in str(score.failure)


def test_checks_that_failed_do_not_cost_a_crawl() -> None:
    error = SiteError(stage=Stage.CHECKS, reason="timeout")
    score = row(judged(TWO, bare("/a", "/b", "/a/1"), site=site(error=error)))
    assert score.recall == 1
    assert score.failure is None


def test_a_site_that_fails_as_the_lab_declares() -> None:
    declared = site(expected=Expected(fails="nothing answers"))
    down = truth(verdict=TruthVerdict.ERROR, reason="refused")
    failed = Inventory(stop=Stop.SEED_FAILED)
    assert row(judged(down, failed, site=declared)).fails_as_declared
    assert not row(judged(TWO, failed, site=declared)).fails_as_declared


def scored(name: str, found: int, truth: int, *, group: str = "docs") -> SiteScore:
    return SiteScore(name=name, group=group, found=found, truth=truth, recall=found / truth)


def test_the_figures_of_a_group() -> None:
    rows = [
        scored("big", 90, 100),
        scored("small", 1, 1),
        scored("bad", 0, 10),
        SiteScore(name="wall", group="docs", unscored="blocked: a challenge"),
        scored("other", 1, 1, group="lab"),
    ]
    docs, lab = groups(rows)
    assert (docs.name, lab.name) == ("docs", "lab")
    assert docs.summary.macro_recall == pytest.approx(1.9 / 3)
    assert docs.summary.micro_recall == pytest.approx(91 / 111)
    assert docs.summary.perfect == 1
    assert docs.perfect_interval == wilson(1, 3)
    assert docs.macro_bounds == pytest.approx((1.9 / 4, 2.9 / 4))
    assert docs.macro_interval is None
    assert docs.worst == (("bad", 0.0), ("big", 0.9))
    assert summarise(rows).asked == 5
    json.dumps([docs.as_json(), summarise(rows).as_json()])


def test_an_interval_of_the_mean_needs_a_sample_and_twenty_sites() -> None:
    rows = [scored(f"s{n}", n % 3, 2 + n % 3, group="public") for n in range(20)]
    assert groups(rows)[0].macro_interval is None
    assert groups(rows[:-1], samples={"public"})[0].macro_interval is None
    interval = groups(rows, samples={"public"})[0].macro_interval
    assert interval
    assert interval.low < (summarise(rows).macro_recall or 0) < interval.high


def test_unexplained_misses_are_summed() -> None:
    rows = [replace(scored("a", 1, 3), misses_by_cause={"unexplained": 2}), scored("b", 1, 1)]
    assert summarise(rows).unexplained == 2
