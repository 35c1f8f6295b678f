"""Where a recorded site is found: in a folder of recordings or an archive, behind the gateway."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from bench.lab import catalogue
from bench.recording.ears import FOLDER, Ears
from bench.report.words import some
from bench.sites.site import Site
from bench.sites.target import Target
from bench.web.archive.files import BadArchive
from bench.web.archive.origin import Archive, open_archive
from bench.web.archive.volatile import spelled

PLACES = ("sites/{name}/" + FOLDER, "{name}/" + FOLDER, "{name}")
PATTERN = "*.warc.gz"
MOST_NAMED = 3


class NotRecorded(Exception):  # noqa: N818 - said of a site: not recorded
    """A site that was to be replayed, and of which there is nothing to replay."""


def recorded(site: Site, replay: Path | None, ears: Ears, stack: ExitStack) -> Target:
    """Find a site in its own archive, or else in a run with recordings or a folder of them.

    `stack` closes it.

    Raises:
        BrokenSiteError: a lab site's files cannot be read.
        NotRecorded: there is no recording, none that can be read, or one of another site.
    """
    root = site.url if site.lab is None else catalogue.load(site.lab).root
    if site.replay is not None:
        home: Path | None = Path(site.replay)
    else:
        homes = [(replay or Path()) / place.format(name=site.name) for place in PLACES]
        home = next((each for each in homes if any(each.glob(PATTERN))), None)
    if home is None:
        msg = f"there is none in {replay}"
        raise NotRecorded(msg)
    try:
        archive = open_archive(home, stack)
    except BadArchive as error:
        raise NotRecorded(str(error)) from error
    except OSError as error:
        msg = f"{home}: {error.strerror}"
        raise NotRecorded(msg) from error
    origin = "/".join(spelled(root or "").split("/", 3)[:3])
    if origin not in archive.origins:
        raise NotRecorded(_another(home, origin, sorted(archive.origins)))
    archive.browsing = ears.browsing
    return Target(root=root or "", web=archive)


def _another(home: Path, origin: str, holds: list[str]) -> str:
    """Say that a recording is none of this site."""
    told = f"it is of {some(holds, MOST_NAMED)}" if holds else "no exchange in it can be read"
    return f"{home} holds nothing of {origin}: {told}"


def moment_of(target: Target) -> float | None:
    """Give when a recording began, in milliseconds since 1970; None where there is none."""
    web = target.web
    return web.index.began() / 1000 if isinstance(web, Archive) else None


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
