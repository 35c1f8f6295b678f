"""Adds blame to a checked site, from the baseline's kept files and the run's own."""

import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bench.exits import Exit, Stop
from bench.gate.attribution import Change, changes, crossed, unseparated
from bench.gate.blame import What
from bench.gate.check import SiteCheck
from bench.gate.pin import settings_of
from bench.gate.pins import Pin
from bench.gate.side import Side
from bench.gate.sides import kept_side, side_at
from bench.record import Unreadable
from bench.verdict.judge import Verdict

PARTS = {
    "entry": "the site's entry (budget, hosts, paths) is not what it was",
    "oracle": "the oracle's settings or version are not what they were",
    "crawler": "the crawler's settings or version are not what they were",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A site of the run: its verdict, its files, and whether its truth came from store."""

    verdict: Verdict
    home: Path
    frozen: bool


def attributed(check: SiteCheck, pin: Pin, folder: Path, measured: Measured) -> SiteCheck:
    """Say who lost what; a site that lost nothing, not even of its truth, is left as it is.

    Raises:
        Stop: a kept file is damaged.
    """
    fell = check.recall is not None and check.pinned is not None and check.recall < check.pinned
    if not (check.new or fell or check.gone):
        return check
    after = side_at(measured.home, frozen=measured.frozen)
    with tempfile.TemporaryDirectory(prefix="bench-") as scratch:
        try:
            before = kept_side(pin, folder, Path(scratch))
        except Unreadable as error:
            raise Stop(Exit.USAGE, str(error)) from error
        told = _changes(check, before, after)
        matrix = crossed(before, after) if before and after else None
    mine = {miss.url for miss in check.new}
    culprits = [each for each in told if (fell and not mine) or each.url in mine]
    return replace(
        check,
        changes=told,
        crossed=matrix,
        blames=dict(Counter(each.blame.value for each in culprits).most_common()),
        notes=tuple(_notes(pin.settings, settings_of(measured.verdict, after))),
    )


def _changes(check: SiteCheck, before: Side | None, after: Side | None) -> tuple[Change, ...]:
    """Blame what moved; each new miss has its change, whatever is known of it."""
    told = changes(before, after) if before and after else ()
    blamed = {each.url for each in told if each.what is not What.GONE}
    rest = [miss for miss in check.new if miss.url not in blamed]
    return (
        *told,
        *unseparated(
            [miss.url for miss in rest if miss.was == "found"],
            [miss.url for miss in rest if miss.was != "found"],
            kept=before is not None,
        ),
    )


def _notes(then: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    return [told for part, told in PARTS.items() if then.get(part) != now.get(part)]
