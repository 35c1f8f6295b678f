"""Explains the miss of a route that the crawler never met: by the pages that show it."""

from collections.abc import Callable, Iterable

from bench.facts.truth import Phase
from bench.verdict.citing import Citing, Read
from bench.verdict.scene import Case

NAMED = 3


def ancestor(case: Case) -> str | None:
    """Blame the pages that show it: all of them were missed, or may not be read."""
    if not case.unmet or not case.citing or not all(citing.lost for citing in case.citing):
        return None
    return f"shown only by {_pages(case.citing)}"


def deep(case: Case) -> str | None:
    """Blame the depth limit: what shows it lies beyond."""
    if not case.unmet or any(citing.readable for citing in case.citing):
        return None
    beyond = [citing for citing in case.citing if citing.read is Read.DEEP]
    return f"shown only by {_pages(beyond)}" if beyond else None


def unread(case: Case) -> str | None:
    """Blame the pages that show it: the crawler knew them, and did not read one."""
    if not case.unmet or any(citing.readable for citing in case.citing):
        return None
    left = [each for each in case.citing if not each.lost and each.read is not Read.DEEP]
    return f"shown only by {_pages(left)}" if left else None


def not_extracted(case: Case) -> str | None:
    """Blame the reading of links: the bytes that the crawler had hold one."""
    for citing in _readable(case):
        if citing.in_bytes and not citing.other:
            shown = citing.mention()
            told = f"in the bytes of {citing.sighting.page}" + (f": {shown}" if shown else "")
            proof = citing.compared.proof
            return f"{told} (bytes that differ, but {proof})" if proof else told
    return None


def script_text(case: Case) -> str | None:
    """Tell that the address stands in the bytes, though no link holds it."""
    for citing in _readable(case):
        shown = None if citing.in_bytes or citing.as_place else citing.mention()
        if shown:
            return f"no link, but text in the bytes of {citing.sighting.page}: {shown}"
    return None


def view(case: Case) -> str | None:
    """Tell that its fragment reads as a place on a page: only a browser sees the view change."""
    for citing in _readable(case):
        if citing.as_place:
            page = citing.sighting.page
            return f"a place on a page by the bytes of {page}; only a browser sees the view change"
    return None


def by_phase(phase: Phase, words: str) -> Callable[[Case], str | None]:
    """Make the row for addresses that came in one phase at the easiest."""

    def explain(case: Case) -> str | None:
        readable = _readable(case)
        if any(citing.in_bytes or citing.mention() for citing in readable):
            return None
        easiest = min(readable, key=_ease, default=None)
        if easiest is None or easiest.sighting.phase is not phase:
            return None
        action = f" ({easiest.sighting.action})" if easiest.sighting.action else ""
        return f"{words} on {easiest.sighting.page}{action}; {_searched(easiest)}"

    return explain


def page_differed(case: Case) -> str | None:
    """Blame the site: the crawler was not served the bytes that hold the link."""
    for citing in _readable(case):
        if citing.in_bytes and citing.other:
            told = f"in the bytes of {citing.sighting.page}, where the crawler was served others"
            alike = "; it takes links that are written as this one" if citing.seen_alike else ""
            return f"{told}: {citing.compared.proof}{alike}"
    return None


def _searched(citing: Citing) -> str:
    """Say where the address was looked for, and where it could not be."""
    if citing.served is None:
        return "no bytes of the page were kept"
    told = "its bytes do not hold the address"
    scripts = citing.scripts()
    if not scripts:
        return told
    more = f" and {len(scripts) - NAMED} more" if len(scripts) > NAMED else ""
    return f"{told}; scripts that were not kept may: {', '.join(scripts[:NAMED])}{more}"


def _readable(case: Case) -> tuple[Citing, ...]:
    """Give the pages where the crawler could have met an address that it never met."""
    return tuple(each for each in case.citing if each.readable) if case.unmet else ()


def _ease(citing: Citing) -> int:
    return tuple(Phase).index(citing.sighting.phase)


def _pages(citing: Iterable[Citing]) -> str:
    shown = dict.fromkeys(f"{each.sighting.page} ({each.read.value})" for each in citing)
    first, *more = shown
    return f"{first} and {len(more)} more" if more else first
