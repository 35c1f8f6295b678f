"""A crawl that is killed goes on from its state: nothing lost, nothing fetched twice."""

import asyncio
import json
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crawler.address.refusal import Reason, Refused
from crawler.answer.inventory import Inventory, write_lines
from crawler.config import Budget, Config, RobotsManners
from crawler.crawl import crawl
from crawler.state.checkpoint import UnusableError, open_checkpoint
from crawler.state.rebuild import rebuild
from crawler.state.recall import Purpose
from crawler.story.stream import open_stream
from crawler.wire.answer import Answer
from crawler.wire.fetch import Fetched
from crawler.wire.observation import Failure, Hop, Trouble
from tests.crawler.web import (
    QUICK,
    ROOT,
    Asked,
    Page,
    Site,
    html,
    index,
    moved,
    plain,
    proxied,
    serve,
    urlset,
    xml,
)

PAGES = 60
COMMAND = (sys.executable, "-m", "crawler", ROOT)


def page(asked: Asked) -> Page:
    """A page among pages, redirects, dead ends and other files."""
    number = int(asked.url.rpartition("p")[2])
    answers = {
        3: moved(f"/d/p{(number + 11) % PAGES}", cookie="seen=1"),
        5: Page(status=404, body=b"gone"),
        7: Page(body=b"%PDF", type="application/pdf"),
    }
    links = [f"/d/p{(number * 7 + step) % PAGES}" for step in range(4)]
    links += [f"/d/p{number}?utm_source=x", f"/no/{number}", f"http://off.test/{number}"]
    return answers.get(number % 10) or html(*links, text=f"page {number}")


SITE: Site = {
    "/robots.txt": plain("User-agent: *\nDisallow: /no/\nSitemap: /maps.xml"),
    "/": html("/d/p1", "/d/p2", "/d/p4", "#/view", "/app#/a"),
    "/app": html("/d/p8"),
    "/maps.xml": xml(index("/one.xml", "/gone.xml")),
    "/one.xml": xml(urlset(*(f"{ROOT}d/p{n}" for n in range(20, 30)))),
    **{f"/d/p{n}": page for n in range(PAGES)},
}


def killing(site: Site, at: set[int], children: list[subprocess.Popen[bytes]]) -> Site:
    """Kill the running crawl at the nth requests of all; the answer then goes nowhere."""
    count = 0

    def wrapped(asked: Asked) -> Page:
        nonlocal count
        count += 1
        if count in at:
            children[-1].send_signal(signal.SIGKILL)
        found = site.get("/" + asked.url.removeprefix(ROOT), Page(status=404, body=b"<h1>no</h1>"))
        answer = found(asked) if callable(found) else found
        assert isinstance(answer, Page)
        return answer

    return {"*": wrapped}


def lasting(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out what passes, and what says how a run ended."""
    text = json.dumps([line for line in lines if line["event"] != "finished"])
    found: list[dict[str, Any]] = json.loads(text, object_hook=_lasting)
    return found


def _lasting(row: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in row.items() if k not in {"at", "seconds", "attempts", "started"}}


def heard(config: Config, stream: Path) -> Inventory:
    """Crawl in one go, and write the stream."""

    async def run() -> Inventory:
        async with serve(SITE) as web:
            with open_stream(stream, goes_on=False) as listen:
                return await crawl(replace(config, proxy=web.proxy), listen=listen)

    return asyncio.run(run())


def events_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_killed_again_and_again_a_crawl_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole = heard(Config(root=ROOT), tmp_path / "whole.events")
    state, stream = tmp_path / "state", tmp_path / "events"
    children: list[subprocess.Popen[bytes]] = []
    kills = {1, 6, 22, 45}
    out = b""
    asked = Counter[str]()
    site = killing(SITE, kills, children)
    counting = site["*"]

    def count(request: Asked) -> Page:
        asked[request.url] += 1
        assert callable(counting)
        answer = counting(request)
        assert isinstance(answer, Page)
        return answer

    with proxied({"*": count}) as proxy:
        options = ["--proxy", proxy, "--state", str(state), "--events", str(stream)]
        for _ in range(len(kills) + 1):
            with subprocess.Popen([*COMMAND, *options], stdout=subprocess.PIPE) as child:
                children.append(child)
                out, _err = child.communicate(timeout=60)
    assert [child.returncode for child in children] == [-signal.SIGKILL] * len(kills) + [0]
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[-1]["digest"] == whole.digest
    # At most what was under way when it was killed is asked once more.
    once = {each.url for each in whole.candidates if each.observation is not None}
    assert all(asked[url] >= 1 for url in once if "#" not in url and "/d/p" not in url)
    assert sum(count - 1 for count in asked.values()) <= len(kills) * QUICK.concurrency
    assert lasting(events_of(stream)) == lasting(events_of(tmp_path / "whole.events"))


def test_a_stream_makes_the_whole_inventory_again(tmp_path: Path) -> None:
    stream = tmp_path / "events"
    whole = heard(Config(root=ROOT, budget=Budget(pages=40)), stream)
    with stream.open() as lines:
        again = [json.dumps(row, separators=(",", ":")) for row in rebuild(lines).records()]
    assert again == list(write_lines(whole))


@pytest.mark.parametrize("cut", [1, 7, 40, 120])
def test_a_stream_that_was_cut_makes_the_state_up_to_there(cut: int, tmp_path: Path) -> None:
    stream = tmp_path / "events"
    whole = heard(Config(root=ROOT), stream)
    lines = stream.read_text().splitlines(keepends=True)
    state = rebuild([*lines[:cut], lines[cut][:-5]])
    known = [each.url for each in whole.candidates]
    assert [record.url for record in state.frontier] == known[: len(state.frontier)]
    found = sum('"event":"found"' in line for line in lines[:cut])
    assert len(state.frontier) == found


def test_every_event_of_frontier_and_page_carries_the_running_tally(tmp_path: Path) -> None:
    stream = tmp_path / "events"
    whole = heard(Config(root=ROOT), stream)
    told = [line for line in events_of(stream) if "url" in line and "discovered_kinds" in line]
    assert {line["event"] for line in told} >= {"found", "cited", "settled", "page"}
    keys = {(each.key, each.kind) for each in whole.candidates if each.refusal is None}
    expected = Counter(kind for _, kind in keys)
    assert {k: n for k, n in told[-1]["discovered_kinds"].items() if n} == expected
    sums = [sum(line["discovered_kinds"].values()) for line in told]
    assert sums == sorted(sums)


def test_a_crawl_that_stopped_by_its_budget_goes_on_with_a_larger_one(tmp_path: Path) -> None:
    async def run() -> tuple[list[Inventory], Counter[str]]:
        async with serve(SITE) as web:
            found = []
            for pages in (10, 10, 25, 500):
                config = Config(
                    root=ROOT, proxy=web.proxy, pacing=QUICK, budget=Budget(pages=pages)
                )
                with open_checkpoint(tmp_path / "state", config) as memory:
                    found.append(await crawl(config, memory=memory))
            return found, web.counts

    (ten, again, more, most), counts = asyncio.run(run())
    assert ten.digest == again.digest
    assert [each.stop for each in (ten, more, most)] == ["pages", "pages", "exhausted"]
    assert more.counts["fetched"] + more.counts["failed"] > ten.counts["fetched"]
    assert max(counts[url] for url in counts if not url.endswith(("d/p1", "d/p2"))) <= 2
    assert counts[f"{ROOT}robots.txt"] == 1
    assert counts[f"{ROOT}app"] <= 2


def test_a_site_that_lets_in_whom_its_first_page_gave_a_cookie_stays_open(tmp_path: Path) -> None:
    links = [f"/p{n}" for n in range(30)]

    def behind(asked: Asked) -> Page:
        return html() if "seen=1" in asked.headers.get("cookie", "") else Page(status=403)

    site: Site = {
        "/": html("/hop", *links),
        "/hop": moved("/hopped", cookie="seen=1; Path=/"),
        "/hopped": html(),
        **dict.fromkeys(links, behind),
    }

    async def run() -> list[Inventory]:
        ends = []
        async with serve(site) as web:
            for pages in (5, 100):
                config = Config(
                    root=ROOT,
                    proxy=web.proxy,
                    pacing=replace(QUICK, concurrency=1),
                    budget=Budget(pages=pages),
                )
                with open_checkpoint(tmp_path / "state", config) as memory:
                    ends.append(await crawl(config, memory=memory))
        return ends

    _, found = asyncio.run(run())
    assert found.counts["fetched"] == 33
    assert found.counts["failed"] == 0


def test_a_robots_txt_that_changed_on_the_way_is_remembered_as_it_was(tmp_path: Path) -> None:
    def robots(asked: Asked) -> Page:
        return plain("" if asked.nth == 1 else "User-agent: *\nDisallow: /d/p4")

    config = Config(root=ROOT, pacing=QUICK, robots=RobotsManners(reuse=0))

    async def run() -> tuple[Inventory, Inventory, int]:
        async with serve({**SITE, "/robots.txt": robots}) as web:
            asked = replace(config, proxy=web.proxy)
            with open_checkpoint(tmp_path / "state", asked) as memory:
                first = await crawl(asked, memory=memory)
            before = len(web.asked)
            with open_checkpoint(tmp_path / "state", asked) as memory:
                second = await crawl(asked, memory=memory)
            return first, second, len(web.asked) - before

    first, second, more = asyncio.run(run())
    assert first.digest == second.digest
    assert more <= 1  # robots.txt, in the wave that finds nothing left
    refused = next(each for each in first.candidates if each.url == f"{ROOT}d/p4")
    assert refused.refusal is not None


FETCHED = Fetched(
    requested="http://a.test/",
    url="http://a.test/b",
    hops=(Hop(url="http://a.test/", status=302, location="/b\udc80"),),
    answer=Answer(
        url="http://a.test/b",
        status=200,
        headers=(("X", "\udcff"), ("X", "y")),
        body=bytes(range(256)) * 50,
        size=12_800,
        trouble=Trouble(reason=Failure.PROTOCOL, detail="cut"),
    ),
    attempts=3,
    seconds=0.5,
    at="2026-11-30T12:00:00.000+00:00",
    cookies=(("http://a.test/", "a=b; Path=/"),),
)


@pytest.mark.parametrize(
    "fetched",
    [
        FETCHED,
        replace(FETCHED, answer=None, trouble=Trouble(reason=Failure.TLS, detail="no")),
        replace(FETCHED, answer=None, refused=Refused(reason=Reason.HOST, rule="no")),
    ],
)
def test_a_fetch_comes_back_as_it_was_kept(fetched: Fetched, tmp_path: Path) -> None:
    config = Config(root="http://a.test/")
    with open_checkpoint(tmp_path / "state", config) as memory:
        assert memory.last_wave == -1
        memory.keep(Purpose.PAGE, fetched, wave=2)
    with open_checkpoint(tmp_path / "state", config) as memory:
        assert memory.last_wave == 2
        assert memory.find(Purpose.PAGE, "http://a.test/", waves=range(5)) == fetched
        assert memory.find(Purpose.PAGE, "http://a.test/", waves=range(2)) is None
        assert memory.find(Purpose.PROBE, "http://a.test/", waves=range(5)) is None


def test_a_state_that_no_crawl_can_go_on_from_says_why(tmp_path: Path) -> None:
    config = Config(root="http://a.test/")
    state = tmp_path / "state"
    with open_checkpoint(state, config):
        assert _complaint(state, config) == f"the state file {state} is in use by another crawl"
    other = Config(root="http://a.test/", paths=("/x",), budget=Budget(pages=3))
    assert "is of another crawl: it differs in paths" in _complaint(state, other)
    assert "differs in root" in _complaint(state, Config(root="http://b.test/"))
    state.write_text("no database, and long enough to be taken for one" * 10)
    assert "is none: file is not a database" in _complaint(state, config)
    assert "is none: unable to open" in _complaint(tmp_path / "no" / "state", config)


def _complaint(state: Path, config: Config) -> str:
    with pytest.raises(UnusableError) as complaint, open_checkpoint(state, config):
        pass
    return str(complaint.value)


def test_a_stream_alone_begins_anew(tmp_path: Path) -> None:
    stream = tmp_path / "events"
    stream.write_text("of another crawl\n")
    with open_stream(stream, goes_on=False):
        pass
    assert stream.read_text() == ""
