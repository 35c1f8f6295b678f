"""Addresses that grow without end are refused with a reason, and no real page is."""

from pathlib import Path

import pytest

from crawler.address.traps import artefact, trap
from tests.growth import exponent

DOCS = (
    "sqlite3", "python3.11/html", "git-doc", "postgresql-doc-15/html", "python-django-doc/html",
    "apache2-doc/manual",
)  # fmt: skip


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/calendar/2090/01/", "a calendar without end: the year 2090"),
        ("/events/?month=1201-05", "a calendar without end: the year 1201"),
        ("/x?view=week&date=9999-12-31", "a calendar without end: the year 9999"),
        ("/a/b/a/b/a/b/", "repeating path: /a/b more than 2 times in a row"),
        ("/x/y/x/z/x/w/x/v/x/", "repeating path: x 5 times"),
        ("/v?sel=1&sel=1&sel=1", "repeated parameter sel (3 times the same)"),
        ("/f?" + "&".join(f"c={n}" for n in range(11)), "repeated parameter c (11 times)"),
        ("/;jsessionid=1/a;jsessionid=2", "2 session ids in one address"),
        ("/" + "/".join(map(str, range(41))), "path of 41 segments, more than 40"),
    ],
)
def test_what_grows_is_refused_with_its_reason(path: str, reason: str) -> None:
    assert trap(f"http://site.test{path}") == reason


@pytest.mark.parametrize(
    "path",
    [
        "/calendar/2026/11/",
        "/events?date=2031-01-01",
        "/date/1999/12/31/a-permalink/",
        "/2011/11/11/11",
        "/events/9999-problems.html",
        "/events/4711/",
        "/date/4711",
        "/events/4711/12",
        "/product?year=2090x",
        "/events/room-4711.5",
        "/docs/docs/api/api.html",
        "/a;jsessionid=1",
        "/f?c=1&c=2&c=3",
    ],
)
def test_what_a_person_would_type_is_none(path: str) -> None:
    assert trap(f"http://site.test{path}") is None


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/undefined", "/undefined is an unfilled value"),
        ("/undefined/", "/undefined is an unfilled value"),
        ("/null/profile?x=1", "/null is an unfilled value"),
        ("/NaN", "/NaN is an unfilled value"),
        ("/blog/undefined/undefined", "/undefined is an unfilled value"),
        ("/users/null/undefined/edit", "/undefined is an unfilled value"),
        ("/blog/[object%20Object]", "[object Object] is an unfilled template"),
        ("/%5Bobject%20Object%5D", "[object Object] is an unfilled template"),
        ("/blog/?next=[object%20Object]", "[object Object] is an unfilled template"),
        ("/blog/{{slug}}", "{{ is an unfilled template"),
    ],
)
def test_a_value_that_was_not_there_is_refused(path: str, what: str) -> None:
    assert artefact(f"http://site.test{path}") == what


@pytest.mark.parametrize(
    "path",
    [
        "/docs/null",
        "/api/undefined",
        "/api/undefined/",
        "/docs/Web/JavaScript/Reference/Global_Objects/NaN",
        "/docs/Web/JavaScript/Reference/Operators/null/examples",
        "/types/null/types/undefined",
        "/undefined.html",
        "/undefined-behaviour",
        "/Null",
        "/nan",
        "/a?value=null",
        "/#/null",
    ],
)
def test_a_page_about_such_a_value_is_none(path: str) -> None:
    assert artefact(f"http://site.test{path}") is None


@pytest.mark.parametrize("folder", DOCS)
@pytest.mark.parametrize("bare", [False, True], ids=["as served", "without endings"])
def test_no_page_of_a_real_site_is_taken_for_one(folder: str, *, bare: bool) -> None:
    root = Path("/usr/share/doc", folder)
    if not root.is_dir():
        pytest.skip(f"apt-get install {folder.partition('/')[0]}")
    pages = [each.relative_to(root).as_posix() for each in root.rglob("*.html")]
    assert pages
    urls = [f"http://site.test/{page.removesuffix('.html') if bare else page}" for page in pages]
    assert [url for url in urls if trap(url) or artefact(url)] == []


@pytest.mark.parametrize("piece", ["/a", "date", "date-", "date/a/", "&a=1", "jsessionid=", "{{"])
def test_judging_an_address_takes_time_that_grows_with_its_length(piece: str) -> None:
    def judge(size: int) -> None:
        url = "http://site.test/?" + piece * (size // len(piece))
        trap(url)
        artefact(url)

    assert exponent(judge, 20_000) < 1.5
