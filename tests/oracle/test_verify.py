import asyncio
import gzip
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bench.web.gateway import Gateway
from bench.web.origin import Answer as Served
from bench.web.origin import Hang, Request, Reset, Response, Web
from oracle.config import Config
from oracle.liveness import client as client_module
from oracle.liveness import deadline
from oracle.liveness.answer import Answer, Failure
from oracle.liveness.client import MOST_BYTES, Client
from oracle.liveness.refresh import refresh_target
from oracle.liveness.verify import By, Check, Standing, appealed, judged, verify
from oracle.routes.visit import Rendered
from oracle.scope import scope_of

SHOP = "https://shop.test"
SCOPE = scope_of(f"{SHOP}/")
HTML = ("content-type", "text/html")


class Origin:
    """Answers by path, and counts how often each was asked for."""

    def __init__(self, answers: dict[str, Served | list[Served]]) -> None:
        self.answers = answers
        self.asked: list[Request] = []

    async def answer(self, request: Request) -> Served:
        earlier = sum(one.url == request.url for one in self.asked)
        self.asked.append(request)
        told = self.answers.get(request.path, Response(status=404))
        return told[min(earlier, len(told) - 1)] if isinstance(told, list) else told


def to(where: str, status: int = 302, *headers: tuple[str, str]) -> Response:
    return Response(status=status, headers=(("location", where), *headers))


def html(body: str = "<p>x", *headers: tuple[str, str], status: int = 200) -> Response:
    return Response(status=status, headers=(HTML, *headers), body=body.encode())


class Cookie:
    """Sends to itself until the cookie comes back; `always` never lets in."""

    def __init__(self, *, always: bool) -> None:
        self.always = always
        self.count = 0

    async def answer(self, request: Request) -> Served:
        self.count += 1
        if request.header("cookie") and not self.always:
            return html()
        return to(request.path, 302, ("set-cookie", f"s={self.count}"))


def fetched(origin: object, url: str, folder: Path, **settings: object) -> Answer:
    async def run() -> Answer:
        async with Gateway(Web({"shop.test": origin}), ca_dir=folder) as gateway:  # type: ignore[dict-item] # an origin by shape
            config = Config(root=SHOP, proxy=gateway.proxy, ca=gateway.ca, **settings)  # type: ignore[arg-type] # fields of Config
            async with Client(config) as client:
                return await client.fetch(url, admit=SCOPE.holds)

    return asyncio.run(run())


STANDINGS: dict[str, tuple[Served, Standing | None]] = {
    "a document": (html(), Standing.ALIVE),
    "xhtml": (
        Response(headers=(("content-type", "Application/XHTML+XML; charset=x"),)),
        Standing.ALIVE,
    ),
    "404": (html(status=404), Standing.DEAD),
    "410": (html(status=410), Standing.DEAD),
    "no content": (html("", status=204), Standing.NOT_A_DOCUMENT),
    "an image": (Response(headers=(("content-type", "image/png"),)), Standing.NOT_A_DOCUMENT),
    "no type": (Response(), Standing.NOT_A_DOCUMENT),
    "an attachment": (html("", ("content-disposition", "ATTACHMENT")), Standing.NOT_A_DOCUMENT),
    "an inline file name": (
        html("", ("content-disposition", 'inline; filename="attachment"')),
        Standing.ALIVE,
    ),
    "out of the site": (to("https://login.test/"), Standing.OFF_SITE),
    "refreshed out of the site": (
        html("", ("refresh", "0;https://login.test/")),
        Standing.OFF_SITE,
    ),
    "to another scheme": (to("mailto:a@shop.test"), None),
    "403": (html(status=403), None),
    "401": (html(status=401), None),
    "500": (html(status=500), None),
    "to itself for ever": (to("/x"), None),
    "cut": (Reset(), None),
}


@pytest.mark.parametrize(("served", "standing"), STANDINGS.values(), ids=STANDINGS)
def test_the_request_stack_decides_only_what_it_was_told_plainly(
    served: Served, standing: Standing | None, tmp_path: Path
) -> None:
    check = judged(fetched(Origin({"/x": served}), f"{SHOP}/x", tmp_path))
    assert (check.standing if check else None) == standing


def test_hops_are_kept_and_carry_a_route_fragment(tmp_path: Path) -> None:
    origin = Origin({"/a": to("/b", 301), "/b": to("c?x#/v"), "/c": html()})
    answer = fetched(origin, f"{SHOP}/a", tmp_path)
    assert answer.hops == ((f"{SHOP}/a", f"{SHOP}/b"), (f"{SHOP}/b", f"{SHOP}/c?x#/v"))
    assert (answer.final_url, answer.status) == (f"{SHOP}/c?x#/v", 200)
    assert origin.asked[-1].url == f"{SHOP}/c?x"


AGAIN: dict[str, tuple[list[Served], int | None, int]] = {
    "503, then there": ([html(status=503), html()], 200, 2),
    "429 with a time": (
        [html("", ("retry-after", "0.2"), status=429), html()],
        200,
        2,
    ),
    "429 with too long a time": ([html("", ("retry-after", "999"), status=429), html()], 429, 1),
    "429 with a date": (
        [html("", ("retry-after", "Mon, 30 Nov 2026 00:00:00 GMT"), status=429), html()],
        429,
        1,
    ),
    "429 with nonsense": ([html("", ("retry-after", "nan"), status=429), html()], 200, 2),
    "cut, then there": ([Reset(), html()], 200, 2),
    "403 stays": ([html(status=403), html()], 403, 1),
    "503 three times": ([html(status=503)], 503, 3),
}


@pytest.mark.parametrize(("answers", "status", "times"), AGAIN.values(), ids=AGAIN)
def test_what_may_pass_is_asked_once_more(
    answers: list[Served], status: int | None, times: int, tmp_path: Path
) -> None:
    origin = Origin({"/x": answers})
    assert fetched(origin, f"{SHOP}/x", tmp_path).status == status
    assert len(origin.asked) == times


def test_a_page_that_never_answers_ends_at_the_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "DEADLINE", 0.4)
    answer = fetched(Origin({"/x": Hang(seconds=30)}), f"{SHOP}/x", tmp_path)
    assert answer.failure is Failure.TIMEOUT


class Busy:
    """Answers at once, and keeps the machine busy for longer than the deadline meanwhile."""

    async def answer(self, request: Request) -> Served:
        time.sleep(1.3)  # noqa: ASYNC251 - nobody is to listen
        return html(request.path)


def test_an_answer_that_nobody_could_read_in_time_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "DEADLINE", 1.0)
    monkeypatch.setattr(deadline, "TICK", 0.1)
    assert fetched(Busy(), f"{SHOP}/x", tmp_path).status == 200


class Doorman:
    """A sign-in service: sends back whoever asks for `/back`, and keeps all others."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def answer(self, request: Request) -> Served:
        self.asked.append(request.path)
        if request.path == "/back":
            return to(f"{SHOP}/in?ok=1")
        if request.path == "/on":
            return to("https://far.test/")
        return html("<meta http-equiv=refresh content='0; url=https://shop.test/in'>")


def at_the_door(paths: list[str], folder: Path) -> tuple[list[Answer], Doorman]:
    door = Doorman()
    shop = Origin(
        {
            "/back": to("https://id.test/back"),
            "/on": to("https://id.test/on"),
            "/lost": to("https://nowhere.test/"),
            "/in": html(),
            **{f"/stay{n}": to(f"https://id.test/stay{n}") for n in range(6)},
        }
    )

    async def run() -> list[Answer]:
        web = Web({"shop.test": shop, "id.test": door})
        async with Gateway(web, ca_dir=folder) as gateway:
            config = Config(root=SHOP, proxy=gateway.proxy, ca=gateway.ca)
            async with Client(config) as client:
                return [await client.fetch(f"{SHOP}{p}", admit=SCOPE.holds) for p in paths]

    return asyncio.run(run()), door


def test_who_is_sent_away_and_comes_back_was_in_the_site_all_the_time(tmp_path: Path) -> None:
    (answer,), _ = at_the_door(["/back"], tmp_path)
    assert (answer.is_document, answer.left) == (True, False)
    assert answer.final_url == f"{SHOP}/in?ok=1"
    assert [hop[1] for hop in answer.hops] == ["https://id.test/back", f"{SHOP}/in?ok=1"]


@pytest.mark.parametrize("path", ["/stay0", "/on", "/lost"])
def test_who_never_comes_back_left_by_the_first_door(path: str, tmp_path: Path) -> None:
    """Whatever is served or fails elsewhere, and wherever it goes on from there."""
    (answer,), _ = at_the_door([path], tmp_path)
    door = "https://nowhere.test/" if path == "/lost" else f"https://id.test{path}"
    assert (answer.left, answer.final_url, answer.status) == (True, door, 302)
    assert answer.hops == ((f"{SHOP}{path}", door),)
    assert answer.failure is None


def test_a_stranger_that_keeps_all_is_not_asked_for_ever(tmp_path: Path) -> None:
    answers, door = at_the_door([f"/stay{n}" for n in range(6)], tmp_path)
    assert all(answer.left for answer in answers)
    assert door.asked == ["/stay0", "/stay1", "/stay2"]


def test_a_stranger_that_sent_one_back_is_always_asked(tmp_path: Path) -> None:
    paths = ["/back", *(f"/stay{n}" for n in range(4)), "/back"]
    answers, door = at_the_door(paths, tmp_path)
    assert [answer.left for answer in answers] == [False, True, True, True, True, False]
    assert len(door.asked) == 6


def test_a_cookie_wall_is_passed_and_an_endless_one_is_left(tmp_path: Path) -> None:
    assert fetched(Cookie(always=False), f"{SHOP}/in", tmp_path).status == 200
    endless = Cookie(always=True)
    assert fetched(endless, f"{SHOP}/in", tmp_path).failure is Failure.HOPS
    assert endless.count <= 12


def test_a_ring_of_redirects_is_a_loop(tmp_path: Path) -> None:
    origin = Origin({"/a": to("/b"), "/b": to("/a")})
    assert fetched(origin, f"{SHOP}/a", tmp_path).failure is Failure.LOOP


def test_bodies_are_bounded_also_unpacked(tmp_path: Path) -> None:
    bomb = gzip.compress(b"a" * (MOST_BYTES * 20))
    packed = Response(headers=(HTML, ("content-encoding", "gzip")), body=bomb)
    assert len(fetched(Origin({"/x": packed}), f"{SHOP}/x", tmp_path).body) == MOST_BYTES
    long = Response(headers=(HTML,), body=b"a" * (MOST_BYTES * 2))
    assert len(fetched(Origin({"/x": long}), f"{SHOP}/x", tmp_path).body) == MOST_BYTES


def test_a_wrong_encoding_is_a_failure_with_its_reason(tmp_path: Path) -> None:
    wrong = Response(headers=(HTML, ("content-encoding", "gzip")), body=b"no gzip")
    assert fetched(Origin({"/x": wrong}), f"{SHOP}/x", tmp_path).failure is Failure.PROTOCOL


def test_an_unknown_certificate_is_told_as_such(tmp_path: Path) -> None:
    async def run() -> Answer:
        async with (
            Gateway(Web({"shop.test": Origin({})}), ca_dir=tmp_path) as gateway,
            Client(Config(root=SHOP, proxy=gateway.proxy)) as client,
        ):
            return await client.fetch(SHOP, admit=SCOPE.holds)

    assert asyncio.run(run()).failure is Failure.TLS


def rendered(status: int | None, **more: object) -> Rendered:
    page = {"final_url": f"{SHOP}/x", "content_type": "text/html"} | more
    return Rendered(url=f"{SHOP}/x", status=status, **page)  # type: ignore[arg-type] # fields of Rendered


APPEALS: dict[str, tuple[Rendered, Standing, str]] = {
    "shown": (rendered(200), Standing.ALIVE, "answers 200 to the browser"),
    "gone": (rendered(404), Standing.DEAD, "answers 404"),
    "refused, too": (
        rendered(403),
        Standing.DEAD,
        "answers 403 to the request stack, and answers 403 to the browser",
    ),
    "silent": (
        rendered(None),
        Standing.DEAD,
        "answers 403 to the request stack, and gives no answer to the browser",
    ),
    "a download": (rendered(200, download=True), Standing.NOT_A_DOCUMENT, "is a download"),
    "an image": (
        rendered(200, content_type="image/png"),
        Standing.NOT_A_DOCUMENT,
        "is image/png",
    ),
    "led away": (
        rendered(200, final_url="https://login.test/"),
        Standing.OFF_SITE,
        "redirects to https://login.test/",
    ),
}


@pytest.mark.parametrize(("page", "standing", "evidence"), APPEALS.values(), ids=APPEALS)
def test_dead_is_only_what_both_say(page: Rendered, standing: Standing, evidence: str) -> None:
    check = appealed(Answer(url=f"{SHOP}/x", final_url=f"{SHOP}/x", status=403), page, SCOPE)
    assert (check.standing, check.evidence, check.by) == (standing, evidence, By.BROWSER)


def test_the_browser_is_asked_only_where_the_stack_was_not_told(tmp_path: Path) -> None:
    origin = Origin({"/a": html(), "/b": html(status=403)})
    asked: list[str] = []

    async def render(url: str) -> Rendered:
        asked.append(url)
        return rendered(200, final_url=url)

    checks = asyncio.run(_verified(origin, ["/a", "/a#/v", "/b", "/c"], render, tmp_path))
    assert asked == [f"{SHOP}/b"]
    assert {url.removeprefix(SHOP): check.standing for url, check in checks.items()} == {
        "/a": Standing.ALIVE,
        "/b": Standing.ALIVE,
        "/c": Standing.DEAD,
    }


async def _verified(
    origin: Origin, paths: list[str], render: Callable[[str], Awaitable[Rendered]], folder: Path
) -> dict[str, Check]:
    async with (
        Gateway(Web({"shop.test": origin}), ca_dir=folder) as gateway,
        Client(Config(root=SHOP, proxy=gateway.proxy, ca=gateway.ca)) as client,
    ):
        return await verify([SHOP + path for path in paths], client, render, scope=SCOPE)


REFRESHES = [
    (b'<meta http-equiv="refresh" content="0; url=/b">', "/b"),
    (b"<META HTTP-EQUIV=Refresh CONTENT=\"5;URL='/b'\">", "/b"),
    (b'<meta http-equiv="refresh" content="0;/b">', "/b"),
    (b'<meta http-equiv="refresh" content="6;url=/b">', None),
    (b'<meta http-equiv="refresh" content="5">', None),
    (b'<meta http-equiv="refresh" content="x;url=/b">', None),
    (b'<noscript><meta http-equiv="refresh" content="0;url=/b"></noscript>', None),
    (b"<!-- <meta http-equiv=refresh content='0;url=/b'> -->", None),
    (b'<meta name="refresh" content="0;url=/b">', None),
    (b'<meta http-equiv="refresh" content="0;url=javascript:1">', None),
    (b"<p>refresh</p>", None),
]


@pytest.mark.parametrize(("body", "target"), REFRESHES)
def test_refreshes(body: bytes, target: str | None) -> None:
    found = refresh_target(body, header=None, base=f"{SHOP}/a")
    assert found == (target and SHOP + target)


def test_a_refresh_header_goes_before_the_markup() -> None:
    body = b'<meta http-equiv="refresh" content="0; url=/b">'
    assert refresh_target(body, header="1; url=/c", base=f"{SHOP}/a") == f"{SHOP}/c"
