"""Archives of others with something odd about them answer with what they hold, and no more."""

import asyncio
import base64
import gzip
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from warcio.statusandheaders import StatusAndHeaders  # type: ignore[import-untyped]
from warcio.warcwriter import WARCWriter  # type: ignore[import-untyped]

from bench.web.archive.origin import Archive, open_archive
from bench.web.archive.scan import Record, scan
from bench.web.gateway import Gateway
from bench.web.origin import Request, Response, Web
from crawler.answer.inventory import Inventory
from crawler.config import Config
from crawler.crawl import crawl
from tests.bench.web.live import PACKED, Live, serving
from tests.bench.web.test_archive_foreign import ROUTES, by_warcio

HTML = ("Content-Type", "text/html")
PAGE = b"<title>Once</title>"
CUT = "the file ends amid a record"


@pytest.fixture
def live() -> Iterator[Live]:
    """A small site, really served, in chunks and in part packed."""
    with serving() as site:
        yield site


def cut(file: Path) -> list[str]:
    """Break the last record off."""
    with file.open("r+b") as stream:
        stream.truncate(file.stat().st_size - 20)
    return [CUT]


def cut_and_packed_as_a_whole(file: Path) -> list[str]:
    """Pack it as `gzip archive.warc` does, and break that off."""
    unpacked(file)
    file.write_bytes(gzip.compress(file.read_bytes()[:-20])[:-8])
    return [CUT]


def unpacked(file: Path) -> list[str]:
    """Keep plain records."""
    file.write_bytes(gzip.decompress(file.read_bytes()))
    return []


def without_requests(file: Path) -> list[str]:
    """Keep all but the requests."""
    data = file.read_bytes()
    records = [each for each in scan(BytesIO(data)) if isinstance(each, Record)]
    ends = [*(each.offset for each in records[1:]), len(data)]
    kept = [
        data[record.offset : end]
        for record, end in zip(records, ends, strict=True)
        if record.headers["warc-type"] != "request"
    ]
    assert len(kept) * 2 == len(records)
    file.write_bytes(b"".join(kept))
    return []


@pytest.mark.parametrize("odd", [cut, cut_and_packed_as_a_whole, unpacked, without_requests])
def test_what_is_whole_is_answered(
    live: Live, tmp_path: Path, odd: Callable[[Path], list[str]]
) -> None:
    file = tmp_path / "a.warc.gz"
    by_warcio(live, file, last="/nobody-leads-here")
    flaws = odd(file)
    with ExitStack() as stack:
        archive = open_archive(file, stack)
        assert [told.partition(": ")[2] for told in archive.index.flaws] == flaws
        found = crawled(archive, live.root)
    assert set(found.listed) == {live.root.rstrip("/") + path for path in ROUTES - {"/lost"}}
    packed = next(each for each in found.candidates if each.url.endswith("packed.html"))
    assert packed.observation
    assert packed.observation.sha256 == hashlib.sha256(gzip.decompress(PACKED)).hexdigest()


def crawled(web: Archive, root: str) -> Inventory:
    async def run() -> Inventory:
        async with Gateway(web) as gateway:
            return await crawl(Config(root=root, proxy=gateway.proxy, ca=gateway.ca))

    return asyncio.run(run())


def revisit(file: Path, *, digest: bool, original: bool) -> None:
    """Write a page that was there already, with or without the record that has its bytes."""
    told = f"sha1:{base64.b32encode(hashlib.sha1(PAGE, usedforsecurity=False).digest()).decode()}"
    first = ("http://a.test/first", "2026-01-01T00:00:00Z")
    head = partial(StatusAndHeaders, "200 OK", [HTML], protocol="HTTP/1.1")
    with file.open("wb") as stream:
        writer = WARCWriter(stream, gzip=True)
        again = writer.create_revisit_record(
            "http://a.test/again", told, *first, http_headers=head()
        )
        if not digest:
            again.rec_headers.remove_header("WARC-Payload-Digest")
        writer.write_record(again)
        if original:  # behind it, as in a set whose files are read in another order
            page = writer.create_warc_record(
                first[0],
                "response",
                payload=BytesIO(PAGE),
                length=len(PAGE),
                http_headers=head(),
                warc_headers_dict={"WARC-Payload-Digest": told, "WARC-Date": first[1]},
            )
            writer.write_record(page)


@pytest.mark.parametrize(
    ("digest", "original", "status"), [(True, True, 200), (True, False, 504), (False, True, 504)]
)
def test_a_revisit_is_answered_with_the_bytes_of_its_original_or_is_not_in_the_recording(
    tmp_path: Path, *, digest: bool, original: bool, status: int
) -> None:
    revisit(tmp_path / "a.warc.gz", digest=digest, original=original)
    with ExitStack() as stack:
        archive = open_archive(tmp_path / "a.warc.gz", stack)
        request = Request(method="GET", origin="http://a.test", path="/again", headers=())
        answer = asyncio.run(archive.answer(request))
    assert isinstance(answer, Response)
    assert answer.status == status
    assert (answer.body == PAGE) is (status == 200)
    assert archive.unrecorded.asked.total() == (status != 200)


class Shop:
    """A site that is reached by https alone."""

    async def answer(self, request: Request) -> Response:
        links = b"<a href=/teas>Teas</a>" if request.path == "/" else b"No more."
        known = request.path in {"/", "/teas"}
        return Response(status=200 if known else 404, headers=(HTML,), body=links)


@pytest.mark.skipif(shutil.which("wget") is None, reason="wget is not here")
def test_a_site_behind_tls_that_wget_kept_is_crawled_from_its_file(tmp_path: Path) -> None:
    async def keep() -> None:
        async with Gateway(Web({"https://shop.test": Shop()})) as gateway:
            wget = await asyncio.create_subprocess_exec(
                *("wget", "-q", "-r", "--warc-file=a", f"--ca-certificate={gateway.ca}"),
                "https://shop.test/",
                cwd=tmp_path,
                env=os.environ | {"https_proxy": gateway.proxy, "no_proxy": ""},
            )
            await wget.wait()

    asyncio.run(keep())
    with ExitStack() as stack:
        archive = open_archive(tmp_path / "a.warc.gz", stack)
        assert archive.index.flaws == []
        found = crawled(archive, "https://shop.test/")
    assert set(found.listed) == {"https://shop.test/", "https://shop.test/teas"}
