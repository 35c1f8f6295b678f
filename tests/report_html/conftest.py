"""A report of a small and hostile run, in a Chromium found as the project finds it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from bench.exits import Exit
from bench.facts.checks import Checks
from bench.facts.site import SiteFacts
from bench.facts.truth import Phase, TruthVerdict
from bench.report.finding import Finding
from bench.report.history import HEAD
from bench.report.page.render import page as rendered
from bench.report.page.sitepack import packed
from bench.report.told import Told
from bench.store import write
from bench.verdict.crawlers import CrawlerScore, standings
from bench.verdict.judge import Verdict
from bench.verdict.score import groups, row, summarise
from oracle.chromium import Missing, find_chromium, launch_flags
from tests.bench.strategies import (
    bare,
    fetched,
    inventory,
    judged,
    refused,
    robots,
    route,
    seed,
    served,
    sighting,
    truth,
)

EVIL = "</script><script>document.title='owned'</script><img src=x onerror=document.title='owned'>"
BIDI = "\u202eevil\u2066\u05d0\u05d1 =1+1 \"'"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = find_chromium()
    assert not isinstance(found, Missing), found.message
    path = {"executable_path": str(found.path)} if found.path else {}
    return browser_type_launch_args | path | {"args": launch_flags()}


def site(name: str, group: str = "ours") -> SiteFacts:
    return SiteFacts(name=name, group=group, seconds={"oracle": 1.25})


def verdicts() -> Iterator[Verdict]:
    """Judge one site of each standing, one with many routes, and one that means harm."""
    page = served("/", '<a href="/a">')
    yield judged(truth(route("/a")), inventory(seed(), fetched("/a")), page, site=site("whole"))
    shop = truth(
        route("/a"),
        route("/menu", sighting("/menu", phase=Phase.REVEAL, action="hover More", label="More")),
        route("/menu/x", sighting("/menu/x", "/menu")),
        route("/shut"),
    )
    told = inventory(seed(), fetched("/a"), refused("/menu", "nofollow"))
    checks = robots("User-agent: *\nDisallow: /shut")
    yield judged(shop, told, page, checks=checks, site=site("shop"))
    many = truth(*(route(f"/{n % 7}/{n % 400:03}/p{n}") for n in range(2000)))
    yield judged(
        many, bare(*(f"/{n % 7}/{n % 400:03}/p{n}" for n in range(1700))), site=site("many")
    )
    wall = truth(verdict=TruthVerdict.BLOCKED, reason="a challenge instead of the page")
    yield judged(wall, bare(), site=site("wall", "public"))
    harm = truth(
        route("/a", sighting("/a", label=EVIL)),
        route("javascript:document.title='owned'"),
        route(f"/q?{EVIL}", sighting("/q", label=BIDI)),
        route("/b|c", sighting("/b|c", label=BIDI)),
    )
    yield judged(harm, inventory(seed()), checks=Checks(), site=site(f"harm{EVIL}", f"g{EVIL}"))


def check() -> dict[str, Any]:
    """Give what `bench check` keeps of two sites that moved and one that did not."""
    new = [
        {
            "url": "https://a.test/menu",
            "cause": "refused-nofollow",
            "evidence": EVIL,
            "was": "found",
        }
    ]
    shop = {"name": "shop", "status": "new-misses", "pinned": 1.0, "recall": 0.25, "new": new}
    wall = {"name": "wall", "status": "incomparable", "reason": EVIL}
    sites = [shop | {"blames": {"crawler": 1}}, wall, {"name": "whole", "status": "ok"}]
    return {"schema": 1, "baseline": f"b{EVIL}", "age": "2 days", "sites": sites}


def crawlers(site: str) -> tuple[CrawlerScore, ...]:
    """Give what three crawlers did on one site; one of them has no whole answer."""
    if site != "shop":
        return ()
    usual = CrawlerScore(name="quick", version="2.0", truth=3, found=3, recall=1.0, end="done")
    return (
        replace(usual, name="slow", version=None, pages=3, cpu_seconds=6.0),
        replace(
            usual,
            only=1,
            pages=3,
            cpu_seconds=0.15,
            pages_per_cpu_second=20.0,
            peak_memory=9 << 20,
        ),
        replace(usual, name="evil", found=1, recall=1 / 3, reason=EVIL, main_cause="action"),
    )


def remembered() -> Iterator[dict[str, str]]:
    for n in range(1, 4):
        for name, recall in (("whole", "1.0"), ("shop", f"0.{n}")):
            told = {"run": f"r{n}", "started": f"2026-01-0{n}T00:00:00+00:00", "site": name}
            yield dict.fromkeys(HEAD, "") | told | {"recall": recall, "truth_digest": f"d{n // 2}"}


@pytest.fixture(scope="session")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    judgements = list(verdicts())
    rows = [replace(row(each), crawlers=crawlers(each.site.name)) for each in judgements]
    total = summarise(rows)
    record = {"summary": total.as_json(), "started": "2026-01-03", "versions": {"python": EVIL}}
    findings = [Finding(site="wall", code=Exit.UNMEASURED, told=EVIL)]
    told = Told(
        run="r3",
        rows=rows,
        groups=groups(rows),
        total=total,
        record=record,
        findings=findings,
        check=check(),
        crawlers=standings(row.crawlers for row in rows),
    )
    pieces = {each.site.name: packed(each, stories=150) for each in judgements}
    write(path, rendered(told, pieces, remembered=list(remembered())))
    return path


@pytest.fixture
def opened(page: Page, report: Path) -> Iterator[Page]:
    """Open the report, and see that it says nothing and asks for nothing."""
    said: list[str] = []
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: said.append(f"asked for {request.url[:80]}"))
    page.goto(report.as_uri())
    page.locator("[data-chart=bands] svg").wait_for()
    yield page
    assert [each for each in said if each != f"asked for {report.as_uri()}"[:91]] == []
    assert page.title() != "owned"
