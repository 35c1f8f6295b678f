"""A host is asked one thing at a time, with a pause between, and within its own rules."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bench.web.gateway import Gateway
from bench.web.origin import Answer, Request, Response, Web
from oracle.config import ROBOTS_TOKEN, Config
from oracle.explore import explore
from oracle.liveness import manners
from oracle.liveness.client import Client
from oracle.liveness.manners import Polite
from oracle.liveness.pace import LONGEST_DELAY, Pace
from oracle.liveness.robots import Robots
from oracle.routes.truth import Truth
from oracle.routes.visit import Rendered, Visit
from tests.oracle.paper import Page, PaperBrowser, PaperVisitor, served

SHOP = "https://shop.test"
DELAY = 0.05
LEEWAY = 0.005  # clocks and timers are not of one mind


@dataclass(slots=True)
class Till:
    """Serves one customer at a time, or notes that two came at once."""

    open: int = 0
    most: int = 0
    came: list[float] = field(default_factory=list)
    left: list[float] = field(default_factory=list)

    @contextmanager
    def serving(self) -> Iterator[None]:
        clock = asyncio.get_running_loop().time
        self.came.append(clock())
        self.open += 1
        self.most = max(self.most, self.open)
        try:
            yield
        finally:
            self.open -= 1
            self.left.append(clock())

    @property
    def pauses(self) -> list[float]:
        return [came - left for left, came in zip(self.left, self.came[1:], strict=False)]


@dataclass(slots=True)
class Origin:
    till: Till = field(default_factory=Till)

    async def answer(self, _: Request) -> Answer:
        with self.till.serving():
            await asyncio.sleep(0)
        return Response(headers=(("content-type", "text/html"),), body=b"<p>x")


@dataclass(frozen=True, slots=True)
class Standing:
    """A browser that stands at the same till."""

    till: Till

    async def visit(self, url: str, *, level: int) -> Visit:
        with self.till.serving():
            return Visit(url=url, final_url=url, level=level, status=200, content_type=None)

    async def render(self, url: str) -> Rendered:
        with self.till.serving():
            return Rendered(url=url, final_url=url, status=200, content_type=None)

    async def reset(self) -> None:
        pass


def test_stack_and_browser_take_turns_at_a_host(tmp_path: Path) -> None:
    origin = Origin()

    async def run() -> None:
        async with Gateway(Web({"shop.test": origin}), ca_dir=tmp_path) as gateway:
            config = Config(root=SHOP, proxy=gateway.proxy, ca=gateway.ca)
            pace = Pace(DELAY)
            polite = Polite(Standing(origin.till), pace=pace)
            async with Client(config, pace=pace) as client:
                asked = (client.fetch(f"{SHOP}/{n}", admit=bool) for n in range(4))
                browsing = polite.visit(f"{SHOP}/y", level=1), polite.render(f"{SHOP}/y")
                await asyncio.gather(*asked, *browsing)

    asyncio.run(run())
    assert origin.till.most == 1
    assert len(origin.till.pauses) == 5
    assert min(origin.till.pauses) >= DELAY - LEEWAY


def test_hosts_do_not_wait_for_each_other() -> None:
    async def run() -> None:
        pace = Pace(3600)
        async with pace.turn("https://shop.test/"), pace.turn("https://else.test/"):
            pass

    asyncio.run(run())


def test_waiting_for_a_turn_is_none_of_the_sites_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn comes when the deadline, counted from the question, would be over."""
    monkeypatch.setattr("oracle.liveness.client.DEADLINE", 2.0)

    async def run() -> int | None:
        async with Gateway(Web({"shop.test": Origin()}), ca_dir=tmp_path) as gateway:
            config = Config(root=SHOP, proxy=gateway.proxy, ca=gateway.ca)
            pace = Pace(0.001)
            async with Client(config, pace=pace) as client:
                async with pace.turn(SHOP):
                    asking = asyncio.ensure_future(client.fetch("http://shop.test/x", admit=bool))
                    await asyncio.sleep(2.1)
                return (await asking).status

    assert asyncio.run(run()) == 200


def rules(text: str) -> Page:
    return Page(body=f"User-agent: *\n{text}", kind="text/plain")


APP = "<title>App</title><div id=app></div><script src=/app.js></script>"


def explored(paper: dict[str, Page], folder: Path) -> tuple[Truth, PaperVisitor]:
    async def run() -> tuple[Truth, PaperVisitor]:
        async with served(paper, folder) as (config, _):
            visitor = PaperVisitor(paper)
            asked = replace(config, respect_robots=True)
            return await explore(asked, PaperBrowser(visitor)), visitor

    return asyncio.run(run())


def test_what_is_forbidden_is_not_opened_to_be_looked_at_either(tmp_path: Path) -> None:
    paper = {
        f"{SHOP}/": Page(body=APP, view="Home", drawn=("/a", "/private/b", "/private/c")),
        f"{SHOP}/robots.txt": rules("Disallow: /private/"),
        f"{SHOP}/a": Page(body=APP, view="A"),
        f"{SHOP}/private/b": Page(body=APP, view="B"),
        f"{SHOP}/private/c": Page(status=403, browser=200),
        f"{SHOP}/*": Page(body=APP, view="Nothing here"),
    }
    truth, visitor = explored(paper, tmp_path)
    assert not [url for url in (*visitor.visited, *visitor.rendered) if "/private/" in url]
    assert [route.url for route in truth.routes] == [f"{SHOP}/a", f"{SHOP}/private/b"]
    assert truth.forbidden == (f"{SHOP}/private/b",)
    assert truth.as_json()["forbidden"] == [f"{SHOP}/private/b"]
    (aside,) = truth.excluded
    assert aside.evidence == (
        "answers 403 to the request stack, and robots.txt forbids to ask the browser"
    )


def test_a_crawl_delay_is_kept_within_reason() -> None:
    async def run(delay: float, wait: float) -> bool:
        """Whether a second turn is still waited for."""
        pace = Pace(0.0)
        pace.slow(SHOP, delay)
        async with pace.turn(f"{SHOP}/a"):
            pass
        try:
            async with asyncio.timeout(wait), pace.turn(f"{SHOP}/b"):
                return False
        except TimeoutError:
            return True

    assert asyncio.run(run(3600, 0.05))
    assert not asyncio.run(run(0.0, 0.05))
    assert LONGEST_DELAY < 3600


def test_the_crawl_delay_of_robots_txt_is_heard(tmp_path: Path) -> None:
    heard: list[tuple[str, float]] = []

    paper = {f"{SHOP}/": Page(), f"{SHOP}/robots.txt": rules("Crawl-delay: 3")}

    async def run() -> None:
        async with served(paper, tmp_path) as (config, _), Client(config) as client:
            robots = Robots(client, token=ROBOTS_TOKEN, slow=lambda *told: heard.append(told))
            assert await robots.objection(f"{SHOP}/") is None

    asyncio.run(run())
    assert heard == [(SHOP, 3.0)]


@dataclass(slots=True)
class Shaky:
    """A browser whose visits end in turn as told, the last end again and again."""

    ends: list[tuple[int | None, tuple[str, ...]]]
    visits: int = 0

    async def visit(self, url: str, *, level: int) -> Visit:
        status, faults = self._next()
        return Visit(
            url=url, final_url=url, level=level, status=status, content_type=None, faults=faults
        )

    async def render(self, url: str) -> Rendered:
        status, faults = self._next()
        return Rendered(url=url, final_url=url, status=status, content_type=None, faults=faults)

    async def reset(self) -> None:
        return

    def _next(self) -> tuple[int | None, tuple[str, ...]]:
        self.visits += 1
        return self.ends[min(self.visits, len(self.ends)) - 1]


FINE = (200, ())
SHAKY = {
    "busy": ([(503, ()), FINE], 2),
    "busy twice": ([(503, ()), (429, ()), FINE], 3),
    "busy for good": ([(503, ())], 3),
    "reset": ([(None, ("ERR_CONNECTION_RESET",)), (None, ("ERR_EMPTY_RESPONSE",)), FINE], 3),
    "broken off": ([(200, ("dialog", "broken-off")), FINE], 2),
    "fine": ([FINE], 1),
    "dead": ([(404, ())], 1),
    "nobody there": ([(None, ("ERR_NAME_NOT_RESOLVED",))], 1),
    "slow": ([(None, ("timeout",))], 1),
}


@pytest.mark.parametrize(("ends", "visits"), SHAKY.values(), ids=SHAKY)
def test_what_may_pass_is_visited_again(
    ends: list[tuple[int | None, tuple[str, ...]]], visits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manners, "PAUSE", 0.0)
    visited, rendered = Shaky(ends), Shaky(ends)

    async def run() -> None:
        visit = await Polite(visited, pace=Pace(0.0)).visit(f"{SHOP}/", level=1)
        render = await Polite(rendered, pace=Pace(0.0)).render(f"{SHOP}/")
        assert (visit.status, visit.faults) == (render.status, render.faults) == ends[-1]

    asyncio.run(run())
    assert (visited.visits, rendered.visits) == (visits, visits)
