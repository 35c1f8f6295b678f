"""The whole oracle, with a real Chromium, over sites of the lab whose truth is declared."""

import asyncio
from pathlib import Path

import pytest

from bench.lab.catalogue import load
from bench.web.gateway import Gateway
from oracle.browser import open_browser
from oracle.config import Config
from oracle.explore import explore
from oracle.routes.truth import Truth
from tests.oracle.paper import aside, levels

pytestmark = pytest.mark.browser

SITES = ("hash-app", "login-redirect", "shell", "soft404-page", "volatile")


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


def test_two_runs_give_one_digest(tmp_path: Path) -> None:
    first, second = (asyncio.run(truth_of("volatile", tmp_path)) for _ in range(2))
    assert first.digest == second.digest
