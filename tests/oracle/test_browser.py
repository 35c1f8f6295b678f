"""A browser is found or asked for, and nothing of it is left behind."""

import asyncio
from pathlib import Path

import pytest

from bench.web.gateway import Gateway
from bench.web.origin import Request, Response, Web
from oracle.browser import NoBrowserError, open_browser, why_unfit
from oracle.chromium import Found, Missing, find_chromium, launch_flags
from oracle.config import Config
from oracle.routes.visit import Visit

pytestmark = pytest.mark.browser


def program(folder: Path, name: str, says: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{says}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without any browser; what is put into the folder is on its path."""
    monkeypatch.delenv("BENCH_CHROMIUM", raising=False)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", "/nonexistent")
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_no_browser_says_what_to_type(bare: Path) -> None:
    assert list(bare.iterdir()) == []
    found = find_chromium()
    assert isinstance(found, Missing)
    assert "playwright install chromium" in found.message
    assert "BENCH_CHROMIUM=" in found.message
    assert "\n" not in found.message


def test_a_browser_of_the_machine(bare: Path) -> None:
    path = program(bare, "chromium", "echo Chromium 123.4.5.6 built on Somewhere")
    assert find_chromium() == Found(path=path, source="machine", version="123.4.5.6")


def test_a_browser_that_does_not_run_is_none(bare: Path) -> None:
    program(bare, "chromium", "exit 1")
    second = program(bare, "google-chrome", "echo Google Chrome 99.0.0.1")
    assert find_chromium() == Found(path=second, source="machine", version="99.0.0.1")


def test_the_named_browser_comes_first(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(bare, "chromium", "echo Chromium 1.0.0.0")
    named = program(bare, "mine", "echo Chromium 2.0.0.0")
    monkeypatch.setenv("BENCH_CHROMIUM", str(named))
    assert find_chromium() == Found(path=named, source="BENCH_CHROMIUM", version="2.0.0.0")


@pytest.mark.parametrize(
    ("says", "why"),
    [
        (None, "no such file"),
        ("exit 3", "does not run"),
        ("echo 'cat (GNU coreutils) 9.1'", "does not run as a browser"),
    ],
)
def test_a_named_browser_of_no_use_is_not_replaced(
    bare: Path, monkeypatch: pytest.MonkeyPatch, says: str | None, why: str
) -> None:
    program(bare, "chromium", "echo Chromium 1.0.0.0")
    named = bare / "mine" if says is None else program(bare, "mine", says)
    monkeypatch.setenv("BENCH_CHROMIUM", str(named))
    found = find_chromium()
    assert isinstance(found, Missing)
    assert why in found.message
    assert str(named) in found.message


@pytest.mark.usefixtures("bare")
def test_opening_without_a_browser_says_so() -> None:
    async def opening() -> None:
        async with open_browser():
            pass

    with pytest.raises(NoBrowserError, match="playwright install chromium"):
        asyncio.run(opening())


def test_what_only_tells_a_version_is_no_browser(bare: Path) -> None:
    named = program(bare, "chromium", "echo Chromium 1.0.0.0")
    said = asyncio.run(why_unfit())
    assert said is not None
    assert said.startswith(f"{named}: it does not start as a browser")


@pytest.mark.parametrize(("user", "given_up"), [(0, True), (1000, False)])
def test_the_sandbox_is_given_up_only_as_root(
    monkeypatch: pytest.MonkeyPatch, *, user: int, given_up: bool
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    assert ("--no-sandbox" in launch_flags()) is given_up


def children() -> set[str]:
    """Processes below this one, by number and name."""
    tasks = Path("/proc/self/task").glob("*/children")
    waiting = [pid for task in tasks for pid in task.read_text().split()]
    found: set[str] = set()
    while waiting:
        pid = waiting.pop()
        found.add(pid)
        for task in Path(f"/proc/{pid}/task").glob("*/children"):
            try:
                waiting.extend(task.read_text().split())
            except OSError:
                continue  # it ended between two looks
    return found


def is_running(pid: str) -> bool:
    """Whether the process is more than a name that its parent has yet to read."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in {"Z", "X"}


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
def test_no_process_is_left() -> None:
    before = children()

    async def opening() -> set[str]:
        async with open_browser() as browser:
            await (await browser.site(Config(root="http://127.0.0.1/"))).render("about:blank")
            return children()

    during = asyncio.run(opening())
    assert len(during) > len(before) + 2
    assert {pid for pid in during - before if is_running(pid)} == set()


class Hello:
    """An origin with one page."""

    async def answer(self, request: Request) -> Response:
        body = f"<title>Hello</title><a href=/a>{request.url}</a>".encode()
        return Response(status=200, headers=(("content-type", "text/html"),), body=body)


@pytest.mark.parametrize("trusting", [True, False])
def test_certificates_of_the_gateway(tmp_path: Path, *, trusting: bool) -> None:
    async def visiting() -> Visit:
        web = Web({"www.shop.test": Hello()})
        async with (
            Gateway(web, ca_dir=tmp_path) as gateway,
            open_browser(proxy=gateway.proxy, ca=gateway.ca if trusting else None) as browser,
        ):
            site = await browser.site(Config(root="https://www.shop.test/"))
            return await site.visit("https://www.shop.test/", level=0)

    visit = asyncio.run(visiting())
    if trusting:
        assert (visit.status, visit.title) == (200, "Hello")
        assert [one.url for one in visit.sightings] == ["https://www.shop.test/a"]
    else:
        assert visit.status is None
        assert visit.faults == ("ERR_CERT_AUTHORITY_INVALID",)
