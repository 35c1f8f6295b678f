"""Where a recorded site is found: in a folder of recordings, behind the gateway."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.lab import catalogue
from bench.recording.ears import FOLDER, Ears
from bench.sites.site import Site
from bench.sites.target import Absent, Target
from bench.web.archive.origin import Archive, open_archive

PLACES = ("sites/{name}/" + FOLDER, "{name}/" + FOLDER, "{name}")
PATTERN = "*.warc.gz"


def recorded(site: Site, replay: Path, ears: Ears, stack: ExitStack) -> Target | Absent:
    """Find a site in a run with recordings, or in a folder of them; `stack` closes it.

    Raises:
        BrokenSiteError: a lab site's files cannot be read.
    """
    root = site.url if site.lab is None else catalogue.load(site.lab).root
    homes = [replay / place.format(name=site.name) for place in PLACES]
    files = next((found for home in homes if (found := sorted(home.glob(PATTERN)))), [])
    if not files:
        return Absent(hint=f"no recording of it in {homes[0]}")
    archive = open_archive(((path.name, path.open("rb")) for path in files), stack)
    archive.browsing = ears.browsing
    return Target(root=root or "", web=archive)


def unheld(target: Target) -> dict[str, Any] | None:
    """Say what was asked of a recording that it does not hold; None where there is none."""
    web = target.web
    if not isinstance(web, Archive):
        return None
    index, missing = web.index, web.unrecorded
    more = index.flawed - len(index.flaws)
    return {
        "asked": dict(missing.asked),
        "urls": {who: list(urls) for who, urls in missing.urls.items()},
        "records": index.records,
        "flaws": [*index.flaws, *([f"and {more} more"] if more else [])],
    }
