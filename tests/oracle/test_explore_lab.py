"""The whole oracle, with a real Chromium, over sites of the lab whose truth is declared."""

import asyncio
from pathlib import Path

import pytest

from bench.lab.catalogue import load
from bench.web.gateway import Gateway
from bench.web.origin import Request, Response
from oracle.browser import open_browser
from oracle.config import Config
from oracle.explore import explore
from oracle.routes.truth import Truth
from tests.oracle.paper import aside, levels

pytestmark = pytest.mark.browser

SITES = (
    "consent",
    "dialog-loop",
    "fragment-views",
    "hash-app",
    "login-redirect",
    "nested-menu",
    "shell",
    "soft404-page",
    "virtual-list",
    "volatile",
)
"""The rest of the lab is for the selftest."""


async def truth_of(name: str, folder: Path) -> Truth:
    site = load(name)
    async with (
        Gateway(site.web, ca_dir=folder) as gateway,
        open_browser(proxy=gateway.proxy, ca=gateway.ca) as browser,
    ):
        return await explore(Config(root=site.root, proxy=gateway.proxy, ca=gateway.ca), browser)


@pytest.mark.parametrize("name", SITES)
def test_the_truth_is_the_declared_one(name: str, tmp_path: Path) -> None:
    site = load(name)
    truth = asyncio.run(truth_of(name, tmp_path))
    found = {level: frozenset(urls) for level, urls in levels(truth).items()}
    put_aside = {reason: frozenset(urls) for reason, urls in aside(truth).items()}
    assert found == {level: site.routes.get(level, frozenset()) for level in (1, 2)}
    assert put_aside == {reason: urls for reason, urls in site.excluded.items() if urls}
    assert truth.shell is (name == "shell")


def test_what_harmless_buttons_send_never_arrives(tmp_path: Path) -> None:
    site = load("archive")
    changes = Request(method="GET", origin="https://depot.test", path="/api/changes")

    async def run() -> tuple[Truth, object]:
        async with (
            Gateway(site.web, ca_dir=tmp_path) as gateway,
            open_browser(proxy=gateway.proxy, ca=gateway.ca) as browser,
        ):
            config = Config(root=site.root, proxy=gateway.proxy, ca=gateway.ca)
            truth = await explore(config, browser)
        return truth, await site.origin.answer(changes)

    truth, count = asyncio.run(run())
    refused = {fault for visit in truth.visits for fault in visit.faults}
    assert refused == {
        f"refused {verb} https://depot.test/api/{path}"
        for verb, path in (
            ("DELETE", "archive"),
            ("DELETE", "file"),
            ("DELETE", "sort"),
            ("POST", "done"),
            ("POST", "shelve"),
        )
    }
    assert isinstance(count, Response)
    assert count.body == b"0"


def test_two_runs_give_one_digest(tmp_path: Path) -> None:
    first, second = (asyncio.run(truth_of("volatile", tmp_path)) for _ in range(2))
    assert first.digest == second.digest
