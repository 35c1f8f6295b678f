"""What each fault does to what an origin answers, and that it does it again."""

import asyncio
import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from bench.web.fault import Fault, Value
from bench.web.faults import overlay
from bench.web.origin import Answer, Cut, Request, Reset, Response, Unserved, Web, origin_of
from bench.web.twisted import NOT_FOUND
from bench.web.weather import IN_A_ROW

HTML = (("Content-Type", "text/html"),)
ROOT = "https://www.shop.test/"
PLACES = tuple(f"https://www.shop.test/p/{number}" for number in range(60))


@dataclass
class Shop:
    """A root, pages below /p/, a redirect, a sitemap; nothing else."""

    sitemap: bytes = b""
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: Request) -> Answer:
        self.asked.append(request.url)
        if request.path == "/" or request.path.startswith("/p/"):
            return Response(headers=HTML, body=f"<h1>{request.path}</h1>".encode())
        if request.path == "/old":
            return Response(status=301, headers=(("Location", "https://www.shop.test/p/1"),))
        if request.path == "/sitemap.xml":
            return Response(headers=(("Content-Type", "application/xml"),), body=self.sitemap)
        return Response(status=404, headers=HTML, body=b"<h1>Lost</h1>")


@dataclass
class Visitor:
    """Asks a web; each visitor has seen nothing yet."""

    faults: Mapping[str, Value]
    shop: Shop = field(default_factory=Shop)
    client: str = "wget/1"
    role: str = ""
    root: str = ROOT

    def __post_init__(self) -> None:
        self.web = overlay(Web({origin_of(self.root): self.shop}), self.root, self.faults)

    def ask(self, url: str, method: str = "GET") -> Answer | Unserved:
        origin = "/".join(url.split("/")[:3])
        found = self.web.find(origin)
        if isinstance(found, Unserved):
            return found
        path, mark, query = url.removeprefix(origin).partition("?")
        request = Request(
            method=method,
            origin=origin,
            path=path,
            query=query if mark else None,
            headers=(("user-agent", self.client),),
            role=self.role,
        )
        return asyncio.run(found.answer(request))

    def leads(self, url: str) -> str | None:
        """Where an address leads in the end."""
        for _ in range(8):
            answer = self.ask(url)
            place = answer.header("location") if isinstance(answer, Response) else None
            if place is None:
                return url if isinstance(answer, Response) and answer.status == 200 else None
            url = place if "://" in place else "/".join(url.split("/")[:3]) + place
        return None


def test_no_faults_leave_the_web_as_it_is() -> None:
    web = Web()
    assert overlay(web, ROOT, {}) is web


def kinds(visitor: Visitor, places: tuple[str, ...] = PLACES) -> list[str]:
    told = []
    for each in places:
        answer = visitor.ask(each)
        cut = f" {answer.share:.6f}" if isinstance(answer, Cut) else ""
        status = f" {answer.status}" if isinstance(answer, Response) else ""
        told.append(type(answer).__name__ + cut + status)
    return told


WEATHER: Mapping[str, Value] = {
    "reset": 0.2,
    "server-error": 0.2,
    "rate-limit": 0.2,
    "truncation": 0.2,
}


def test_weather_is_the_same_again_whatever_came_in_between() -> None:
    first = Visitor(WEATHER)
    told = kinds(first)
    assert len({each.split(".")[0] for each in told}) >= 5
    other = Visitor(WEATHER)
    for each in reversed(PLACES):
        other.ask(f"{each}?x")
    assert sorted(kinds(other, PLACES[::-1])) == sorted(told)
    assert kinds(other)[::-1] != told  # the second time round is drawn anew
    assert kinds(Visitor({**WEATHER, "seed": 2})) != told


def test_crawlers_share_the_weather_and_browsers_have_their_own() -> None:
    told = kinds(Visitor(WEATHER))
    assert kinds(Visitor(WEATHER, client="Scrapy/2")) == told
    assert kinds(Visitor(WEATHER, client="x", role="crawler")) == told
    browser = kinds(Visitor(WEATHER, client="Mozilla/5.0 Chrome/140.0"))
    assert browser != told
    assert kinds(Visitor(WEATHER, client="Mozilla/5.0", role="browser")) == browser
    assert kinds(Visitor(WEATHER, role="checker")) not in (told, browser)


@pytest.mark.parametrize(
    ("name", "met"),
    [
        ("server-error", 503),
        ("rate-limit", 429),
        ("reset", Reset),
        ("truncation", Cut),
    ],
)
def test_who_tries_again_gets_through(name: str, met: object) -> None:
    visitor = Visitor({name: 1.0})
    for _ in range(3):
        for _ in range(IN_A_ROW):
            answer = visitor.ask(PLACES[0])
            assert met in (type(answer), getattr(answer, "status", None))
        answer = visitor.ask(PLACES[0])
        assert isinstance(answer, Response)
        assert answer.status == 200


def test_a_share_is_about_that_share() -> None:
    places = tuple(f"{ROOT}p/{number}" for number in range(1000))
    hit = kinds(Visitor({"server-error": 0.25}), places).count("Response 503")
    assert 200 <= hit <= 300  # drawn from a seed: the same number each time


def test_too_many_requests_say_when_to_come_again() -> None:
    answer = Visitor({"rate-limit": 1.0}).ask(ROOT)
    assert isinstance(answer, Response)
    assert answer.header("retry-after") == "1"


def test_what_has_no_body_cannot_break_off() -> None:
    visitor = Visitor({"truncation": 1.0})
    answer = visitor.ask("https://www.shop.test/old")
    assert isinstance(answer, Response)
    assert answer.status == 301


def test_latency_waits_before_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("bench.web.weather.asyncio.sleep", sleep)
    visitor = Visitor({"latency": 2.0})
    assert kinds(visitor) == ["Response 200"] * len(PLACES)
    assert all(1 <= each < 3 for each in waited)
    assert len(set(waited)) == len(PLACES)


HTTP = "http://www.shop.test/"


@pytest.mark.parametrize(
    ("root", "faults", "home", "others"),
    [
        (ROOT, {"https-redirect": True}, ROOT, [HTTP]),
        (HTTP, {"https-redirect": True}, ROOT, [HTTP]),
        (ROOT, {"www-redirect": "other"}, "https://shop.test/", [ROOT]),
        (ROOT, {"www-redirect": "bare"}, "https://shop.test/", [ROOT]),
        (ROOT, {"www-redirect": "www"}, ROOT, ["https://shop.test/"]),
        ("http://shop.test/", {"www-redirect": "other"}, HTTP, ["http://shop.test/"]),
        (
            "http://shop.test/",
            {"www-redirect": "www", "https-redirect": True},
            ROOT,
            ["http://shop.test/", "https://shop.test/", HTTP],
        ),
        (ROOT, {"root-redirect": "new.test"}, "https://new.test/", [ROOT]),
        (
            ROOT,
            {"root-redirect": "new.test", "www-redirect": "www"},
            "https://www.new.test/",
            [ROOT, "https://shop.test/", "https://new.test/"],
        ),
        (ROOT, {"sitemap-scheme": True}, ROOT, []),
        (ROOT, {"sitemap-scheme": True, "https-redirect": True}, ROOT, [HTTP]),
    ],
)
def test_a_home_and_what_leads_there(
    root: str, faults: Mapping[str, Value], home: str, others: list[str]
) -> None:
    visitor = Visitor(faults, root=root)
    assert visitor.leads(f"{home}p/1?q=%20") == f"{home}p/1?q=%20"
    for other in others:
        assert visitor.leads(f"{other}p/1?q=%20") == f"{home}p/1?q=%20"
    unserved = {ROOT, HTTP, "https://shop.test/", "http://shop.test/"} - {home, *others}
    for each in unserved:
        assert isinstance(visitor.ask(each), Unserved)


def test_the_site_is_asked_under_its_own_address_and_redirects_to_its_home() -> None:
    visitor = Visitor({"www-redirect": "bare"})
    answer = visitor.ask("https://shop.test/old")
    assert isinstance(answer, Response)
    assert answer.header("location") == "https://shop.test/p/1"
    assert visitor.shop.asked == ["https://www.shop.test/old"]


def test_the_root_leads_to_a_page() -> None:
    visitor = Visitor({"root-redirect": "/home"})
    assert visitor.leads(ROOT) == f"{ROOT}home"
    answer = visitor.ask(f"{ROOT}home")
    assert isinstance(answer, Response)
    assert answer.body == b"<h1>/</h1>"
    assert visitor.leads(f"{ROOT}p/1") == f"{ROOT}p/1"
    assert visitor.leads(f"{ROOT}missing") is None


@pytest.mark.parametrize(
    ("kind", "status", "body", "place"),
    [
        ("page", 200, NOT_FOUND, None),
        ("home", 200, b"<h1>/</h1>", None),
        ("redirect", 302, b"", "/"),
    ],
)
def test_nothing_is_not_found(kind: str, status: int, body: bytes, place: str | None) -> None:
    visitor = Visitor({"soft-404": kind})
    answer = visitor.ask(f"{ROOT}missing")
    assert isinstance(answer, Response)
    assert (answer.status, answer.body, answer.header("location")) == (status, body, place)
    found = visitor.ask(PLACES[1])
    assert isinstance(found, Response)
    assert found.body == b"<h1>/p/1</h1>"


SITEMAP = (
    b'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    b"<url><loc> https://www.shop.test/p/1</loc></url>"
    b"<url><loc><![CDATA[https://www.shop.test/p/2]]></loc></url></urlset>"
)
TURNED = SITEMAP.replace(b"https://www", b"http://www")


@pytest.mark.parametrize(
    ("sent", "got"),
    [
        (SITEMAP, TURNED),
        (gzip.compress(SITEMAP, mtime=0), gzip.compress(TURNED, mtime=0)),
        (TURNED, SITEMAP),
        (b"<rss><loc>https://www.shop.test/</loc></rss>", None),
        (gzip.compress(SITEMAP)[:-9], None),
        (b"\x1f\x8bnonsense", None),
    ],
    ids=["plain", "packed", "http", "no sitemap", "cut short", "no gzip"],
)
def test_sitemaps_under_the_other_scheme(sent: bytes, got: bytes | None) -> None:
    answer = Visitor({"sitemap-scheme": True}, shop=Shop(sitemap=sent)).ask(f"{ROOT}sitemap.xml")
    assert isinstance(answer, Response)
    assert answer.body == (sent if got is None else got)


def test_every_fault_does_something() -> None:
    shown = {*WEATHER, "latency", "https-redirect", "www-redirect", "root-redirect"}
    assert shown | {"sitemap-scheme", "soft-404", "seed"} == set(map(str, Fault))
