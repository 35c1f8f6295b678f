import asyncio
import gzip
import os
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.web.directory import UNPACKED, Directory
from bench.web.media import UNKNOWN, media_type
from bench.web.origin import File, Request, Response


def ask(root: Path, path: str, *, query: str | None = None, method: str = "GET") -> Response:
    request = Request(method=method, origin="https://d.test", path=path, query=query)
    answer = asyncio.run(Directory(root).answer(request))
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
).filter(lambda name: name not in {".", ".."})


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
