"""The bench's own asks, over a real gateway: robots.txt, and what is alive."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from bench.ask import MAX_ROBOTS, USER_AGENT, Asker, ask_alive, ask_robots, open_asker
from bench.facts.checks import Liveness
from bench.soft404 import words_of
from bench.web.gateway import Gateway
from bench.web.origin import Answer, Origin, Request, Reset, Response, Web

HTML = ("Content-Type", "text/html; charset=utf-8")
PAGE = (
    "<title>{0}</title><nav>Home Shop Help Contact</nav><h1>{0}</h1><p>All about {0} and more.</p>"
)


def page(name: str, status: int = 200) -> Response:
    return Response(status=status, headers=(HTML,), body=PAGE.format(name).encode())


def moved(target: str) -> Response:
    return Response(status=302, headers=(("Location", target),))


@dataclass(slots=True)
class Table:
    """An origin that answers from a table; a list is used up from its front."""

    answers: dict[str, Answer | list[Answer]]
    otherwise: Answer = field(default_factory=lambda: page("nothing", 404))
    asked: list[Request] = field(default_factory=list)

    async def answer(self, request: Request) -> Answer:
        self.asked.append(request)
        found = self.answers.get(request.path, self.otherwise)
        return found.pop(0) if isinstance(found, list) else found


def over(
    origins: Mapping[str, Origin], work: Callable[[Asker], Coroutine[Any, Any, Any]], **pace: Any
) -> Any:
    async def run() -> Any:
        async with (
            Gateway(Web(origins)) as gateway,
            open_asker(proxy=gateway.proxy, ca=gateway.ca, **pace) as asker,
        ):
            return await work(asker)

    return asyncio.run(run())


def test_robots_are_told_as_they_are() -> None:
    rules = b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /a\r\n"
    good = Table({"/robots.txt": Response(headers=(("Content-Type", "text/plain"),), body=rules)})
    gone = Table({})
    broken = Table({"/robots.txt": Reset()})
    busy = Table({"/robots.txt": [page("busy", 503), Response(body=b"Allow: /")]})
    origins = ["https://good.test", "https://gone.test", "http://broken.test", "https://busy.test"]
    table = dict(zip(origins, (good, gone, broken, busy), strict=True))
    told = over(table, lambda asker: ask_robots(asker, [*origins, "https://nowhere.test"]))
    assert [(each.origin, each.status, each.text) for each in told] == [
        ("https://good.test", 200, "User-agent: *\r\nDisallow: /a\r\n"),
        ("https://gone.test", 404, None),
        ("http://broken.test", None, None),
        ("https://busy.test", 200, "Allow: /"),
        ("https://nowhere.test", None, None),
    ]
    assert all(each.error for each in told if each.status is None)
    assert good.asked[0].client == USER_AGENT


def test_a_robots_without_end_is_cut() -> None:
    origin = Table({"/robots.txt": Response(body=b"#" * (MAX_ROBOTS * 3))})
    (told,) = over({"https://a.test": origin}, lambda asker: ask_robots(asker, ["https://a.test"]))
    assert told.text is not None
    assert len(told.text) == MAX_ROBOTS


ALIVE = {
    "/": page("home"),
    "/about": page("about us, our history, our people, our offices"),
    "/old": moved("/about"),
    "/away": moved("https://other.test/"),
    "/loop": moved("/loop"),
    "/manual.pdf": Response(headers=(("Content-Type", "application/pdf"),), body=b"%PDF"),
    "/save": Response(headers=(HTML, ("Content-Disposition", "attachment")), body=b"<p>x"),
    "/gone": page("gone", 410),
    "/wall": page("wall", 403),
    "/down": page("down", 503),
}

VERDICTS = {
    "/about": Liveness.ALIVE,
    "/old": Liveness.ALIVE,
    "/away": Liveness.OFF_SITE,
    "/loop": Liveness.UNKNOWN,
    "/manual.pdf": Liveness.NOT_A_DOCUMENT,
    "/save": Liveness.NOT_A_DOCUMENT,
    "/gone": Liveness.DEAD,
    "/never": Liveness.DEAD,
    "/wall": Liveness.UNKNOWN,
    "/down": Liveness.UNKNOWN,
}


def verdicts(site: Table, paths: list[str], *, one_shell: bool = False) -> dict[str, Liveness]:
    urls = [f"https://a.test{path}" for path in paths]
    probes = over(
        {"https://a.test": site, "https://other.test": Table({"/": page("other")})},
        lambda asker: ask_alive(
            asker, urls, at_home=lambda url: url.startswith("https://a.test/"), shell=one_shell
        ),
    )
    assert [probe.url for probe in probes] == urls
    return {probe.url.removeprefix("https://a.test"): probe.verdict for probe in probes}


def test_verdicts_on_a_plain_site() -> None:
    assert verdicts(Table(dict(ALIVE)), list(VERDICTS)) == VERDICTS


@pytest.mark.parametrize(
    "nothing",
    [page("Sorry, there is no such page here 123"), moved("/"), page("home")],
    ids=["error page", "redirect to home", "copy of home"],
)
def test_soft_404s_of_three_kinds(nothing: Response) -> None:
    found = verdicts(Table(dict(ALIVE), otherwise=nothing), ["/about", "/never", "/deep/never"])
    assert found == {
        "/about": Liveness.ALIVE,
        "/never": Liveness.SOFT_404,
        "/deep/never": Liveness.SOFT_404,
    }


def test_a_shell_site_cannot_be_told_without_a_browser() -> None:
    site = Table({}, otherwise=page("application"))
    assert verdicts(site, ["/a"], one_shell=True) == {"/a": Liveness.UNKNOWN}


@dataclass(slots=True)
class Slow:
    """An origin that takes its time and counts who is in it."""

    inside: int = 0
    seen: list[int] = field(default_factory=list)

    async def answer(self, request: Request) -> Answer:
        self.inside += 1
        self.seen.append(self.inside)
        await asyncio.sleep(0.01)
        self.inside -= 1
        return page(request.path)


def test_one_at_a_time() -> None:
    slow = Slow()
    urls = [f"https://a.test/{number}" for number in range(4)]
    over({"https://a.test": slow}, lambda asker: asker.each(asker.get, urls), concurrency=1)
    assert slow.seen == [1, 1, 1, 1]


def test_words_leave_out_scripts_and_figures() -> None:
    html = b"<title>A b</title><script>var c</script><style>d{}</style><p>E 12 f3 <b>G</b>"
    assert words_of(html) == {"a", "b", "e", "f", "g"}
