"""Archives that other tools made, of a site on loopback, answer under its addresses."""

import asyncio
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.web.archive.origin import open_archive
from bench.web.gateway import Gateway
from crawler.answer.inventory import Inventory
from crawler.config import Config
from crawler.crawl import crawl
from tests.bench.web.live import Live, serving

ROUTES = {"/", "/docs/", "/docs/deep.html", "/packed.html", "/moved", "/lost"}
CAPTURE = """
import sys
from warcio.capture_http import capture_http
import http.client
file, port, *paths = sys.argv[1:]
with capture_http(file):
    for path in paths:
        line = http.client.HTTPConnection("127.0.0.1", int(port))
        line.request("GET", path, headers={"Accept-Encoding": "gzip"})
        line.getresponse().read()
"""


@pytest.fixture
def live() -> Iterator[Live]:
    """A small site, really served."""
    with serving() as site:
        yield site


def by_wget(site: Live, file: Path) -> None:
    stem = str(file).removesuffix(".warc.gz")
    command = ["wget", "-q", "-r", "-l", "3", "--no-proxy", f"--warc-file={stem}", site.root]
    subprocess.run(command, cwd=file.parent, check=False, timeout=60)


def by_warcio(site: Live, file: Path, last: str = "/robots.txt") -> None:
    paths = [*sorted(ROUTES), "/robots.txt", last]
    command = [sys.executable, "-c", CAPTURE, str(file), str(site.port), *paths]
    subprocess.run(command, check=True, timeout=60)


def as_wacz(site: Live, file: Path) -> None:
    """As Browsertrix lays a WACZ out: packed records, stored, beside indexes."""
    inside = file.with_name("data.warc.gz")
    by_warcio(site, inside)
    with zipfile.ZipFile(file, "w") as whole:
        whole.write(inside, "archive/data.warc.gz")
        whole.writestr("indexes/index.cdx.gz", b"")
        whole.writestr("datapackage.json", '{"profile": "data-package", "wacz_version": "1.1.1"}')


@pytest.mark.parametrize(
    ("make", "name"),
    [
        pytest.param(
            by_wget,
            "wget.warc.gz",
            marks=pytest.mark.skipif(shutil.which("wget") is None, reason="wget is not here"),
        ),
        pytest.param(by_warcio, "warcio.warc.gz"),
        pytest.param(as_wacz, "a.wacz"),
    ],
)
def test_a_foreign_archive_is_crawled_as_the_site_was(
    live: Live, tmp_path: Path, make: Callable[[Live, Path], None], name: str
) -> None:
    make(live, tmp_path / name)
    first = asyncio.run(crawl(Config(root=live.root)))
    with ExitStack() as stack:
        archive = open_archive(tmp_path / name, stack)
        assert archive.index.flaws == []

        async def again() -> Inventory:
            async with Gateway(archive) as gateway:
                return await crawl(Config(root=live.root, proxy=gateway.proxy, ca=gateway.ca))

        second = asyncio.run(again())
    assert set(first.listed) == {live.root.rstrip("/") + path for path in ROUTES - {"/lost"}}
    assert set(second.listed) == set(first.listed)
    bodies = [
        {each.url: each.observation and each.observation.sha256 for each in found.candidates}
        for found in (first, second)
    ]
    assert bodies[0] == bodies[1]
