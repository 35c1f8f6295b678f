"""Makes a pin of a judged site, and says what a new pin would lose of an old one."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from bench.facts.inventory import Stop
from bench.facts.truth import Truth, TruthVerdict
from bench.gate.pins import Pin, home_of
from bench.gate.side import Side
from bench.report.words import some
from bench.verdict.judge import Verdict
from bench.verdict.score import row

MACHINE = frozenset({"serve", "sources", "reference", "category", "generator", "why", "group"})
"""What of a site's entry says where it lies or what it is called, and not how it is measured."""

SHORT = 16
NAMED = 3
"""How many lost routes a line names."""


def cut_short(verdict: Verdict) -> str | None:
    """Say why a site's measurement can be compared with nothing."""
    return next(_cuts(verdict), None)


def _cuts(verdict: Verdict) -> Iterator[str]:
    if verdict.site.skipped:
        yield f"skipped: {verdict.site.skipped}"
    elif verdict.unscored:
        if not _steadily_unscored(verdict):
            yield f"not measured: {verdict.unscored}"
    elif verdict.failure:
        yield f"the crawl failed: {verdict.failure}"
    elif verdict.site.unrecorded and verdict.site.unrecorded.flaws:
        yield f"the archive is damaged: {verdict.site.unrecorded.flaws[0]}"
    elif verdict.stop == Stop.UNFINISHED:
        yield "the crawl's record has no end: it was cut"
    elif not verdict.comparable:
        yield "the crawl was cut by seconds"
    elif verdict.truth and _cut_by_seconds(verdict.truth):
        yield "the oracle's visits were cut by seconds"


def _steadily_unscored(verdict: Verdict) -> bool:
    """Whether having no recall is what the site is like, and no mishap of the run."""
    truth = verdict.truth
    like_that = truth is not None and truth.verdict is not TruthVerdict.ERROR
    return like_that or row(verdict).fails_as_declared


def pin_of(verdict: Verdict, side: Side | None, *, run: str, started: str) -> Pin:
    """Pin a site; noise and kept files are the caller's to add."""
    truth, told = verdict.truth, row(verdict)
    root = (truth.landed or truth.root) if truth else str(verdict.site.entry.get("url") or "")
    return Pin(
        group=verdict.site.group,
        run=run,
        pinned=started,
        root=f"{home_of(root)}/" if root else "",
        recall=told.recall,
        unscored=verdict.unscored,
        sampled=told.sampled,
        crawler=side.inventory.crawler if side else None,
        settings=settings_of(verdict, side),
        digests=dict(verdict.site.digests),
        missed=tuple(sorted(route.url for route in verdict.match.missed)),
        found=tuple(sorted(found.route.url for found in verdict.match.found)),
    )


def settings_of(verdict: Verdict, side: Side | None) -> dict[str, str]:
    """Give a digest of what the site, the oracle and the crawler were each set to."""
    # What is not set is left out: a key that a later version adds changes nothing.
    entry = {
        key: value for key, value in verdict.site.entry.items() if value and key not in MACHINE
    }
    oracle = (side.truth.oracle, side.truth.settings) if side else None
    crawler = (side.inventory.crawler, side.inventory.settings) if side else None
    return {
        name: _digest(of)
        for name, of in {"entry": entry, "oracle": oracle, "crawler": crawler}.items()
    }


def losses(old: Pin, new: Pin) -> Iterator[str]:
    """Say what a new pin would lose of an old one."""
    if old.recall is not None and new.recall is None:
        yield f"recall {old.recall:.4g} would become none: {new.unscored}"
        return
    if new.sampled and not old.sampled:
        yield "the truth would be a sampled one"
    here = {*new.found, *new.missed}
    lost = {
        "found routes would be missed": {*old.found} & {*new.missed},
        # Whether the site dropped them or the oracle went blind is for a person to say.
        "routes would be gone from the truth": {*old.found, *old.missed} - here - {*old.unstable},
    }
    yield from (
        f"{len(urls)} {what}: {some(sorted(urls), NAMED)}" for what, urls in lost.items() if urls
    )
    if old.recall is not None and new.recall is not None and new.recall < old.recall:
        yield f"recall {old.recall:.4g} would become {new.recall:.4g}"
    if new.margin > old.margin:
        yield f"the noise margin {old.margin} would become {new.margin}"


def with_noise(pin: Pin, unstable: frozenset[str], *, margin: int, runs: int) -> Pin:
    """Add what base runs say of a site's noise."""
    return replace(pin, unstable=tuple(sorted(unstable)), margin=margin, base_runs=runs)


def age(pinned: str, now: datetime) -> str:
    """Say how old a pin is."""
    try:
        days = (now - datetime.fromisoformat(pinned)).days
    except (TypeError, ValueError):
        return "of unknown age"
    return "of today" if days < 1 else "1 day old" if days == 1 else f"{days} days old"


def _cut_by_seconds(truth: Truth) -> bool:
    return truth.sampled and truth.settings.get("seconds") is not None


def _digest(value: object) -> str:
    told = json.dumps(_plain(value), sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:SHORT]


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever JSON held
    return dict(value) if isinstance(value, Mapping) else value
