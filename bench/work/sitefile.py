"""site.json: what was asked of a site and how it went; written last, so that it ends the site."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.facts.site import SiteError
from bench.lab import catalogue
from bench.sites.crawler import Crawler
from bench.sites.installed import installed
from bench.sites.site import Site
from bench.store import read_json, write_json
from bench.work.task import Task

SCHEMA = 1
FILE = "site.json"


def finish(  # noqa: PLR0913 - all that is told of a site
    task: Task,
    *,
    seconds: Mapping[str, float] | None = None,
    digests: Mapping[str, str | None] | None = None,
    error: SiteError | None = None,
    skipped: str | None = None,
    unrecorded: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Write a site's record and give it."""
    record = {
        "schema": SCHEMA,
        "name": task.site.name,
        "group": task.site.group,
        "entry": task.site.as_json(),
        "crawlers": [each.as_json() for each in task.crawlers],
        "seconds": {stage: round(value, 3) for stage, value in (seconds or {}).items()},
        "error": None if error is None else asdict(error),
        "skipped": skipped,
        "installed": installed(task.site).as_json(),
        "digests": dict(digests or {"truth": None, "inventory": None}),
        "expected": _expected(task.site),
        "unrecorded": unrecorded,
    }
    write_json(task.out / FILE, record)
    return record


def finished(out: Path, site: Site, crawlers: Sequence[Crawler] = ()) -> dict[str, Any] | None:
    """Give the record of a site that is finished and was asked for as it is now."""
    record = read_json(out / FILE)
    fits = (
        isinstance(record, dict)
        and record.get("schema") == SCHEMA
        and record.get("entry") == site.as_json()
        and record.get("crawlers", []) == [each.as_json() for each in crawlers]
    )
    return record if fits else None


def _expected(site: Site) -> dict[str, Any] | None:
    if site.lab is None:
        return None
    try:
        declared = catalogue.load(site.lab)
    except catalogue.BrokenSiteError:
        return None
    permitted = declared.permitted
    # Counted as recall is counted, so that the two can be equal to the last digit.
    known = len(permitted - declared.static_misses)
    recall = known / len(permitted) if permitted else None
    return {"recall": recall, "fails": declared.fails}
