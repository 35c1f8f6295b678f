"""What a real browser exchanged is recorded from itself, and explored again to the same truth."""

import asyncio
import gzip
import re
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bench.recording.ears import Ears
from bench.recording.recorder import Recorder
from bench.recording.role import Door
from bench.recording.turns import Turning
from bench.web.archive.origin import Archive, open_archive
from bench.web.gateway import Gateway
from bench.web.origin import Answer, Hosts, Request, Reset, Response, Web
from oracle.browser import open_browser
from oracle.config import Config
from oracle.explore import explore
from oracle.routes.truth import Truth

pytestmark = pytest.mark.browser

SITE = "https://shop.test"
HOME = """<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<a href="/leaves">Leaves</a> <a href="/umlaut">Umlaut</a> <a href="/framed">Framed</a>
<a href="/works">Works</a> <a href="/moved">Moved</a> <a href="/price.pdf">Prices</a>
<a href="/offers?tid={nonce}">Offers</a> <img src="/lost.png">"""
PAGES = {
    "/leaves": b"<title>Leaves</title><script src='/a.js'></script>"
    b"<script>location='/landed'</script>",
    "/landed": b"<title>Landed</title><a href='/deep'>Deep</a>",
    "/deep": b"<title>Deep</title>",
    "/framed": b"<title>Framed</title><iframe src='https://other.test/inner'></iframe>",
    "/inner": b"<title>Inner</title>in a frame",
    "/works": b"<title>Works</title><p id=p></p><script>const w = new Worker('/w.js');"
    b"w.onmessage = e => { p.innerHTML = `<a href='${e.data}'>told</a>` }</script>",
    "/offers": b"<title>Offers</title>two trays for one",
    "/told": b"<title>Told</title>by a worker",
    "/caf%C3%A9": b"<title>Cafe</title>",
}
UMLAUT = "<title>Café</title><a href='/café'>Café</a>".encode("windows-1252")
OTHERS = {
    "/a.js": ("text/javascript", b"var a = 1"),
    "/w.js": ("text/javascript", b"fetch('/data').then(r => r.text()).then(t => postMessage(t))"),
    "/data": ("text/plain", b"/told"),
    "/umlaut": ("text/html; charset=windows-1252", UMLAUT),
}
ODD: dict[str, Answer] = {
    "/moved": Response(status=301, headers=(("Location", "/landed"),)),
    "/price.pdf": Response(headers=(("Content-Type", "application/pdf"),), body=b"%PDF-1.4"),
    "/lost.png": Reset(),
    **{
        path: Response(headers=(("Content-Type", kind),), body=body)
        for path, (kind, body) in OTHERS.items()
    },
}


@dataclass(slots=True)
class Shop:
    """A site with what browsers make difficult to record."""

    asked: Counter[str] = field(default_factory=Counter)

    async def answer(self, request: Request) -> Answer:
        """Answer one request; the home page with a token that is new each time."""
        self.asked[request.path] += 1
        if request.path == "/":
            nonce = f"{self.asked['/']:016x}"
            return _html(HOME.format(nonce=nonce).encode())
        if request.path in ODD:
            return ODD[request.path]
        if request.path in PAGES:
            return _html(PAGES[request.path])
        return Response(status=404, headers=(("Content-Type", "text/html"),), body=b"<h1>No</h1>")


def _html(body: bytes) -> Response:
    return Response(headers=(("Content-Type", "text/html"),), body=body)


async def _explored(web: Hosts, ears: Ears) -> Truth:
    async with Gateway(web) as gateway:
        proxy, ca = await gateway.door(Door.BROWSER), gateway.ca
        config = Config(root=f"{SITE}/", proxy=await gateway.door(Door.CHECKER), ca=ca, passes=2)
        async with open_browser(proxy=proxy, ca=ca) as browser:
            browser.heard = ears.of(Door.BROWSER)
            checker = ears.of(Door.CHECKER)
            return await explore(config, Turning(browser, ears.turns), heard=checker)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Truth]:
    """A recording of the shop, and the truth of the run that made it."""
    folder = tmp_path_factory.mktemp("shop")
    shop = Shop()
    with Ears(recorder=Recorder(folder=folder, about={"software": "test"})) as ears:
        truth = asyncio.run(_explored(Web({SITE: shop, "https://other.test": shop}), ears))
    return folder, truth


def replayed(folder: Path, stack: ExitStack) -> tuple[Archive, Truth]:
    archive = open_archive(folder, stack)
    ears = Ears()
    archive.browsing = ears.browsing
    return archive, asyncio.run(_explored(archive, ears))


def test_the_same_truth_comes_of_the_recording(recorded: tuple[Path, Truth]) -> None:
    folder, truth = recorded
    assert {"/told", "/deep", "/caf%C3%A9"} <= {one.url.removeprefix(SITE) for one in truth.routes}
    assert [one.url for one in truth.excluded if one.reason == "volatile"] == [
        f"{SITE}/offers?tid=*"
    ]
    with ExitStack() as stack:
        archive, again = replayed(folder, stack)
        assert again.as_json()["routes"] == truth.as_json()["routes"]
        assert again.digest == truth.digest
        assert archive.unrecorded.asked == {}


def test_bytes_are_recorded_as_they_were_served(recorded: tuple[Path, Truth]) -> None:
    folder, _ = recorded
    first, *others = (gzip.decompress(file.read_bytes()) for file in sorted(folder.iterdir()))
    text = b"".join((first, *others))  # a body stands once in the whole set
    served = {**PAGES, **{path: body for path, (_, body) in OTHERS.items()}}
    for path in served.keys() - {"/inner", "/offers"}:  # another host's, and volatile
        assert f"WARC-Target-URI: {SITE}{path}\r\n".encode() in text, path
        assert served[path] in text, path
    assert b"WARC-Target-URI: https://other.test/inner\r\n" in text
    assert re.search(rb"WARC-Route-Recall-Failure: reset[^~]*?/lost.png", text)


def test_each_pass_has_its_own_tokens(recorded: tuple[Path, Truth]) -> None:
    folder, _ = recorded
    passes = [gzip.decompress((folder / f"pass-{n}.warc.gz").read_bytes()) for n in (1, 2)]
    tokens = [set(re.findall(rb"tid=([0-9a-f]{16})", text)) for text in passes]
    assert all(tokens)
    assert not tokens[0] & tokens[1]


@pytest.mark.bar
def test_recording_changes_nothing(recorded: tuple[Path, Truth]) -> None:
    shop = Shop()
    unheard = asyncio.run(_explored(Web({SITE: shop, "https://other.test": shop}), Ears()))
    assert unheard.as_json()["routes"] == recorded[1].as_json()["routes"]
    assert unheard.digest == recorded[1].digest
