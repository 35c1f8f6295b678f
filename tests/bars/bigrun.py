"""Writes a run of many large sites as it lies on disk, to measure judging and rendering."""

import hashlib
import json
import os
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SECTIONS = 100
KINDS = {
    "shop": ("{section}/{slug}-{number}", "en"),
    "docs": ("manual/{section}/{slug}.html", "en"),
    "news": ("2026/{month:02}/{section}/{slug}", "de"),
    "wiki": ("w/{slug}?section={section}&id={number}", "fr"),
}
_SYLLABLES = (
    "ba",
    "co",
    "da",
    "fi",
    "gu",
    "jo",
    "ka",
    "le",
    "mi",
    "pu",
    "se",
    "ti",
    "vo",
    "zan",
    "ter",
    "lin",
)
MISSED = 0.02
REFUSED = 0.005


def write_run(out: Path, *, sites: int = 100, routes: int = 10_000) -> Path:
    """Write a run folder; sites of a kind share their files by hard links, names aside."""
    run = out / "20260101T000000Z"
    names = [f"{kind}-{number:02}" for number in range(-(-sites // len(KINDS))) for kind in KINDS]
    names = names[:sites]
    for name in names:
        home = run / "sites" / name
        home.mkdir(parents=True)
        kind = name.partition("-")[0]
        first = run / "sites" / f"{kind}-00"
        if home == first:
            _write_site(home, kind, routes)
        else:
            for file in first.iterdir():
                if file.name != "site.json":
                    os.link(file, home / file.name)
        site = {
            "schema": 1,
            "name": name,
            "group": kind,
            "entry": {"url": f"https://www.{kind}.test/"},
        }
        more = {"seconds": {"oracle": 100.0, "crawler": 10.0}, "error": None, "skipped": None}
        (home / "site.json").write_text(
            json.dumps(site | more | {"digests": {}, "expected": None})
        )
    head = {"schema": 1, "run": run.name, "started": "2026-01-01T00:00:00+00:00", "seconds": 1.0}
    settings = {"sites": "sites.yaml", "groups": [], "names": [], "truths": None, "asked": names}
    record = head | {"versions": {"route-recall": "0"}, "settings": settings}
    (run / "run.json").write_text(json.dumps(record))
    return run


def _write_site(home: Path, kind: str, routes: int) -> None:
    draw = random.Random(kind)  # noqa: S311 - a made world, the same each time
    root = f"https://www.{kind}.test/"
    sections = [f"{root}{_slug(draw, 1)}-{number}/" for number in range(SECTIONS)]
    pages: dict[str, list[str]] = {root: list(sections), **{section: [] for section in sections}}
    told, lines = [_route(url, 1, root, "html") for url in sections], []
    lines += [_candidate(url, 1, root) for url in sections]
    for number in range(routes - SECTIONS):
        section = sections[number % SECTIONS]
        url = root + KINDS[kind][0].format(
            section=section.split("/")[-2],
            slug=_slug(draw, 4),
            number=number,
            month=number % 12 + 1,
        )
        fate = draw.random()
        told.append(_route(url, 2, section, "script" if fate < MISSED else "html"))
        if fate >= MISSED:
            pages[section].append(url)
            refused = fate < MISSED + REFUSED
            lines.append(_candidate(url, 2, section, refused=refused))
    (home / "truth.json").write_text(json.dumps(_truth(root, told, list(pages))))
    (home / "inventory.jsonl").write_text("\n".join(_inventory(root, lines)) + "\n")
    (home / "checks.json").write_text(json.dumps({"schema": 1, "robots": [], "precision": None}))
    _write_witness(home / "witness.zip", pages)


def _truth(root: str, routes: list[dict[str, Any]], visited: list[str]) -> dict[str, Any]:
    visits = [
        {"url": url, "final_url": url, "level": int(url != root), "status": 200,
         "settled": "quiet", "faults": [], "witness": f"{number}.html"}
        for number, url in enumerate(visited)
    ]  # fmt: skip
    return {
        "schema": 1, "oracle": "made", "root": root, "landed": root, "verdict": "ok",
        "reason": None, "shell": False, "sampled": False, "unvisited": [], "routes": routes,
        "excluded": [], "redirects": [], "visits": visits, "settings": {},
        "digest": "sha256:0", "seconds": 1.0,
    }  # fmt: skip


def _route(url: str, level: int, page: str, phase: str) -> dict[str, Any]:
    label = url.rstrip("/").rpartition("/")[2].replace("-", " ")
    return {
        "url": url, "level": level, "aliases": [],
        "sightings": [{"url": url, "page": page, "level": level, "phase": phase, "label": label,
                       "action": None}],
        "check": {"status": 200, "final_url": url, "content_type": "text/html", "by": "http"},
    }  # fmt: skip


def _inventory(root: str, lines: list[dict[str, Any]]) -> Iterator[str]:
    yield json.dumps({"record": "inventory", "schema": 1, "crawler": "made", "root": root,
                      "landed": root, "settings": {}})  # fmt: skip
    yield from map(json.dumps, lines)
    yield json.dumps({"record": "end", "stop": "exhausted", "comparable": True, "counts": {},
                      "why_empty": None, "digest": "sha256:0", "seconds": 1.0})  # fmt: skip


def _candidate(url: str, depth: int, page: str, *, refused: bool = False) -> dict[str, Any]:
    seen = None if refused else {
        "status": 200, "final_url": url, "redirects": [], "content_type": "text/html",
        "attachment": False, "document": True, "bytes": 2000, "truncated": False,
        "sha256": f"sha256:{hashlib.sha256(url.encode()).hexdigest()}", "canonical": None,
        "noindex": False, "login": False, "soft404": None, "error": None, "attempts": 1,
    }  # fmt: skip
    return {
        "record": "candidate", "url": url, "key": url, "kind": "page",
        "citation": {"via": "link", "source": page, "text": "a page", "depth": depth},
        "channels": ["link"], "admission": "refused" if refused else "admitted",
        "reason": "nofollow" if refused else None, "rule": "rel=nofollow" if refused else None,
        "state": "refused" if refused else "fetched", "pending": None, "lastmod": None,
        "observation": seen, "listed": not refused,
    }  # fmt: skip


def _write_witness(path: Path, pages: dict[str, list[str]]) -> None:
    index = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (url, links) in enumerate(pages.items()):
            body = "".join(f'<p><a href="{link}">a page</a></p>' for link in links).encode()
            archive.writestr(f"{number}.html", body)
            index.append({
                "url": url, "final_url": url, "status": 200, "content_type": "text/html",
                "entry": f"{number}.html", "sha256": hashlib.sha256(body).hexdigest(),
            })  # fmt: skip
        archive.writestr("index.json", json.dumps({"schema": 1, "pages": index}))


def _slug(draw: random.Random, words: int) -> str:
    return "-".join(
        "".join(draw.choices(_SYLLABLES, k=draw.randint(1, 3)))
        for _ in range(draw.randint(1, words))
    )
