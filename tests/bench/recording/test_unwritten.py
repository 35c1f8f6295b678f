"""A site whose recording could not be written does not count as measured."""

import asyncio
import json
from pathlib import Path

import pytest

from bench.measure import measure
from bench.sides import open_instruments
from bench.sites.site import Site
from bench.work.task import Task

# The site itself takes the recorder's folder away, before anything is in it.
APP = """
import shutil
async def app(scope, receive, send):
    if scope["type"] == "http":
        shutil.rmtree({folder!r}, ignore_errors=True)
        kind = (b"content-type", b"text/html")
        await send({{"type": "http.response.start", "status": 200, "headers": [kind]}})
        await send({{"type": "http.response.body", "body": b"<title>Shop</title>"}})
"""
TRUTH = {
    "schema": 1,
    "root": "https://shop.test/",
    "landed": "https://shop.test/",
    "verdict": "ok",
    "routes": [],
    "excluded": [],
    "digest": "sha256:0",
}


def test_a_recording_that_is_lost_ends_the_run_before_the_site_is_told_to_be_measured(
    tmp_path: Path,
) -> None:
    out = tmp_path / "out"
    (tmp_path / "vanishing.py").write_text(APP.format(folder=str(out / "recording")))
    (tmp_path / "truths" / "shop").mkdir(parents=True)
    (tmp_path / "truths" / "shop" / "truth.json").write_text(json.dumps(TRUTH))
    site = Site(
        name="shop",
        group="g",
        url="https://shop.test/",
        app="vanishing:app",
        app_dir=str(tmp_path),
        delay=0,
    )
    task = Task(site=site, out=out, truths=tmp_path / "truths", record=True)

    async def run() -> None:
        async with open_instruments() as tools:
            await measure(task, tools, listen=lambda _stage, _count: None)

    with pytest.raises(FileNotFoundError, match=r"\.warc\.gz"):
        asyncio.run(run())
    assert not (out / "site.json").exists()
