"""Finds the site and the address that somebody asks about in a stored run, and tells the story."""

from bench.exits import Exit, Stop
from bench.judging import judged
from bench.record import Unreadable, read_inventory
from bench.report.misses import listing
from bench.report.story import gains, told
from bench.review import asked
from bench.sites.nodes import near
from bench.store import RunFolder
from bench.verdict.identity import bare
from bench.verdict.judge import Verdict
from bench.verdict.whereabouts import Fate, Whereabouts, whereabouts
from bench.web.origin import origin_of
from bench.work.sitefile import FILE


def misses_of(run: RunFolder, place: str, *, url: str | None = None) -> str:
    """Tell the misses of a site, or all about one address of the run.

    Raises:
        Stop: the run has no such site or address, or a record cannot be read.
    """
    names = asked(run)
    if place not in names and "://" in place:
        return _anywhere(run, place)
    if place not in names:
        raise Stop(Exit.USAGE, f"{run.path}: no site called {place}{near(place, names)}")
    if not (run.site(place) / FILE).is_file():
        raise Stop(Exit.USAGE, f"{place} is not measured yet; go on with: {run.taken_up}")
    verdict = _judged(run, place)
    return listing(verdict) + _fix_first(verdict) if url is None else _of(run, verdict, url)


def _fix_first(verdict: Verdict) -> str:
    first = gains(verdict)
    return f"\n{first}" if first else ""


def _of(run: RunFolder, verdict: Verdict, url: str) -> str:
    """Tell one address whole; a part of one lists the misses that hold it."""
    at = _at(run, verdict, url)
    held = [miss for miss in verdict.misses if url in miss.url]
    if at.fate is Fate.UNKNOWN and len(held) == 1:
        return told(verdict, Whereabouts(url=held[0].url, fate=Fate.MISSED, miss=held[0]))
    if at.fate is Fate.UNKNOWN and held:
        return listing(verdict, url=url)
    return told(verdict, at)


def _anywhere(run: RunFolder, url: str) -> str:
    """Tell an address of any site of the run: the first that knows it."""
    unknown: list[tuple[Verdict, Whereabouts]] = []
    for name in asked(run):
        if not _may_know(run, name, url):
            continue
        verdict = _judged(run, name)
        at = _at(run, verdict, url)
        if at.fate is not Fate.UNKNOWN:
            return told(verdict, at)
        unknown.append((verdict, at))
    if not unknown:
        raise Stop(Exit.USAGE, f"{run.path}: no site of the run is at {url}")
    return "\n".join(told(verdict, at) for verdict, at in unknown)


def _at(run: RunFolder, verdict: Verdict, url: str) -> Whereabouts:
    inventory = run.site(verdict.site.name) / "inventory.jsonl"
    met = read_inventory(inventory).candidates if inventory.is_file() else ()
    return whereabouts(verdict, url, candidates=met)


def _may_know(run: RunFolder, name: str, url: str) -> bool:
    """Tell by the bytes of a site's files whether the address's host comes up in them."""
    host = bare(origin_of(url)).encode()
    files = (run.site(name) / file for file in ("truth.json", "inventory.jsonl"))
    return any(file.is_file() and host in file.read_bytes() for file in files)


def _judged(run: RunFolder, name: str) -> Verdict:
    try:
        return judged(run.site(name))
    except Unreadable as error:
        raise Stop(Exit.USAGE, str(error)) from error
