"""Makes a run of many large sites as raw files, as a measured one would have left them."""

import hashlib
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.sites.site import Site
from bench.work.sitefile import finish
from bench.work.task import Task

AREAS = 100
MISSED = 20  # one in so many is missed
BEYOND = 500


def write_run(folder: Path, *, sites: int, routes: int) -> tuple[str, ...]:
    """Write a whole run; gives the names of its sites."""
    names = tuple(f"site-{number:03}" for number in range(sites))
    first = folder / "sites" / names[0]
    write_site(first, names[0], routes=routes)
    for name in names[1:]:
        _again(first, folder / "sites" / name, name, routes=routes)
    record = {
        "schema": 1,
        "run": folder.name,
        "started": "2026-11-30T00:00:00+00:00",
        "seconds": 1.0,
        "versions": {"route-recall": "0.1.0", "python": "3.11", "browser": "x"},
        "settings": {"asked": list(names)},
    }
    (folder / "run.json").write_text(json.dumps(record))
    return names


def _again(first: Path, home: Path, name: str, *, routes: int) -> None:
    """Write the same site under another name, which costs less than to think of a new one."""
    home.mkdir(parents=True)
    for file in ("truth.json", "inventory.jsonl", "checks.json", "site.json"):
        told = (first / file).read_text().replace(first.name, name)
        (home / file).write_text(told)
    _witness(home / "witness.zip", f"https://{name}.test/", routes)


def write_site(home: Path, name: str, *, routes: int) -> None:
    """Write one site's files: areas at level 1, the rest at level 2, some of them missed."""
    root = f"https://{name}.test/"
    home.mkdir(parents=True)
    (home / "truth.json").write_text(json.dumps(_truth(root, routes), indent=1))
    lines = (json.dumps(line) for line in _inventory(root, routes))
    (home / "inventory.jsonl").write_text("\n".join(lines) + "\n")
    (home / "checks.json").write_text(json.dumps(_checks(root)))
    _witness(home / "witness.zip", root, routes)
    finish(Task(site=Site(name=name, group="made", url=root), out=home))


def _path(number: int) -> str:
    area = number % AREAS
    return f"area-{area}" if number < AREAS else f"area-{area}/page-{number}"


def _page(root: str, number: int) -> str:
    return root if number < AREAS else f"{root}{_path(number % AREAS)}"


def _truth(root: str, routes: int) -> dict[str, Any]:
    return {
        "schema": 1,
        "root": root,
        "landed": root,
        "verdict": "ok",
        "routes": [_route(root, number) for number in range(routes)],
        "visits": [
            {"url": f"{root}{_path(number)}", "level": 1, "status": 200} for number in range(AREAS)
        ],
        "digest": f"sha256:{hashlib.sha256(root.encode()).hexdigest()}",
    }


def _route(root: str, number: int) -> dict[str, Any]:
    level = 1 if number < AREAS else 2
    url, page = f"{root}{_path(number)}", _page(root, number)
    sightings = [
        {
            "url": url,
            "page": page,
            "level": level,
            "phase": "reveal" if number % MISSED == MISSED - 1 else "html",
            "label": f"Page {number}",
            "action": "hover: Menu" if number % MISSED == MISSED - 1 else None,
        }
    ]
    check = {"status": 200, "final_url": url, "content_type": "text/html", "by": "http"}
    return {"url": url, "level": level, "aliases": [], "sightings": sightings, "check": check}


def _inventory(root: str, routes: int) -> Iterator[dict[str, Any]]:
    yield {"record": "inventory", "schema": 1, "crawler": "x 1", "root": root, "landed": root}
    yield _candidate(root, None, 0)
    for number in range(routes):
        if number % MISSED != MISSED - 1:
            depth = 1 if number < AREAS else 2
            yield _candidate(f"{root}{_path(number)}", _page(root, number), depth)
    for number in range(BEYOND):
        yield _candidate(f"{root}deep/{number}", f"{root}{_path(AREAS + number)}", 3)
    yield {"record": "end", "stop": "exhausted", "comparable": True, "digest": "sha256:00"}


def _candidate(url: str, source: str | None, depth: int) -> dict[str, Any]:
    via = "link" if source else "seed"
    return {
        "record": "candidate",
        "url": url,
        "key": url,
        "kind": "page",
        "citation": {
            "via": via,
            "source": source,
            "text": "Page",
            "depth": depth,
            "written": url,
        },
        "channels": [via],
        "admission": "admitted",
        "reason": None,
        "rule": None,
        "state": "fetched",
        "pending": None,
        "lastmod": None,
        "observation": {
            "status": 200,
            "final_url": url,
            "redirects": [],
            "content_type": "text/html; charset=utf-8",
            "attachment": False,
            "document": True,
            "bytes": 4321,
            "truncated": False,
            "sha256": hashlib.sha256(url.encode()).hexdigest(),
            "text_sha256": None,
            "canonical": None,
            "noindex": False,
            "login": False,
            "soft404": None,
            "error": None,
            "attempts": 1,
            "seconds": 0.01,
            "at": "2026-11-30T00:00:00Z",
        },
        "listed": True,
    }


def _checks(root: str) -> dict[str, Any]:
    robots = {"origin": root.rstrip("/"), "url": f"{root}robots.txt", "status": 404}
    sample = [{"url": f"{root}deep/{n}", "verdict": "alive", "status": 200} for n in range(200)]
    precision = {"beyond": BEYOND, "sample": sample}
    return {"schema": 1, "robots": [robots], "precision": precision, "pool": {"beyond": 0}}


def _witness(path: Path, root: str, routes: int) -> None:
    """Keep the root and its areas, each with its links."""
    pages = {root: range(AREAS)} | {
        f"{root}{_path(area)}": range(area + AREAS, routes, AREAS) for area in range(AREAS)
    }
    index = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for at, (url, shown) in enumerate(pages.items()):
            links = "".join(
                f'<li><a href="/{_path(number)}">Page {number}</a>'
                for number in shown
                if number % MISSED != MISSED - 1
            )
            body = f"<!doctype html><title>{url}</title><ul>{links}</ul>".encode()
            entry = f"pages/{at}.html"
            archive.writestr(entry, body)
            digest = hashlib.sha256(body).hexdigest()
            told = {"url": url, "final_url": url, "status": 200, "content_type": "text/html"}
            index.append({**told, "entry": entry, "sha256": digest})
        archive.writestr("index.json", json.dumps({"schema": 1, "pages": index}))
