"""Counts a run into what the page's charts and tables draw."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bench.report.told import Told
from bench.verdict.score import SiteScore
from bench.verdict.statistics import mean

CHANNELS = (
    ("homepage alone", "home_static"),
    ("sitemap alone", "sitemap_only"),
    ("links alone", "links_only"),
    ("all together", "recall"),
)
# What a band holds: from its floor up to the floor of the one above it.
BANDS = (
    ("100", 1.0),
    ("99+", 0.99),
    ("95+", 0.95),
    ("90+", 0.90),
    ("75+", 0.75),
    ("50+", 0.50),
    ("<50", 0.0),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """Recall over runs, oldest first; the mean only of runs that scored the same sites."""

    runs: Sequence[Mapping[str, str]] = ()
    means: Sequence[float | None] = ()
    sites: Mapping[str, Sequence[float | None]] = field(default_factory=dict)
    moved: Mapping[str, Sequence[bool]] = field(default_factory=dict)


def status(row: SiteScore) -> str:
    """Say in a word how a site stands."""
    if row.skipped:
        return "skipped"
    if not row.scored:
        return "as declared" if row.fails_as_declared else "not scored"
    if row.failure:
        return "crawl failed"
    if row.regressions:
        return "regressed"
    if row.recall == 1:
        return "sampled" if row.sampled else "perfect"
    return "misses"


def sums(rows: Iterable[SiteScore]) -> dict[str, int]:
    """Add up the routes of all scored sites."""
    scored = [row for row in rows if row.scored]
    truth, found = (sum(getattr(row, key) or 0 for row in scored) for key in ("truth", "found"))
    return {"truth": truth, "found": found, "misses": truth - found}


def bands(rows: Iterable[SiteScore]) -> list[dict[str, Any]]:
    """Count sites by band of recall, and those without a recall."""
    rows = list(rows)
    counts = dict.fromkeys((label for label, _ in BANDS), 0)
    for row in rows:
        if row.recall is not None:
            counts[next(label for label, floor in BANDS if row.recall >= floor)] += 1
    counts["none"] = sum(row.recall is None for row in rows)
    return [{"band": label, "sites": count} for label, count in counts.items()]


def channels(rows: Iterable[SiteScore]) -> list[dict[str, Any]]:
    """Give recall by channel: the mean over the sites where it is known, and their number."""
    told = [row.as_json() for row in rows if row.scored]
    return list(_means((label, [each.get(key) for each in told]) for label, key in CHANNELS))


def levels(rows: Iterable[SiteScore]) -> list[dict[str, Any]]:
    """Give recall by level: the mean over the sites that have one."""
    told = [row.recall_by_level for row in rows if row.scored]
    return list(
        _means((f"level {level}", [each.get(level) for each in told]) for level in ("1", "2"))
    )


def causes(rows: Iterable[SiteScore]) -> list[dict[str, Any]]:
    """Count misses by cause over all sites, most first."""
    counts: dict[str, list[int]] = {}
    for row in rows:
        for cause, lost in row.misses_by_cause.items():
            counts.setdefault(cause, []).append(lost)
    told = [
        {"cause": cause, "misses": sum(lost), "sites": len(lost)} for cause, lost in counts.items()
    ]
    return sorted(told, key=lambda each: -int(each["misses"]))


def tiers(rows: Iterable[SiteScore]) -> dict[str, int]:
    """Count matches by tier over all sites."""
    counts: dict[str, int] = {}
    for row in rows:
        for tier, count in row.tiers.items():
            counts[tier] = counts.get(tier, 0) + count
    return counts


def trend(told: Told, remembered: Iterable[Mapping[str, str]], *, longest: int = 60) -> Trend:
    """Lay the runs of a history side by side for the sites of this run."""
    names = [row.name for row in told.rows]
    runs: dict[str, dict[str, Mapping[str, str]]] = {}
    for each in remembered:
        runs.setdefault(each["run"], {})[each["site"]] = each
    runs = dict([pair for pair in runs.items() if pair[1].keys() & set(names)][-longest:])
    scored = {row.name for row in told.rows if row.scored}
    return Trend(
        runs=[_head(run, sites) for run, sites in runs.items()],
        means=[_mean(sites, scored) for sites in runs.values()],
        sites={
            name: [_share(sites.get(name, {}).get("recall")) for sites in runs.values()]
            for name in names
        },
        moved={name: _moved([sites.get(name) for sites in runs.values()]) for name in names},
    )


def _means(parts: Iterable[tuple[str, list[float | None]]]) -> Iterable[dict[str, Any]]:
    for label, shares in parts:
        known = [share for share in shares if share is not None]
        if known:
            yield {"label": label, "recall": mean(known), "sites": len(known)}


def _head(run: str, sites: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    first = next(iter(sites.values()))
    return {"run": run, "started": first["started"], "version": first["version"]}


def _mean(sites: Mapping[str, Mapping[str, str]], scored: set[str]) -> float | None:
    shares = [_share(sites[name]["recall"]) for name in scored if name in sites]
    known = [share for share in shares if share is not None]
    return mean(known) if known and len(known) == len(scored) else None


def _moved(rows: Sequence[Mapping[str, str] | None]) -> list[bool]:
    """Tell at which runs a site's truth was another than before."""
    told, before = [], ""
    for row in rows:
        digest = (row or {}).get("truth_digest", "")
        told.append(bool(before and digest and digest != before))
        before = digest or before
    return told


def _share(text: str | None) -> float | None:
    try:
        share = float(text or "")
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None
