"""Checks a shelf: every file is there and is what the index tells, of the sites as pinned."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.record import Unreadable
from bench.shelf.index import Shelved, load
from bench.shelf.packed import unpack
from bench.sites.site import Site


def flaws_of(folder: Path, sites: Iterable[Site]) -> list[str]:
    """Give what is wrong with a shelf, a line each."""
    try:
        shelf = load(folder)
    except Unreadable as error:
        return [str(error)]
    return [
        flaw
        for site in sites
        for flaw in (
            _flaws(folder, site, shelf.sites[site.name])
            if site.name in shelf.sites
            else [f"{site.name}: no truth of it is in {folder}"]
        )
    ]


def _flaws(folder: Path, site: Site, kept: Shelved) -> Iterator[str]:
    for name in (kept.truth, kept.frozen):
        try:
            content = json.loads(unpack(folder / name, kept.sha256.get(name, "")))
        except (Unreadable, ValueError) as error:
            yield f"{site.name}: {error}"
            continue
        if name == kept.truth and content.get("digest") != kept.digest:
            yield f"{site.name}: {name} has another digest than the index tells"
        if name == kept.frozen and content.get("version") != kept.version:
            yield f"{site.name}: {name} is of another version than the index tells"
    if site.version != kept.version:
        yield f"{site.name}: the truth is of {kept.version}, the site is pinned to {site.version}"
    if site.url != kept.root:
        yield f"{site.name}: the truth is of {kept.root}, the site is {site.url}"
