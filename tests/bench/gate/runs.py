"""Stored runs made by hand, with truths as another team's, so that all is quick."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.store import RunFolder, write_json

HOME = "https://a.test"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """One site of a run: its routes, and those that the crawler does not list."""

    routes: str
    missed: str = ""
    error: Mapping[str, str] | None = None
    skipped: str | None = None
    comparable: bool = True
    group: str = "ours"
    truth: Mapping[str, Any] | None = None


def run_of(out: Path, name: str, made: Mapping[str, Made], **settings: Any) -> RunFolder:
    """Write a run; a route is a letter, `https://a.test/a`."""
    run = RunFolder(path=out / name)
    settings = {"asked": list(made), "truths": None} | settings
    started = f"{name[:4]}-{name[4:6]}-{name[6:8]}T00:00:00+00:00"
    record = {"schema": 1, "run": name, "started": started, "settings": settings}
    write_json(run.record, record)
    for site, each in made.items():
        _site(run.site(site), site, each)
    return run


def _site(home: Path, name: str, made: Made) -> None:
    home.mkdir(parents=True)
    if made.error is None and made.skipped is None:
        routes = [{"url": f"{HOME}/{each}", "level": 1} for each in made.routes]
        truth = {"schema": 1, "root": f"{HOME}/", "landed": f"{HOME}/", "routes": routes}
        (home / "truth.json").write_text(json.dumps(truth | dict(made.truth or {})))
        _crawl(home / "inventory.jsonl", sorted(set(made.routes) - set(made.missed)), made)
    record = {
        "schema": 1,
        "name": name,
        "group": made.group,
        "error": made.error,
        "skipped": made.skipped,
        "entry": {"url": f"{HOME}/"},
    }
    (home / "site.json").write_text(json.dumps(record))


def _crawl(path: Path, found: Iterable[str], made: Made) -> None:
    records: list[Mapping[str, Any]] = [{"record": "inventory", "schema": 1, "crawler": "ours 1"}]
    records += [
        {"record": "candidate", "url": f"{HOME}/{each}", "listed": True, "state": "fetched"}
        for each in found
    ]
    stop = "exhausted" if made.comparable else "seconds"
    records.append({"record": "end", "stop": stop, "comparable": made.comparable})
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records))
