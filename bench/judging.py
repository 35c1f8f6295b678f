"""Reads a measured site's files and has it judged; a file that cannot be read costs its site."""

from dataclasses import replace
from pathlib import Path

from bench.crawls import Crawls, read_crawls
from bench.facts.checks import Checks
from bench.facts.inventory import Candidate, Inventory, Stop
from bench.facts.site import SiteError, SiteFacts, Stage
from bench.parts import Parts, read_parts
from bench.record import Unreadable, read_site
from bench.sites.nodes import near
from bench.verdict.crawlers import Entrant
from bench.verdict.judge import Verdict, judge
from bench.work.sitefile import FILE


def judged(home: Path) -> Verdict:
    """Judge the site whose files lie in a folder.

    Raises:
        Unreadable: its site.json cannot be read.
    """
    return _subject(home)[0]


def judged_all(home: Path) -> tuple[Verdict, tuple[Entrant, ...]]:
    """Judge a site, and beside it each crawler that ran as a command, by its addresses alone.

    Raises:
        Unreadable: its site.json cannot be read.
    """
    verdict, parts, crawls = _subject(home)
    names = () if parts.damage else verdict.site.crawler_names
    return verdict, tuple(_entrant(name, verdict.site, parts, crawls) for name in names)


def judged_crawler(home: Path, crawler: str) -> Verdict:
    """Judge what one crawler listed of a site.

    Raises:
        Unreadable: a file cannot be read, or the crawler did not take part.
    """
    site = read_site(home / FILE)
    if crawler not in site.crawler_names:
        known = near(crawler, site.crawler_names)
        raise Unreadable(home / FILE, f"no crawler called {crawler} took part{known}")
    crawls = read_crawls(home, site.crawler_names)
    return _entrant(crawler, site, read_parts(home).sound(), crawls).verdict


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
    return _judged(site, replace(parts, inventory=printed), Crawls())


def _subject(home: Path) -> tuple[Verdict, Parts, Crawls]:
    """Judge a site alone, and give what else was read on the way."""
    site = read_site(home / FILE)
    parts = read_parts(home)
    for error in parts.damage:
        broken = judge(_broken(site, error), None, inventory=None, checks=None, witness=None)
        return broken, parts, Crawls()
    crawls = read_crawls(home, site.crawler_names)
    return _judged(site, parts, crawls), parts, crawls


def _entrant(name: str, site: SiteFacts, parts: Parts, crawls: Crawls) -> Entrant:
    checks = parts.checks or Checks()
    own = replace(checks, precision=checks.crawlers.get(name), pool=None)
    listed = replace(parts, inventory=crawls.listed.get(name), checks=own)
    return Entrant(name=name, verdict=_judged(site, listed, crawls), facts=crawls.facts.get(name))


def _judged(site: SiteFacts, parts: Parts, crawls: Crawls) -> Verdict:
    return judge(
        site,
        parts.truth,
        inventory=parts.inventory and crawls.told(parts.inventory),
        checks=parts.checks,
        witness=parts.witness,
    )


def _broken(site: SiteFacts, error: Unreadable) -> SiteFacts:
    detail = f"{error.file.name}: {error.what}"
    told = SiteError(stage=Stage.WORKER, reason="unreadable record", detail=detail)
    return replace(site, error=told)
