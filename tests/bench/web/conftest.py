"""What the gateway's tests share: a loop that reports nothing, and a small built site."""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

Result = TypeVar("Result")

PAGE = b"<!doctype html><title>Home</title>" + b"<p>Words that repeat, words that repeat.</p>" * 50


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
def run() -> Callable[[Coroutine[Any, Any, Any]], Any]:
    """Run a coroutine; no task, no open file and no report of the loop may be left behind."""

    async def watched(main: Coroutine[Any, Any, Result]) -> tuple[Result, list[dict[str, Any]]]:
        reports: list[dict[str, Any]] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _loop, context: reports.append(context))
        result = await main
        gc.collect()
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return result, reports

    def run(main: Coroutine[Any, Any, Result]) -> Result:
        before = _open_files()
        result, reports = asyncio.run(watched(main))
        assert reports == []
        assert _open_files() <= before
        return result

    return run


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small built site, with what hosts of such sites have in them."""
    root = tmp_path / "site"
    files = {
        "index.html": PAGE,
        "docs/index.htm": b"<title>Docs</title>",
        "docs/a b/\u00fc.html": b"<title>Umlaut</title>",
        "empty/file.txt": b"",
        "style.css": b"p { color: red }",
        "data.bin": bytes(range(256)) * 8,
        "UPPER.HTML": b"<title>Upper</title>",
        "large.pdf": b"%PDF" + bytes(3 << 20),
    }
    for name, body in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    (tmp_path / "secret.html").write_bytes(b"<title>Secret</title>")
    return root
