"""A person can see why a route is in the truth: a log and pictures of each page."""

from pathlib import Path

import pytest

from oracle.hands.trace import Trace
from oracle.hands.visitor import SiteVisitor
from oracle.routes.visit import Visit
from tests.oracle.sights import Eyes, host

pytestmark = pytest.mark.browser

PAGE = """<title>Shop</title><a href=/a>a</a><nav><button id=n>Theme</button></nav>
<button id=t>Team</button><script>n.onclick=()=>1;t.onclick=()=>location='/team'</script>"""


def test_a_trace_tells_each_page(eyes: Eyes, tmp_path: Path) -> None:
    async def visiting(*urls: str) -> list[Visit]:
        visitor = SiteVisitor(eyes.browser.room, watch=Trace(tmp_path))
        try:
            return [await visitor.visit(url, level=0) for url in urls]
        finally:
            await visitor.reset()

    with host({"/one": PAGE, "/two": PAGE}) as site:
        eyes.run(visiting(site.url("/one"), site.url("/two")))
        first, second = sorted(tmp_path.iterdir())
        log = (first / "log.txt").read_text("utf-8").replace(site.address, "").splitlines()
        assert "settled    quiet" in log
        assert "title      Shop" in log
        assert "  offer    click Team at #t" in log
        assert "action 002  click: Team at #t: 0 links, 1 moves held" in log
        assert "  held     push /team" in log
        assert "sighted    level 1 html: /a" in log
        assert "sighted    level 1 navigation by click: Team: /team" in log
        pictures = sorted(one.name for one in first.glob("*.png"))
        turns = [f"{turn:03}-{when}.png" for turn in (1, 2) for when in ("after", "before")]
        assert pictures == ["000-landed.png", *turns]
        assert (first / pictures[0]).read_bytes().startswith(b"\x89PNG")
        told = (second / "log.txt").read_text("utf-8")
        assert "left alone  click Theme at #n: known from earlier pages" in told


def test_without_the_option_nothing_is_written(eyes: Eyes, tmp_path: Path) -> None:
    assert eyes.browser.watch is None
    with host({"/": PAGE}) as site:
        eyes.visit(site.url("/"))
    assert list(tmp_path.iterdir()) == []
