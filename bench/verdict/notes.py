"""Says what is amiss with a site's files, though the site can be judged."""

from collections.abc import Iterator

from bench.facts.checks import Checks
from bench.facts.site import SiteFacts
from bench.facts.witness import Witness

NO_CHECKS = (
    "checks.json is missing: no robots.txt is known, so that nothing counts as forbidden,"
    " and neither precision nor the oracle's coverage can be told"
)
NAMED = 3
NO_WITNESS = "witness.zip is missing: what a static reader could have known cannot be told"


def notes_on(site: SiteFacts, checks: Checks | None, witness: Witness | None) -> tuple[str, ...]:
    """Say which files are missing, and what that costs; an error of the site says it already."""
    if site.skipped or site.error is not None:
        return ()
    lost = ((NO_CHECKS, checks is None), (NO_WITNESS, witness is None))
    said = (words for words, missing in lost if missing)
    return (*said, *_another_version(site), *_unrecorded(site))


def _unrecorded(site: SiteFacts) -> Iterator[str]:
    """Say what a replay asked for in vain, and what of the archive could not be read."""
    told = site.unrecorded
    if told is None:
        return
    if told.asked:
        asked = ", ".join(f"{who} {count}" for who, count in sorted(told.asked.items()))
        first = next((url for urls in told.urls.values() for url in urls), "")
        total = sum(told.asked.values())
        many = "request" if total == 1 else "requests"
        yield f"not in the recording: {total} {many} ({asked}), first {first}"
    if told.flaws:
        yield f"the archive is damaged: {'; '.join(told.flaws[:NAMED])}"


def _another_version(site: SiteFacts) -> Iterator[str]:
    """Say that what was measured is not what the entry is pinned to."""
    pinned, here = site.entry.get("version"), site.installed.get("version")
    if pinned and pinned != here:
        what = site.entry.get("package") or "what was built"
        yield f"{what} is of version {here or 'unknown'}, the site is pinned to {pinned}"
