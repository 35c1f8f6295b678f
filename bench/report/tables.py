"""Writes sites.csv and misses.csv: one row a site, one row a missed route."""

from collections.abc import Iterable
from typing import Any

import pandas as pd

from bench.facts.truth import Phase
from bench.report.words import plain
from bench.verdict.causes import Cause
from bench.verdict.diagnose import Miss
from bench.verdict.identity import Tier
from bench.verdict.judge import Verdict
from bench.verdict.regressions import Regression
from bench.verdict.score import SiteScore

_PLAIN = (
    "name group truth found recall recall_verified recall_all expected home_static sitemap_only"
    " main_cause forbidden sampled comparable verdict unscored failure skipped"
)
_MISS = "site group url level cause root_cause evidence blockers ancestor phase page label action"
MISSES = tuple(_MISS.split())
MISSES_HEAD = f"{','.join(MISSES)}\n"

# What makes a spreadsheet take a cell for a formula, also in its wide forms.
_FORMULA = tuple("=+-@\uff1d\uff0b\uff0d\uff20")


def sites_csv(rows: Iterable[SiteScore]) -> str:
    """Write every figure of every site, mappings spread over columns of their own."""
    return _csv([_site(row) for row in rows], _site(SiteScore(name="")))


def miss_lines(verdict: Verdict) -> str:
    """Write the misses of one site as lines of misses.csv."""
    misses = [_miss(verdict, miss) for miss in verdict.misses]
    return _csv(misses, MISSES).partition("\n")[2]


def _csv(rows: list[dict[str, Any]], head: Iterable[str]) -> str:
    head = list(head)
    told = [[cell(row[column]) for column in head] for row in rows]
    return str(pd.DataFrame(told, columns=head, dtype=object).to_csv(index=False))


def cell(value: object) -> object:
    """Keep foreign text on its line, and from being read as a formula by a spreadsheet."""
    if not isinstance(value, str):
        return value
    text = plain(value)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


def _site(row: SiteScore) -> dict[str, Any]:
    told = row.as_json()
    precision = told["precision"] or {}
    return {
        **{name: told[name] for name in _PLAIN.split()},
        **{f"recall_level_{level}": row.recall_by_level.get(level) for level in ("1", "2")},
        **{
            f"precision_{part}": precision.get(part) for part in ("share", "low", "high", "sample")
        },
        **{f"regression_{fault}": row.regressions.get(fault, 0) for fault in Regression},
        **{f"miss_{cause}": row.misses_by_cause.get(cause, 0) for cause in Cause},
        **{f"tier_{tier}": row.tiers.get(tier, 0) for tier in Tier},
        **{
            f"seconds_{stage}": row.seconds.get(stage) for stage in ("oracle", "crawler", "checks")
        },
        **{f"error_{part}": (row.error or {}).get(part) for part in ("stage", "reason", "detail")},
    }


def _miss(verdict: Verdict, miss: Miss) -> dict[str, Any]:
    phases = tuple(Phase)
    sightings = sorted(miss.route.sightings, key=lambda each: phases.index(each.phase))
    first = sightings[0] if sightings else None
    told = (
        verdict.site.name,
        verdict.site.group,
        miss.route.url,
        miss.route.level,
        miss.cause.value,
        miss.root_cause.value,
        miss.evidence,
        " ".join(blocker.cause.value for blocker in miss.blockers),
        miss.ancestor,
        first.phase.value if first else None,
        first.page if first else None,
        first.label if first else None,
        first.action if first else None,
    )
    return dict(zip(MISSES, told, strict=True))
