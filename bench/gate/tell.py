"""Says how a check went: a line a site, what is new with who did it, and what to do next."""

from collections.abc import Iterator, Sequence

from bench.gate.blame import Blame, What
from bench.gate.check import ABSENT, SiteCheck, Status
from bench.gate.checking import CODES, Checked
from bench.report.finding import Finding
from bench.report.words import WIDTH, counted, percent, plain, some, wrapped

SHOWN = 5
"""How many routes of a kind are listed; check.json has all."""

NAMED = 3
"""How many routes the one line of a failing site names."""

QUIET = frozenset({Status.OK, Status.UNPINNED})

IN_WORDS = {
    Status.NEW_MISSES: "with new misses",
    Status.BELOW: "below their threshold",
    Status.INCOMPARABLE: "not comparable",
    Status.UNPINNED: "not pinned",
    Status.OK: "passing",
}

OLD_CRAWLER = "run the old crawler on today's site: what it misses too is the site's doing"

HOW = {
    Blame.CRAWLER_OR_SITE: f"to tell crawler from site: {OLD_CRAWLER}",
    Blame.SITE_OR_ORACLE: "to tell site from oracle: pin with the truths kept, and run with the"
    " oracle's settings of then; where both are so, measure again: what comes again is the site's."
    " --truth BASELINE leaves the oracle out",
}

HOW_FROZEN = {
    Blame.CRAWLER_OR_SITE: "to tell crawler from site: run without --truth, so that a browser"
    f" sees the site of today; or {OLD_CRAWLER}",
}


def findings(checked: Checked) -> tuple[Finding, ...]:
    """Give one line for each site that does not pass."""
    together = _together(checked)
    told = [
        Finding(site=site.name, code=CODES[site.status], told=_told(site))
        for site in checked.sites
        if site.status not in QUIET and site not in together
    ]
    if together:
        code = CODES[Status.INCOMPARABLE]
        told.append(Finding(site=f"{len(together)} sites", code=code, told=_absent(together)))
    return tuple(told)


def _together(checked: Checked) -> list[SiteCheck]:
    """Give the sites that the run left out, where they are too many to tell one by one."""
    absent = [site for site in checked.sites if site.reason == ABSENT]
    return absent if len(absent) > SHOWN else []


def _absent(sites: Sequence[SiteCheck]) -> str:
    named = some([site.name for site in sites], NAMED)
    return (
        f"not comparable: {ABSENT}: {named}; measure them too,"
        " check a part with --site or --group, or take them out with bench baseline --drop"
    )


def text(checked: Checked, *, width: int = WIDTH) -> str:
    """Write the whole answer for a terminal."""
    return "\n".join(_lines(checked, width))


def well(checked: Checked) -> str:
    """Say in a line that nothing is new, and what is missing all the same."""
    return f"no new misses. {_total(checked.sites)}"


def page(checked: Checked) -> str:
    """Write it for the page of a CI job, where foreign text must stay text."""
    inside = text(checked).replace("`", "'")
    return f"## Check against the baseline\n\n```text\n{inside}\n```\n"


def _told(site: SiteCheck) -> str:
    if site.status is Status.INCOMPARABLE:
        return f"not comparable: {site.reason}"
    named = some([miss.url for miss in site.new], NAMED)
    blame = f"; blame: {_blames(site)}" if site.blames else ""
    return f"{site.reason}{blame}" + (f": {named}" if named else "")


def _blames(site: SiteCheck) -> str:
    if len(site.blames) == 1:
        return next(iter(site.blames))
    return ", ".join(f"{blame} ({count})" for blame, count in site.blames.items())


def _lines(checked: Checked, width: int) -> Iterator[str]:
    sites = counted(checked.pins, "site")
    yield f"{plain(checked.baseline)}: {sites}, {checked.age}; run {checked.run}"
    yield ""
    told, together = [site for site in checked.sites if _tells(site)], _together(checked)
    for site in told:
        yield from _site(site, width) if site not in together else ()
    if together:
        yield wrapped(f"{len(together)} sites: ", _absent(together), width=width)
    yield from [""] if told else ()
    yield _total(checked.sites)
    doubts = {change.blame for site in checked.sites for change in site.changes}
    for blame, how in (HOW | (HOW_FROZEN if checked.frozen else {})).items():
        if blame in doubts:
            yield wrapped("", how, width=width)
    worst = [site.name for site in checked.sites if site.new]
    if worst:
        yield f"look further with: bench misses {plain(worst[0])} {checked.run}"


def _site(site: SiteCheck, width: int) -> Iterator[str]:
    yield wrapped(f"{plain(site.name)}: ", _sentence(site), width=width)
    blamed = {change.url: change for change in site.changes if change.what is not What.GONE}
    for miss in site.new[:SHOWN]:
        yield wrapped("  new    ", miss.url, width=width)
        yield wrapped("    why    ", f"{miss.cause}: {miss.evidence}", width=width)
        if change := blamed.get(miss.url):
            # Why it is missed stands above.
            further = change.evidence.removeprefix(miss.evidence).removeprefix("; ")
            told = f"{change.blame}: {further}" if further else change.blame.value
            yield wrapped("    blame  ", told, width=width)
    yield from _more("new", len(site.new))
    left = {change.url: change for change in site.changes if change.what is What.GONE}
    for url in site.gone[:SHOWN]:
        yield wrapped("  gone   ", url, width=width)
        if change := left.get(url):
            yield wrapped("    blame  ", f"{change.blame}: {change.evidence}", width=width)
    yield from _more("gone", len(site.gone))
    for head, urls in (("fixed", site.fixed), ("known on base", site.known_on_base)):
        for url in urls[:SHOWN]:
            yield wrapped(f"  {head}  ", url, width=width)
        yield from _more(head, len(urls))
    if site.crossed and site.blames:
        yield f"  {_crossed(site)}"
    for note in site.notes:
        yield wrapped("  note   ", note, width=width)


def _tells(site: SiteCheck) -> bool:
    """Whether there is more to say of a site than that it is as it was."""
    moved = site.new or site.fixed or site.known_on_base or site.gone
    return bool(moved) or site.status is not Status.OK or site.recall != site.pinned


def _sentence(site: SiteCheck) -> str:
    parts = [site.status.value.replace("-", " ")]
    if site.reason:
        parts.append(site.reason)
    if site.recall is not None:
        was = "" if site.pinned is None else f"{percent(site.pinned)} -> "
        parts.append(f"recall {was}{percent(site.recall)} %")
    if site.blames:
        parts.append(f"blame: {_blames(site)}")
    within = bool(site.new) and len(site.new) <= site.allowed
    if within:
        parts.append(f"{len(site.new)} new within what is allowed, {site.allowed}")
    counts = {"still missing": site.still_missing, "gone from the truth": site.gone}
    parts += [f"{len(urls)} {what}" for what, urls in counts.items() if urls]
    return "; ".join(parts)


def _crossed(site: SiteCheck) -> str:
    told = site.crossed
    assert told is not None  # noqa: S101 - for the type checker
    then = f"old crawl {percent(told.old_on_old)}, new crawl {percent(told.new_on_old)}"
    now = f"old crawl {percent(told.old_on_new)}, new crawl {percent(told.new_on_new)}"
    return f"recall % on the old truth: {then}; on the new truth: {now}"


def _more(what: str, count: int) -> Iterator[str]:
    if count > SHOWN:
        yield f"  and {count - SHOWN} more {what}, in check.json"


def _total(sites: Sequence[SiteCheck]) -> str:
    counts = [(status, sum(site.status is status for site in sites)) for status in Status]
    told = ", ".join(f"{count} {IN_WORDS[status]}" for status, count in counts if count)
    new, fixed = sum(len(site.new) for site in sites), sum(len(site.fixed) for site in sites)
    still = sum(len(site.still_missing) for site in sites)
    base = sum(len(site.known_on_base) for site in sites)
    misses = f"{new} new, {base} known on base, {still} still missing, {fixed} fixed"
    return f"sites: {told}. Misses: {misses}"
