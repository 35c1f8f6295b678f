import asyncio
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.oracle.paper import Page, served

PAGES = {
    "https://shop.test/": Page(body="<title>Shop</title><a href=/a>A</a> <a href=/gone>G</a>"),
    "https://shop.test/a": Page(body="<h1>A</h1><a href=/a/1>one</a>"),
    "https://shop.test/a/1": Page(body="<h1>One</h1>"),
}


def oracle(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "oracle", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
        env={**os.environ, **environment},
    )


USAGE = [
    (("shop.test",), "Not an http or https address: shop.test"),
    (("ftp://shop.test/",), "Not an http or https address"),
    (("https://shop.test/", "--host", "a b"), "--host or --path: not a host: a b"),
    (("https://shop.test/", "--visits", "0"), "--visits"),
    (("https://shop.test/", "--ca", "/nowhere.pem"), "--ca"),
    ((), "url"),
]


@pytest.mark.parametrize(("arguments", "said"), USAGE, ids=str)
def test_what_cannot_be_meant_is_said_at_once(arguments: tuple[str, ...], said: str) -> None:
    ended = oracle(*arguments)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


def test_without_a_browser_one_line_says_what_to_type() -> None:
    ended = oracle("https://shop.test/", BENCH_CHROMIUM="/nowhere/chromium")
    assert ended.returncode == 4
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "BENCH_CHROMIUM" in ended.stderr


def test_a_machine_without_any_browser_says_what_to_type() -> None:
    nowhere = {"PATH": "/nonexistent", "PLAYWRIGHT_BROWSERS_PATH": "/nonexistent"}
    ended = oracle("https://shop.test/", BENCH_CHROMIUM="", **nowhere)
    assert ended.returncode == 4
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "playwright install chromium" in ended.stderr


def test_a_browser_that_does_not_start_is_said_in_one_line(tmp_path: Path) -> None:
    named = tmp_path / "browser"
    named.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Chromium 99.0.0.1\n', "utf-8")
    named.chmod(0o755)
    out = ("--out", str(tmp_path / "out"))
    ended = oracle("http://127.0.0.1:9/", *out, BENCH_CHROMIUM=str(named))
    assert ended.returncode == 4
    assert len(ended.stderr.strip().splitlines()) == 1
    assert f"BENCH_CHROMIUM={named}: it does not start as a browser" in ended.stderr


async def run_over_gateway(folder: Path, url: str, *more: str) -> subprocess.CompletedProcess[str]:
    async with served(PAGES, folder) as (config, _):
        reach = ("--proxy", str(config.proxy), "--ca", str(config.ca))
        return await asyncio.to_thread(oracle, url, *reach, "--out", str(folder / "out"), *more)


@pytest.mark.browser
def test_a_site_is_explored_from_the_command_line(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    ended = asyncio.run(run_over_gateway(tmp_path, "https://shop.test/", "--trace", str(trace)))
    assert ended.returncode == 0, ended.stderr
    assert sorted(one.name for one in trace.iterdir()) == ["0001-shop-test", "0002-shop-test-a"]
    summary = ended.stdout.splitlines()
    assert len(summary) == 2
    assert summary[0] == "https://shop.test/  ok: 2 routes (1 + 1), 1 put aside"
    truth = json.loads((tmp_path / "out/truth.json").read_text())
    assert [(route["url"], route["level"]) for route in truth["routes"]] == [
        ("https://shop.test/a", 1),
        ("https://shop.test/a/1", 2),
    ]
    with zipfile.ZipFile(tmp_path / "out/witness.zip") as archive:
        entries = [visit["witness"] for visit in truth["visits"]]
        assert archive.read(entries[0]).decode() == PAGES["https://shop.test/"].body


@pytest.mark.browser
def test_a_site_that_cannot_be_seen_ends_with_3_and_its_reason(tmp_path: Path) -> None:
    ended = asyncio.run(run_over_gateway(tmp_path, "https://nowhere.test/"))
    assert ended.returncode == 3
    assert "https://nowhere.test/  error: " in ended.stdout
    assert json.loads((tmp_path / "out/truth.json").read_text())["verdict"] == "error"


@pytest.mark.browser
def test_a_folder_that_takes_no_files_is_noticed_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    out = ("--out", str(tmp_path / "file" / "out"))
    ended = asyncio.run(run_over_gateway(tmp_path, "https://shop.test/", *out))
    assert ended.returncode == 4
    assert ended.stderr.startswith("Cannot write to ")
    assert "level-1 pages" not in ended.stderr
