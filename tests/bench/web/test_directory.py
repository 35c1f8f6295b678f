import asyncio
import gzip
import os
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.web import disk
from bench.web.directory import Directory, Serving
from bench.web.disk import UNPACKED
from bench.web.media import UNKNOWN, media_type
from bench.web.origin import File, Request, Response


def ask(
    root: Path,
    path: str,
    serving: Serving | None = None,
    *,
    query: str | None = None,
    method: str = "GET",
) -> Response:
    request = Request(method=method, origin="https://d.test", path=path, query=query)
    answer = asyncio.run(Directory(root, serving).answer(request))
    assert isinstance(answer, Response)
    return answer


@pytest.mark.parametrize(
    ("path", "kind", "start"),
    [
        ("/", "text/html", b"<!doctype html><title>Home"),
        ("/index.html", "text/html", b"<!doctype html><title>Home"),
        ("/docs/", "text/html", b"<title>Docs"),
        ("/docs/a%20b/%C3%BC.html", "text/html", b"<title>Umlaut"),
        ("/docs/a%20b/%c3%bc.html", "text/html", b"<title>Umlaut"),
        ("//docs//index.htm", "text/html", b"<title>Docs"),
        ("/style.css", "text/css", b"p {"),
        ("/data.bin", UNKNOWN, b"\0\1\2"),
        ("/UPPER.HTML", "text/html", b"<title>Upper"),
        ("/empty/file.txt", "text/plain", b""),
    ],
)
def test_files(site: Path, path: str, kind: str, start: bytes) -> None:
    response = ask(site, path)
    assert (response.status, response.header("content-type")) == (200, kind)
    assert isinstance(response.body, bytes)
    assert response.body.startswith(start)


@pytest.mark.parametrize(
    "path",
    [
        "/missing.html",
        "/index.html/",
        "/index.html/more",
        "/empty/",  # no index page, and no listing instead
        "/upper.html",
        "/../secret.html",
        "/docs/../../secret.html",
        "/%2e%2e/secret.html",
        "/..%2fsecret.html",
        "/docs/..%2F..%2Fsecret.html",
        "/%2E/index.html",
        "/index.html%00.png",
        "/docs%2findex.htm",
        "/" + "x" * 5000,
        "/" + "x/" * 3000,
        "/%ff%fe",
    ],
)
def test_what_is_not_there(site: Path, path: str) -> None:
    response = ask(site, path)
    assert response.status == 404
    assert response.header("content-type") == "text/html"
    assert b"Secret" not in bytes(response.body if isinstance(response.body, bytes) else b"")


def test_a_site_may_bring_its_own_404(site: Path) -> None:
    (site / "404.html").write_bytes(b"<h1>Lost?</h1>")
    assert ask(site, "/missing").status == 404
    assert ask(site, "/missing").body == b"<h1>Lost?</h1>"
    assert ask(site, "/404.html").status == 200


@pytest.mark.parametrize(
    ("path", "query", "location"),
    [
        ("/docs", None, "https://d.test/docs/"),
        ("/docs", "a=1&b", "https://d.test/docs/?a=1&b"),
        ("/docs/a%20b", None, "https://d.test/docs/a%20b/"),
        ("//docs", None, "https://d.test//docs/"),
    ],
)
def test_a_folder_has_one_address(site: Path, path: str, query: str | None, location: str) -> None:
    response = ask(site, path, query=query)
    assert (response.status, response.header("location")) == (301, location)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "TRACE", "BREW"])
def test_only_reading(site: Path, method: str) -> None:
    response = ask(site, "/", method=method)
    assert (response.status, response.header("allow")) == (405, "GET, HEAD, OPTIONS")


def test_options(site: Path) -> None:
    response = ask(site, "/", method="OPTIONS")
    assert (response.status, response.header("allow")) == (204, "GET, HEAD, OPTIONS")


def test_links_are_followed(site: Path) -> None:
    (site / "linked.html").symlink_to("../secret.html")
    (site / "folder").symlink_to("docs")
    (site / "broken.html").symlink_to("nowhere.html")
    (site / "round.html").symlink_to("round.html")
    assert ask(site, "/linked.html").body == b"<title>Secret</title>"
    assert ask(site, "/folder").status == 301
    assert ask(site, "/folder/").body == b"<title>Docs</title>"
    assert ask(site, "/broken.html").status == 404
    assert ask(site, "/round.html").status == 404


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/linked.html", 403),
        ("/folder/", 200),
        ("/folder/index.htm", 200),
        ("/out/secret.html", 403),
        ("/out", 301),
        ("/packed.html", 403),
        ("/style.css", 200),
        ("/broken.html", 404),
    ],
)
def test_links_that_lead_out_can_be_refused(site: Path, path: str, status: int) -> None:
    (site / "linked.html").symlink_to("../secret.html")
    (site / "folder").symlink_to("docs")
    (site / "out").symlink_to("..")
    (site / "broken.html").symlink_to("nowhere.html")
    (site.parent / "secret.gz").write_bytes(gzip.compress(b"<title>Secret</title>"))
    (site / "packed.html.gz").symlink_to("../secret.gz")
    response = ask(site, path, Serving(symlinks=False))
    assert response.status == status
    assert b"Secret" not in bytes(response.body if isinstance(response.body, bytes) else b"")


def test_the_folder_may_be_a_link_itself(site: Path) -> None:
    (site.parent / "current").symlink_to("site")
    assert ask(site.parent / "current", "/", Serving(symlinks=False)).status == 200


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/.git/config", 404),
        ("/.env", 404),
        ("/docs/.htaccess", 404),
        ("/%2egit/config", 404),
        ("/docs/.well-known/a.txt", 404),
        ("/.well-known/a.txt", 200),
    ],
)
def test_names_with_a_leading_dot_are_nobodys_business(site: Path, path: str, status: int) -> None:
    for name in (".git/config", ".env", "docs/.htaccess", ".well-known/a.txt"):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(b"x")
    (site / "docs/.well-known").mkdir()
    (site / "docs/.well-known/a.txt").write_bytes(b"x")
    assert ask(site, path).status == status


def pages(site: Path) -> None:
    for name in ("about.html", "both.html", "both/index.html", "docs/guide.html", "plain"):
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(name.encode())


@pytest.mark.parametrize(
    ("path", "plain", "clean", "redirect"),
    [
        ("/about", 404, b"about.html", b"about.html"),
        ("/about.html", b"about.html", b"about.html", "/about"),
        ("/about/", 404, 404, 404),
        ("/docs/guide", 404, b"docs/guide.html", b"docs/guide.html"),
        ("/docs/guide.html", b"docs/guide.html", b"docs/guide.html", "/docs/guide"),
        ("/docs", "/docs/", "/docs/", "/docs/"),
        ("/both", "/both/", b"both.html", b"both.html"),
        ("/both/", b"both/index.html", b"both/index.html", b"both/index.html"),
        ("/both/index.html", b"both/index.html", b"both/index.html", "/both/"),
        ("/both/index", 404, b"both/index.html", "/both/"),
        ("/plain", b"plain", b"plain", b"plain"),
        ("/missing.html", 404, 404, 404),
        ("/missing", 404, 404, 404),
    ],
)
def test_clean_addresses(
    site: Path, path: str, plain: bytes | str, clean: bytes | str, redirect: bytes | str
) -> None:
    pages(site)
    servings = (
        Serving(),
        Serving(clean_urls=True),
        Serving(clean_urls=True, redirect=True),
    )
    for serving, expected in zip(servings, (plain, clean, redirect), strict=True):
        response = ask(site, path, serving)
        place = (response.header("location") or "").removeprefix("https://d.test")
        assert expected in (response.status, response.body, place or None), serving


def test_a_clean_address_keeps_its_query(site: Path) -> None:
    pages(site)
    serving = Serving(clean_urls=True, redirect=True)
    place = ask(site, "/about.html", serving, query="a=1").header("location")
    assert place == "https://d.test/about?a=1"


@pytest.mark.parametrize(
    ("path", "status", "shell"),
    [
        ("/", 200, True),
        ("/orders/17", 200, True),
        ("/orders/", 200, True),
        ("/docs/", 200, False),
        ("/orders/17.json", 404, False),
        ("/missing.css", 404, False),
        ("/style.css", 200, False),
    ],
)
def test_one_page_answers_for_all_views(
    site: Path, path: str, status: int, *, shell: bool
) -> None:
    response = ask(site, path, Serving(fallback="index.html"))
    assert response.status == status
    assert (response.body == ask(site, "/").body) == shell


def test_a_fallback_that_is_gone_is_none(site: Path) -> None:
    assert ask(site, "/orders", Serving(fallback="200.html")).status == 404
    (site / "200.html").symlink_to("../secret.html")
    serving = Serving(fallback="200.html", symlinks=False)
    assert ask(site, "/orders", serving).status == 404


def test_a_site_whose_own_404_leads_out_has_none(site: Path) -> None:
    (site / "404.html").symlink_to("../secret.html")
    response = ask(site, "/missing", Serving(symlinks=False))
    assert (response.status, response.body) == (404, ask(site / "docs", "/missing").body)


def test_a_large_404_is_sent_as_one(site: Path) -> None:
    (site / "404.html").write_bytes(b"x" * ((1 << 20) + 1))
    response = ask(site, "/missing")
    assert (response.status, response.header("etag")) == (404, None)
    assert response.body == File(path=site / "404.html", size=(1 << 20) + 1)


def test_a_folder_of_many_files_costs_no_more_than_one(site: Path) -> None:
    for number in range(300):
        (site / "docs" / f"{number}.html").touch()
    assert ask(site, "/docs/299.html").status == 200
    (site / "docs" / "index.htm").unlink()
    assert ask(site, "/docs/").status == 404  # and no listing of them


def test_a_file_that_grows_is_sent_as_long_as_it_was(site: Path) -> None:
    log = site / "log.txt"
    log.write_bytes(b"one\n")
    state = disk.look(str(log))
    log.write_bytes(b"one\ntwo\n")
    served = disk.serve(str(log), state)
    assert served is not None
    assert served.body == b"one\n"


def test_a_page_that_is_only_there_packed(site: Path) -> None:
    page = b"<title>Changes</title>" * 1000
    (site / "changes.html.gz").write_bytes(gzip.compress(page))
    (site / "style.css.gz").write_bytes(b"older")
    (site / "notes.txt.gz").write_bytes(gzip.compress(b"notes"))
    response = ask(site, "/changes.html")
    assert (response.body, response.header("content-type")) == (page, "text/html")
    assert response.header("content-encoding") is None
    packed = ask(site, "/changes.html.gz")
    assert packed.header("content-type") == "application/gzip"
    assert ask(site, "/style.css").body == b"p { color: red }"
    assert ask(site, "/notes.txt").status == 404


@pytest.mark.parametrize(
    "packed",
    [b"no gzip", gzip.compress(b"x" * 1000)[:-9], gzip.compress(bytes(UNPACKED + 1))],
    ids=["not gzip", "cut short", "a bomb"],
)
def test_a_packed_page_that_cannot_be_unpacked(site: Path, packed: bytes) -> None:
    (site / "bad.html.gz").write_bytes(packed)
    assert ask(site, "/bad.html").status == 500


def test_large_files_stay_on_the_disk(site: Path) -> None:
    response = ask(site, "/large.pdf")
    assert response.body == File(path=site / "large.pdf", size=(3 << 20) + 4)


def test_what_is_neither_file_nor_folder(site: Path) -> None:
    os.mkfifo(site / "pipe.html")
    assert ask(site, "/pipe.html").status == 404


def test_a_changed_file_has_another_tag(site: Path) -> None:
    before = ask(site, "/style.css").header("etag")
    assert ask(site, "/style.css").header("etag") == before
    (site / "style.css").write_bytes(b"p { color: blue }")
    assert ask(site, "/style.css").header("etag") != before


names = st.text(
    st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=12
).filter(lambda name: not name.startswith("."))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(names, st.booleans())
def test_any_name_is_reached_by_its_escapes(site: Path, name: str, every: bool) -> None:  # noqa: FBT001
    (site / "named").mkdir(exist_ok=True)
    file = site / "named" / name
    file.write_bytes(name.encode())
    escaped = "".join(f"%{byte:02x}" for byte in name.encode()) if every else quote(name, safe="")
    try:
        assert ask(site, f"/named/{escaped}").body == name.encode()
    finally:
        file.unlink()


wild = st.lists(
    st.sampled_from(
        ["..", ".", "%2e%2e", "%2E.", "..%2f", "%00", "/", "", "docs", "secret.html", "%", "%zz"]
    )
).map("/".join)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(wild)
def test_no_path_leads_out(site: Path, path: str) -> None:
    response = ask(site, f"/{path}")
    assert response.status in {200, 301, 404}
    assert response.body != b"<title>Secret</title>"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.html", "text/html"),
        ("a.xhtml", "application/xhtml+xml"),
        ("a.tar.gz", "application/gzip"),
        ("sitemap.xml.gz", "application/gzip"),
        ("a.JPG", "image/jpeg"),
        ("a.js", "text/javascript"),
        ("a.py", "text/x-python"),  # from Python's own table
        ("a.nothing", UNKNOWN),
        ("README", UNKNOWN),
        (".html", UNKNOWN),
    ],
)
def test_media_type(name: str, kind: str) -> None:
    assert media_type(name) == kind
