"""Reports of users of other tools on skipped and missed addresses: each repro, run whole.

Every address has to be accounted for, once, with a reason; every failure names what and where.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.facts.inventory import Candidate, Inventory
from bench.facts.site import SiteFacts
from bench.facts.truth import Phase, Route, Sighting, Truth
from bench.record import read_inventory
from bench.verdict.causes import Cause
from bench.verdict.judge import judge
from bench.verdict.whatif import regained
from bench.web.gateway import Gateway
from bench.web.origin import Answer, Request, Response, Web
from crawler.answer.inventory import write_lines
from crawler.config import Budget, Config
from crawler.crawl import crawl

HOME = "https://shop.test"
HTML, XML, TEXT = "text/html; charset=utf-8", "application/xml", "text/plain"
ZIP, PDF = "application/zip", "application/pdf"


@dataclass(frozen=True, kw_only=True)
class Pages:
    """A site as a table: type and body by path; a body of `-> X` is a redirect."""

    table: Mapping[str, tuple[str, str]]

    async def answer(self, request: Request) -> Answer:
        found = self.table.get(request.path)
        if found is None:
            return Response(status=404, headers=(("Content-Type", HTML),), body=b"<h1>gone</h1>")
        kind, body = found
        if body.startswith("-> "):
            return Response(status=302, headers=(("Location", body[3:]),))
        return Response(headers=(("Content-Type", kind),), body=body.encode())


def links(*paths: str) -> tuple[str, str]:
    body = "".join(f'<li><a href="{path}">{path}</a>' for path in paths)
    return HTML, f"<!doctype html><title>{paths}</title><ul>{body}</ul>"


def page(words: str) -> tuple[str, str]:
    return HTML, f"<!doctype html><title>{words}</title><p>All about {words}."


def crawled(
    table: Mapping[str, tuple[str, str]],
    out: Path,
    *,
    trusted: bool = True,
    root: str = f"{HOME}/",
    **settings: Any,
) -> Inventory:
    """Crawl a site for real, and read the inventory from its file."""

    async def run() -> None:
        web = Web({HOME: Pages(table=table), "https://o.test": Pages(table={"/": page("o")})})
        async with Gateway(web) as gateway:
            ca = gateway.ca if trusted else None
            config = Config(root=root, proxy=gateway.proxy, ca=ca, **settings)
            told = await crawl(config)
        (out / "inventory.jsonl").write_text("\n".join(write_lines(told)) + "\n")

    asyncio.run(run())
    return read_inventory(out / "inventory.jsonl")


def rows(out: Path, record: str) -> list[dict[str, Any]]:
    lines = (out / "inventory.jsonl").read_text().splitlines()
    return [row for row in map(json.loads, lines) if row["record"] == record]


def fate(candidate: Candidate) -> str:
    """One word of why an address is, or is not, among the pages."""
    if candidate.reason:
        return candidate.reason
    if candidate.pending:
        return candidate.pending
    return "page" if candidate.listed else "not-a-document"


def test_ur_116_a_chain_that_the_depth_cuts_is_explained_by_the_depth(tmp_path: Path) -> None:
    table = {
        f"/list/{number}": links(
            *(f"/item/{number}-{item}" for item in range(20)),
            *([f"/list/{number + 1}"] if number < 50 else []),
        )
        for number in range(1, 51)
    }
    shown = {path: list_ for list_, (_, body) in table.items() for path in _held(body)}
    items = {path: page(path) for path in shown if path.startswith("/item/")}
    root = f"{HOME}/list/1"
    told = crawled(table | items, tmp_path, root=root, budget=Budget(depth=2))
    truth = Truth(
        root=root,
        landed=root,
        routes=tuple(
            Route(
                url=HOME + path,
                level=1 if on == "/list/1" else 2,
                sightings=(Sighting(url=HOME + path, page=HOME + on, level=1, phase=Phase.HTML),),
            )
            for path, on in shown.items()
        ),
    )
    verdict = judge(SiteFacts(name="shop"), truth, inventory=told, checks=None, witness=None)
    assert len(verdict.misses) > 900
    assert {miss.root_cause for miss in verdict.misses} == {Cause.DEPTH}
    assert regained(verdict.misses) == {Cause.DEPTH: {miss.url for miss in verdict.misses}}


def _held(body: str) -> list[str]:
    return [part.split('"')[0] for part in body.split('href="')[1:]]


def test_ur_122_three_failures_have_three_messages(tmp_path: Path) -> None:
    crumbs = {"/": page("home"), "/robots.txt": (TEXT, f"Sitemap: {HOME}/map.xml")}
    distrusted = crawled(crumbs, tmp_path, trusted=False)
    verdict = judge(
        SiteFacts(name="shop"),
        Truth(root=f"{HOME}/", routes=(Route(url=f"{HOME}/a", level=1),)),
        inventory=distrusted,
        checks=None,
        witness=None,
    )
    crawled(crumbs, tmp_path)
    (absent,) = (row for row in rows(tmp_path, "sitemap") if row["source"] == "robots")
    broken = "\n".join(("<urlset>", *["<url><loc>x</loc></url>"] * 5, "<url></lco></url>"))
    crawled(crumbs | {"/map.xml": (XML, broken)}, tmp_path)
    (torn,) = (row for row in rows(tmp_path, "sitemap") if row["source"] == "robots")
    assert f"the root {HOME}/ was refused for robots" in str(verdict.failure)
    assert "tls" in str(verdict.failure)
    assert (absent["url"], absent["status"], absent["ok"]) == (f"{HOME}/map.xml", 404, False)
    assert (torn["url"], torn["status"], torn["error"]["line"]) == (f"{HOME}/map.xml", 200, 7)
    assert torn["error"]["reason"] != (absent["error"] or {}).get("reason")


def test_ur_124_the_addresses_of_a_sitemap_add_up(tmp_path: Path) -> None:
    paths = [f"/private/{n}" for n in range(50)] + [f"/pdf/{n}.pdf" for n in range(20)]
    paths += [f"/page/{n}" for n in range(130)]
    urls = [f"https://o.test/{n}" for n in range(100)] + [HOME + path for path in paths]
    entries = "".join(f"<url><loc>{url}</loc></url>" for url in urls)
    table = {
        "/": page("home"),
        "/robots.txt": (TEXT, f"User-agent: *\nDisallow: /private/\nSitemap: {HOME}/map.xml"),
        "/map.xml": (XML, f"<urlset>{entries}</urlset>"),
        **{path: (PDF, "%PDF") if path.endswith("pdf") else page(path) for path in paths},
    }
    told = crawled(table, tmp_path)
    of_map = [each for each in told.candidates if "sitemap" in each.channels]
    counts = Counter(map(fate, of_map))
    assert counts == {"host": 100, "robots": 50, "not-a-document": 20, "page": 130}


def test_ur_127_six_reasons_have_six_codes(tmp_path: Path) -> None:
    table = {
        "/shop/": links("/shop/a", "/b", "https://o.test/", "/shop/f.zip", "/shop/c", "/shop/e"),
        "/robots.txt": (TEXT, "User-agent: *\nDisallow: /shop/a"),
        "/shop/c": links("/shop/d"),
        "/shop/d": links("/shop/d/d"),
        "/shop/e": page("e"),
        "/shop/f.zip": (ZIP, "PK"),
    }
    told = crawled(
        table, tmp_path, root=f"{HOME}/shop/", paths=("/shop/",), budget=Budget(pages=3, depth=1)
    )
    wanted = {
        f"{HOME}/shop/a": "robots",
        f"{HOME}/b": "path",
        "https://o.test/": "host",
        f"{HOME}/shop/f.zip": "not-a-document",
        f"{HOME}/shop/d": "depth",
        f"{HOME}/shop/e": "pages",
    }
    fates = {each.url: fate(each) for each in told.candidates if each.url in wanted}
    assert fates == wanted
    sources = {each.url: each.citation.source for each in told.candidates if each.citation}
    assert sources[f"{HOME}/shop/d"] == f"{HOME}/shop/c"


def test_ur_128_what_was_not_crawled_is_told_once_with_its_reason(tmp_path: Path) -> None:
    table = {
        "/": links("/1", "/2", "/3", "/away"),
        "/1": page("1"),
        "/2": page("2"),
        "/3": page("3"),
        "/away": (HTML, "-> https://o.test/"),
    }
    crawled(table, tmp_path, budget=Budget(pages=2))
    told = rows(tmp_path, "candidate")
    assert len({row["url"] for row in told}) == len(told)
    skipped = {
        row["url"]: row["reason"] or row["pending"] for row in told if not row["observation"]
    }
    assert len(skipped) == 3
    assert set(skipped.values()) == {"pages"}
    crawled(table, tmp_path)
    gone = {row["url"]: row for row in rows(tmp_path, "candidate")}
    assert gone["https://o.test/"]["reason"] == "host"
    assert not gone[f"{HOME}/away"]["listed"]
