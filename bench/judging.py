"""Reads a measured site's files and has it judged; a file that cannot be read costs its site."""

from dataclasses import replace
from pathlib import Path

from bench.facts.inventory import Candidate, Inventory, Stop
from bench.facts.site import SiteError, SiteFacts, Stage
from bench.parts import Parts, read_parts
from bench.record import Unreadable, read_site
from bench.verdict.judge import Verdict, judge
from bench.work.sitefile import FILE


def judged(home: Path) -> Verdict:
    """Judge the site whose files lie in a folder.

    Raises:
        Unreadable: its site.json cannot be read.
    """
    site = read_site(home / FILE)
    parts = read_parts(home)
    for error in parts.damage:
        return judge(_broken(site, error), None, inventory=None, checks=None, witness=None)
    return _judged(site, parts)


def judged_bare(home: Path) -> Verdict:
    """Judge a site as if its crawler had only printed the addresses that it lists.

    Raises:
        Unreadable: a file cannot be read.
    """
    site = read_site(home / FILE)
    parts = read_parts(home).sound()
    told = parts.inventory
    listed = told.listed if told else ()
    candidates = tuple(Candidate(url=url, listed=True) for url in listed)
    printed = Inventory(candidates=candidates, stop=Stop.TOLD, bare=True) if told else None
    return _judged(site, replace(parts, inventory=printed))


def _judged(site: SiteFacts, parts: Parts) -> Verdict:
    return judge(
        site,
        parts.truth,
        inventory=parts.inventory,
        checks=parts.checks,
        witness=parts.witness,
    )


def _broken(site: SiteFacts, error: Unreadable) -> SiteFacts:
    detail = f"{error.file.name}: {error.what}"
    told = SiteError(stage=Stage.WORKER, reason="unreadable record", detail=detail)
    return replace(site, error=told)
