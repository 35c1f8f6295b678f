"""Reads a measured site's files and has it judged; a file that cannot be read costs its site."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from bench.facts.inventory import Candidate, Inventory, Stop
from bench.facts.site import SiteError, SiteFacts, Stage
from bench.record import (
    Unreadable,
    read_checks,
    read_inventory,
    read_site,
    read_truth,
    read_witness,
)
from bench.verdict.judge import Verdict, judge
from bench.work.sitefile import FILE

Record = TypeVar("Record")


def judged(home: Path) -> Verdict:
    """Judge the site whose files lie in a folder.

    Raises:
        Unreadable: its site.json cannot be read.
    """
    site = read_site(home / FILE)
    try:
        return judge(
            site,
            _if_there(home / "truth.json", read_truth),
            inventory=_if_there(home / "inventory.jsonl", read_inventory),
            checks=_if_there(home / "checks.json", read_checks),
            witness=_if_there(home / "witness.zip", read_witness),
        )
    except Unreadable as error:
        return judge(_broken(site, error), None, inventory=None, checks=None, witness=None)


def judged_bare(home: Path) -> Verdict:
    """Judge a site as if its crawler had only printed the addresses that it lists.

    Raises:
        Unreadable: a file cannot be read.
    """
    told = _if_there(home / "inventory.jsonl", read_inventory)
    listed = told.listed if told else ()
    candidates = tuple(Candidate(url=url, listed=True) for url in listed)
    return judge(
        read_site(home / FILE),
        _if_there(home / "truth.json", read_truth),
        inventory=Inventory(candidates=candidates, stop=Stop.TOLD, bare=True) if told else None,
        checks=_if_there(home / "checks.json", read_checks),
        witness=_if_there(home / "witness.zip", read_witness),
    )


def _if_there(path: Path, read: Callable[[Path], Record]) -> Record | None:
    return read(path) if path.is_file() else None


def _broken(site: SiteFacts, error: Unreadable) -> SiteFacts:
    detail = f"{error.file.name}: {error.what}"
    told = SiteError(stage=Stage.WORKER, reason="unreadable record", detail=detail)
    return replace(site, error=told)
