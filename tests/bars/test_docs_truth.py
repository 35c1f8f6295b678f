"""Real documentation sites: two passes agree, and what `wget -r -l 2` finds is in the truth."""

import asyncio
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bench.sites.site import Site
from bench.sites.suite import load
from bench.sites.target import Absent, locate
from bench.web.gateway import Gateway
from oracle.browser import open_browser
from oracle.config import Config
from oracle.explore import explore
from oracle.liveness.answer import DOCUMENTS, media_of
from oracle.routes.assemble import Roots
from oracle.routes.truth import Truth
from oracle.url import document, identity
from tests.bars.chromium import told

pytestmark = [pytest.mark.bar, pytest.mark.browser, pytest.mark.timeout(7200)]

REPEATABLE = 0.999
VISITS = 1000  # all of level 1
SUITE = Path(__file__).parents[2] / "sites.yaml"
SITES = load(SUITE).select(groups=["docs"])

# `wget -S` tells each address that it asks for, and then the heads of the answers.
_ASKED = re.compile(r"^--\d{4}-\d\d-\d\d \d\d:\d\d:\d\d--  (\S+)$")
_STATUS = re.compile(r"^  HTTP/1\.[01] (\d{3})")
_TYPE = re.compile(r"^  Content-Type: *(.*)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Heard:
    """What wget was told for one address."""

    url: str
    status: int = 0
    kind: str = ""


def heard(log: str) -> Iterator[Heard]:
    """Every request in a log of `wget -S`."""
    last: Heard | None = None
    for line in log.splitlines():
        if asked := _ASKED.match(line):
            if last is not None:
                yield last
            last = Heard(asked[1])
        elif last is not None and (status := _STATUS.match(line)):
            last = replace(last, status=int(status[1]))
        elif last is not None and (kind := _TYPE.match(line)):
            last = replace(last, kind=media_of(kind[1]))
    if last is not None:
        yield last


async def found_by_wget(root: str, gateway: Gateway, folder: Path, *ways: str) -> frozenset[str]:
    """The live documents that wget finds within two levels of the root."""
    log = folder / "wget.log"
    options = [
        "-r",
        "-l",
        "2",
        "-S",
        "-o",
        str(log),
        "-P",
        str(folder / "copy"),
        "-e",
        "robots=off",
    ]
    way = ["-e", f"https_proxy={gateway.proxy}", "--ca-certificate", str(gateway.ca)]
    process = await asyncio.create_subprocess_exec("wget", *options, *way, *ways, root)
    await process.wait()
    told_of = heard(log.read_text("utf-8", "replace"))
    live = (one.url for one in told_of if one.status == 200 and one.kind in DOCUMENTS)
    return frozenset(filter(None, (identity(document(url)) for url in live)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A site's truth, by two passes, and wget's documents: by all elements, and for readers.

    `link` elements and the actions of forms lead a machine to a page (`rel=search`, a search form
    that nobody filled in), and no reader: what hangs on them alone is no route.
    """

    truth: Truth
    by_all: frozenset[str]
    for_readers: frozenset[str]


async def measured(site: Site, folder: Path) -> Measured:
    """Explore a site, then let wget loose on it."""
    target = locate(site)
    if isinstance(target, Absent) or target.web is None:
        pytest.skip(str(target))
    async with (
        Gateway(target.web, ca_dir=folder) as gateway,
        open_browser(proxy=gateway.proxy, ca=gateway.ca) as browser,
    ):
        asked = Config(
            root=target.root, proxy=gateway.proxy, ca=gateway.ca, visits=VISITS, passes=2
        )
        truth = await explore(asked, browser)
        ways: tuple[list[str], ...] = ([], ["--ignore-tags=link,form"])
        found = [await found_by_wget(truth.landed, gateway, folder, *way) for way in ways]
        return Measured(truth=truth, by_all=found[0], for_readers=found[1])


@pytest.mark.parametrize("site", SITES, ids=[site.name for site in SITES])
def test_two_passes_agree_and_all_that_wget_finds_is_known(site: Site, tmp_path: Path) -> None:
    if shutil.which("wget") is None:
        pytest.skip("wget is not installed; on Debian: apt-get install wget")
    found = asyncio.run(measured(site, tmp_path))
    truth, documents = found.truth, found.by_all
    routes = {document(url) for route in truth.routes for url in (route.url, *route.aliases)}
    roots = Roots(landed=truth.landed, known=frozenset({truth.root, truth.landed}))
    aside = {one.url: f"{one.reason}: {one.evidence}" for one in truth.excluded}
    beyond = documents - routes - aside.keys()
    unknown = sorted(url for url in beyond if not roots.holds(url))
    missing = [url for url in unknown if url in found.for_readers]
    put_aside = {url: aside[url] for url in sorted(documents & aside.keys() - routes)}
    told(
        {
            "site": site.name,
            "routes": len(truth.routes),
            "put aside": len(truth.excluded),
            "repeatability": truth.repeatability,
            "unseen": truth.agreement and truth.agreement.at_least,
            "by wget": len(documents),
            "for machines alone": [url for url in unknown if url not in found.for_readers],
            "missing": missing[:50],
            "put aside, live to wget": put_aside,
            "seconds": round(truth.seconds),
        }
    )
    assert not truth.sampled
    assert truth.repeatability is not None
    assert truth.repeatability >= REPEATABLE
    assert missing == []
    assert put_aside == {}
