"""All that one run has to tell, counted and judged: what every renderer is fed with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.report.finding import Finding
from bench.verdict.crawlers import Standing
from bench.verdict.score import GroupScore, SiteScore, Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A run's rows and sums, its record as run.json keeps it, what is wrong, and check.json."""

    run: str
    rows: Sequence[SiteScore]
    groups: Sequence[GroupScore]
    total: Summary
    record: Mapping[str, Any]
    findings: Sequence[Finding] = ()
    check: Mapping[str, Any] | None = None
    crawlers: Sequence[Standing] = ()
