"""What check.json says of a run against its baseline, as the page tells it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.report.words import percent

SCHEMA = 1
SHOWN = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One site that differs from its pin, or may not pass."""

    name: str
    status: str
    reason: str
    pinned: str
    recall: str
    counts: Mapping[str, int]
    blames: str
    new: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """A run against its baseline; `same` sites are as they were pinned."""

    baseline: str
    age: str
    rows: tuple[Row, ...]
    same: int


def gate(check: Mapping[str, Any] | None) -> Gate | None:
    """Read check.json; None where there is none, or one of a schema that is not known."""
    if not isinstance(check, dict) or check.get("schema") != SCHEMA:
        return None
    sites = check.get("sites") or ()
    rows = [_row(site) for site in sites]
    told = tuple(row for row in rows if row.status != "ok" or any(row.counts.values()))
    return Gate(
        baseline=str(check.get("baseline") or ""),
        age=str(check.get("age") or ""),
        rows=told,
        same=len(rows) - len(told),
    )


def _row(site: Mapping[str, Any]) -> Row:
    new = site.get("new") or ()
    blames = site.get("blames") or {}
    return Row(
        name=str(site.get("name")),
        status=str(site.get("status")),
        reason=str(site.get("reason") or ""),
        pinned=percent(site.get("pinned")),
        recall=percent(site.get("recall")),
        counts={key: len(site.get(key) or ()) for key in ("new", "fixed", "gone")},
        blames=", ".join(f"{blame} {count}" for blame, count in blames.items()),
        new=tuple(
            (str(each.get("url")), str(each.get("cause")), str(each.get("evidence") or ""))
            for each in new[:SHOWN]
        ),
    )
