"""Finds the site and the address that somebody asks about in a stored run, and tells the story."""

from dataclasses import dataclass
from pathlib import Path

from bench.crawls import home_of
from bench.exits import Exit, Stop
from bench.facts.crawl import INVENTORY, LISTED
from bench.judging import judged, judged_crawler
from bench.record import Unreadable, read_inventory
from bench.report.misses import listing
from bench.report.story import gains, told
from bench.review import asked
from bench.sites.crawler import ALIASES
from bench.sites.nodes import near
from bench.store import RunFolder
from bench.verdict.identity import bare
from bench.verdict.judge import Verdict
from bench.verdict.whereabouts import Fate, Whereabouts, whereabouts
from bench.web.origin import origin_of
from bench.work.sitefile import FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A run as one of its crawlers went through it; without a name, its subject."""

    run: RunFolder
    crawler: str | None = None

    def inventory(self, site: str) -> Path:
        """Give the file that tells what the crawler met."""
        home = self.run.site(site)
        return home_of(home, self.crawler) / LISTED if self.crawler else home / INVENTORY

    def judged(self, site: str) -> Verdict:
        """Judge a site.

        Raises:
            Stop: a record cannot be read.
        """
        home = self.run.site(site)
        try:
            return judged_crawler(home, self.crawler) if self.crawler else judged(home)
        except Unreadable as error:
            raise Stop(Exit.USAGE, str(error)) from error


def misses_of(
    run: RunFolder, place: str, *, url: str | None = None, crawler: str | None = None
) -> str:
    """Tell the misses of a site, or all about one address of the run.

    Raises:
        Stop: the run has no such site or address, or a record cannot be read.
    """
    names = asked(run)
    view = View(run=run, crawler=ALIASES.get(crawler or "", crawler))
    if place not in names and "://" in place:
        return _anywhere(view, place)
    if place not in names:
        raise Stop(Exit.USAGE, f"{run.path}: no site called {place}{near(place, names)}")
    if not (run.site(place) / FILE).is_file():
        raise Stop(Exit.USAGE, f"{place} is not measured yet; go on with: {run.taken_up}")
    verdict = view.judged(place)
    return listing(verdict) + _fix_first(verdict) if url is None else _of(view, verdict, url)


def _fix_first(verdict: Verdict) -> str:
    first = gains(verdict)
    return f"\n{first}" if first else ""


def _of(view: View, verdict: Verdict, url: str) -> str:
    """Tell one address whole; a part of one lists the misses that hold it."""
    at = _at(view, verdict, url)
    held = [miss for miss in verdict.misses if url in miss.url]
    if at.fate is Fate.UNKNOWN and len(held) == 1:
        return told(verdict, Whereabouts(url=held[0].url, fate=Fate.MISSED, miss=held[0]))
    if at.fate is Fate.UNKNOWN and held:
        return listing(verdict, url=url)
    return told(verdict, at)


def _anywhere(view: View, url: str) -> str:
    """Tell an address of any site of the run: the first that knows it."""
    unknown: list[tuple[Verdict, Whereabouts]] = []
    for name in asked(view.run):
        if not _may_know(view, name, url):
            continue
        verdict = view.judged(name)
        at = _at(view, verdict, url)
        if at.fate is not Fate.UNKNOWN:
            return told(verdict, at)
        unknown.append((verdict, at))
    if not unknown:
        raise Stop(Exit.USAGE, f"{view.run.path}: no site of the run is at {url}")
    return "\n".join(told(verdict, at) for verdict, at in unknown)


def _at(view: View, verdict: Verdict, url: str) -> Whereabouts:
    inventory = view.inventory(verdict.site.name)
    met = read_inventory(inventory).candidates if inventory.is_file() else ()
    return whereabouts(verdict, url, candidates=met)


def _may_know(view: View, name: str, url: str) -> bool:
    """Tell by the bytes of a site's files whether the address's host comes up in them."""
    host = bare(origin_of(url)).encode()
    files = (view.run.site(name) / "truth.json", view.inventory(name))
    return any(file.is_file() and host in file.read_bytes() for file in files)
