"""Applications built by frameworks' own tools: the oracle's truth is the hand-written one."""

import asyncio
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from bench.web.directory import Directory, Serving
from bench.web.gateway import Gateway
from bench.web.origin import Web, origin_of
from oracle.browser import open_browser
from oracle.config import Config
from oracle.explore import explore
from oracle.routes.truth import Truth

pytestmark = [pytest.mark.bar, pytest.mark.browser, pytest.mark.timeout(1800)]

SITES = Path(__file__).parent / "frameworks"
BUILT = ("react-router", "vue-hash", "vitepress")
FALLING_BACK = {"react-router"}
"""Sites whose server answers every path without an ending with the application."""


def built(name: str, folder: Path) -> Path:
    """The site, built from its sources with the packages that its lock names."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed; on Debian: apt-get install npm")
    home = folder / name
    shutil.copytree(SITES / name, home, ignore=shutil.ignore_patterns("truth.json"))
    for command in (("ci", "--ignore-scripts", "--no-audit", "--no-fund"), ("run", "build")):
        done = subprocess.run(
            ["npm", *command], cwd=home, capture_output=True, text=True, timeout=900, check=False
        )
        assert done.returncode == 0, f"npm {command[0]}: {done.stderr[-2000:]}"
    return home / "dist"


async def truth_of(root: str, site: Directory, folder: Path) -> Truth:
    """What the oracle says of the site."""
    async with (
        Gateway(Web({origin_of(root): site}), ca_dir=folder) as gateway,
        open_browser(proxy=gateway.proxy, ca=gateway.ca) as browser,
    ):
        return await explore(Config(root=root, proxy=gateway.proxy, ca=gateway.ca), browser)


@pytest.mark.parametrize("name", BUILT)
def test_the_truth_of_a_built_site_is_the_one_written_by_hand(name: str, tmp_path: Path) -> None:
    told = json.loads((SITES / name / "truth.json").read_text("utf-8"))
    serving = Serving(fallback="index.html" if name in FALLING_BACK else None)
    site = Directory(built(name, tmp_path), serving)
    truth = asyncio.run(truth_of(told["root"], site, tmp_path))
    home = told["root"].removesuffix("/")
    found = {(str(route.level), route.url.removeprefix(home)) for route in truth.routes}
    aside = {(str(one.reason), one.url.removeprefix(home)) for one in truth.excluded}
    assert found == _pairs(told["routes"])
    assert aside == _pairs(told["aside"])
    print(f"\n{name}: {len(truth.routes)} routes, as written, in {truth.seconds:.0f} s")  # noqa: T201 - the figure


def _pairs(written: dict[str, list[str]]) -> set[tuple[str, str]]:
    return {(kind, path) for kind, paths in written.items() for path in paths}
