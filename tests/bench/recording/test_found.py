"""A recording is looked at before it is replayed: of which site it is, and what it says."""

import asyncio
import re
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.recording.ears import Ears
from bench.recording.role import Door
from bench.sites.site import Site
from bench.sites.target import Target
from bench.web.archive.origin import Archive, open_archive
from bench.web.origin import Request, Response
from bench.work.replay import NotRecorded, recorded

ANSWER = (
    "HTTP/1.1 200 OK\r\nX-Odd: one\x85Location: two\r\nContent-Type: text/html\r\n\r\n<p>Hello"
)


def record(url: str, *, block: str = ANSWER, more: str = "") -> bytes:
    body = block.encode()
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n{more}"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body + b"\r\n\r\n"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("https://a.test/", None),
        ("HTTPS://A.test:443/other", None),
        ("http://a.test/", "holds nothing of http://a.test: it is of https://a.test"),
        ("https://b.test/", "holds nothing of https://b.test: it is of https://a.test"),
    ],
)
def test_a_recording_of_another_site_is_told(tmp_path: Path, url: str, told: str | None) -> None:
    file = tmp_path / "a.warc"
    file.write_bytes(record("https://a.test/"))
    with ExitStack() as stack:
        site = Site(name="a", group="g", url=url, replay=str(file))
        if told is None:
            assert isinstance(recorded(site, None, Ears(), stack), Target)
        else:
            with pytest.raises(NotRecorded, match=re.escape(f"{file} {told}")):
                recorded(site, None, Ears(), stack)


def test_a_file_without_a_single_exchange_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(b"no record at all")
    site = Site(name="a", group="g", url="https://a.test/", replay=str(tmp_path / "a.warc"))
    with ExitStack() as stack, pytest.raises(NotRecorded, match="no exchange in it can be read"):
        recorded(site, None, Ears(), stack)


def answered(web: Archive, path: str) -> Response:
    request = Request(
        method="GET", origin="https://a.test", path=path, headers=(), role=Door.CRAWLER
    )
    answer = asyncio.run(web.answer(request))
    assert isinstance(answer, Response)
    return answer


def test_marks_and_headers_that_nobody_of_us_wrote_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "a.warc"
    odd = record("https://a.test/odd", block="", more="WARC-Route-Recall-Failure: nonsense\r\n")
    file.write_bytes(record("https://a.test/") + odd)
    with ExitStack() as stack:
        archive = open_archive(file, stack)
        assert answered(archive, "/odd").status == 502
        # A header ends at its line's end, whatever else some take for one.
        assert [name for name, _ in answered(archive, "/").headers] == ["X-Odd", "Content-Type"]
