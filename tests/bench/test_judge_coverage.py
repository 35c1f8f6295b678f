"""What the oracle could have seen: the pool, what of it counts, and weak truths."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.ask import open_asker
from bench.checks import check
from bench.facts.checks import Checks, Liveness, Pool, PoolEntry, PoolProbe
from bench.facts.inventory import Candidate, Citation
from bench.facts.truth import Exclusion
from bench.facts.witness import Witness
from bench.judging import judged as judged_home
from bench.lab import catalogue
from bench.sites.site import Site
from bench.verdict.atlas import atlas_of
from bench.verdict.match import hops_of
from bench.verdict.pool import pool_of
from bench.verdict.score import row, summarise
from bench.web.gateway import Gateway
from bench.work.sitefile import finish
from bench.work.task import Task
from tests.bench.conftest import declared
from tests.bench.strategies import (
    at,
    excluded,
    fetched,
    inventory,
    judged,
    pending,
    redirects,
    route,
    seed,
    served,
    truth,
)


def cited(url: str, source: str = "/", via: str = "link", **seen: Any) -> Candidate:
    told = fetched(url, **seen) if seen else pending(url)
    return replace(told, citation=Citation(via=via, source=at(source)))


FACTS = truth(
    route("/a"),
    excluded=(excluded("/offer?tid=*", Exclusion.VOLATILE), excluded("/dead", Exclusion.DEAD)),
    redirects=redirects(("/old", "/a")),
)
TWO_LEVELS = {"/b": (1, "crawler"), "/c": (2, "crawler")}
STEPS = [
    ("a link that only a crawler took", (cited("/b"),), {"/b": (1, "crawler")}),
    ("on the second level", (cited("/b", "/a"),), {"/b": (2, "crawler")}),
    ("below a page unknown to the oracle", (cited("/b"), cited("/c", "/b")), TWO_LEVELS),
    ("on the third level", (cited("/b", "/a"), cited("/c", "/b")), {"/b": (2, "crawler")}),
    ("from nowhere", (cited("/b", "/nowhere"),), {}),
    ("by a sitemap alone", (cited("/b", "/sitemap.xml", "sitemap"),), {}),
    ("a canonical is no way", (cited("/b", "/", "canonical"),), {}),
    ("a route in another spelling", (cited("/a/"), cited("/old")), {}),
    ("put aside by the oracle", (cited("/dead"),), {}),
    ("volatile, with a token of its own", (cited("/offer?tid=123"),), {}),
    ("a view of a page", (cited("/#/view"),), {}),
    ("another site", (cited("https://b.test/"),), {}),
    ("no address", (cited("mailto:a@a.test"), cited("http://void 0:1/")), {}),
    ("a redirect to a route", (cited("/new", "/", final_url=at("/a")),), {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("candidates", "found"), [step[1:] for step in STEPS], ids=[step[0] for step in STEPS]
)
def test_the_pool(candidates: tuple[Candidate, ...], found: dict[str, tuple[int, str]]) -> None:
    told = inventory(seed(), *candidates)
    entries = pool_of(
        FACTS,
        atlas_of(FACTS).with_hops(hops_of(told)),
        witness=None,
        inventories=[told],
        in_site=lambda url: url.startswith(at("/")),
    )
    assert {each.url: (each.level, each.by) for each in entries} == {
        at(path): told for path, told in found.items()
    }


def test_served_html_is_a_way() -> None:
    pages = (
        served("/", '<a href="/b#top">'),
        served("/a", '<a href="/c">'),
        served("/z", '<a href="/d">'),
    )
    entries = pool_of(
        FACTS,
        atlas_of(FACTS),
        witness=Witness(pages=pages),
        inventories=[],
        in_site=lambda _: True,
    )
    assert entries == (
        PoolEntry(url=at("/b"), page=at("/"), level=1, by="html"),
        PoolEntry(url=at("/c"), page=at("/a"), level=2, by="html"),
    )


def test_what_only_machines_are_told_of_is_no_way() -> None:
    # Sphinx names its search page in every head, and in a form.
    head = '<link rel="search" href="/search"><form action="/find"></form>'
    pages = (served("/", f'{head}<link rel="help" href="/help"><a href="/help">Help</a>'),)
    told = inventory(seed(), *(cited(path) for path in ("/search", "/find", "/help", "/next")))
    entries = pool_of(
        FACTS,
        atlas_of(FACTS),
        witness=Witness(pages=pages),
        inventories=[told],
        in_site=lambda _: True,
    )
    assert [entry.url for entry in entries] == [at("/help"), at("/next")]


def probe(url: str, verdict: Liveness, final_url: str | None = None) -> PoolProbe:
    end = at(final_url or url)
    return PoolProbe(url=at(url), page=at("/"), level=1, by="html", verdict=verdict, final_url=end)


def test_only_live_pages_that_are_none_of_its_own_count_against_the_oracle() -> None:
    probes = (
        probe("/b", Liveness.ALIVE),
        probe("/b?utm_source=x", Liveness.ALIVE),
        probe("/c", Liveness.ALIVE, "/a"),
        probe("/d", Liveness.SOFT_404),
        probe("/e", Liveness.UNKNOWN),
    )
    pool = Pool(beyond=5, sample=probes)
    told = judged(truth(route("/a")), inventory(seed()), checks=Checks(pool=pool)).coverage
    assert told is not None
    assert (told.share, told.pool, told.seen, told.unknown) == (0.5, 2, 1, 1)
    assert told.unseen == (at("/b"),)
    assert told.weak


def test_a_sample_is_scaled_up() -> None:
    pool = Pool(beyond=400, sample=(probe("/b", Liveness.ALIVE), probe("/c", Liveness.DEAD)))
    told = judged(truth(route("/a")), inventory(), checks=Checks(pool=pool)).coverage
    assert told is not None
    assert (told.pool, told.beyond, told.asked) == (201, 400, 2)


def test_weak_truths_are_counted_and_the_mean_is_told_without_them() -> None:
    pool = Pool(beyond=1, sample=(probe("/b", Liveness.ALIVE),))
    weak = row(judged(truth(route("/a")), inventory(fetched("/a")), checks=Checks(pool=pool)))
    strong = row(judged(truth(route("/a")), inventory(), checks=Checks(pool=Pool())))
    unasked = row(judged(truth(route("/a")), inventory()))
    assert (weak.weak_truth, strong.weak_truth, unasked.coverage) == (True, False, None)
    total = summarise([weak, strong, unasked])
    assert (total.weak_truths, total.macro_recall_strong) == (1, 0.0)
    assert total.macro_recall == pytest.approx(1 / 3)
    assert json.loads(json.dumps(weak.as_json()))["weak_truth"] is True


def test_what_is_listed_is_asked_during_the_run(tmp_path: Path) -> None:
    """A truth that lacks two pages of a live site, which a crawler found by links, is weak."""
    lab = catalogue.load("plain")
    site = Site(name="plain", group="lab", lab="plain")
    lost = ["https://plain.test/about", "https://plain.test/beds/roses"]
    facts = declared("plain")
    facts["routes"] = [each for each in facts["routes"] if each["url"] not in lost]  # type: ignore[attr-defined] # JSON
    (tmp_path / "truth.json").write_text(json.dumps(facts))
    lines: list[dict[str, object]] = [{"record": "inventory", "schema": 1, "landed": lab.root}]
    for url, source in (
        (lost[0], lab.root),
        (lost[1], "https://plain.test/beds"),
        (f"{lab.root}gone", lab.root),
    ):
        citation = {"via": "link", "source": source}
        lines.append({"record": "candidate", "url": url, "listed": True, "citation": citation})
    text = "\n".join(json.dumps(line) for line in (*lines, {"record": "end", "stop": "exhausted"}))
    (tmp_path / "inventory.jsonl").write_text(text)

    async def ask() -> None:
        async with (
            Gateway(lab.web) as gateway,
            open_asker(proxy=gateway.proxy, ca=gateway.ca) as asker,
        ):
            await check(site, tmp_path, asker)

    asyncio.run(ask())
    finish(Task(site=site, out=tmp_path))
    verdict = judged_home(tmp_path)
    assert verdict.coverage is not None
    assert list(verdict.coverage.unseen) == lost
    assert verdict.coverage.share == pytest.approx(4 / 6)
    precision = verdict.checks.precision
    assert precision is not None
    assert [each.verdict for each in precision.sample] == [
        Liveness.ALIVE,
        Liveness.ALIVE,
        Liveness.DEAD,
    ]
