"""Records are found in whatever state their file is, and nothing is unpacked without end."""

import gzip
import io
import zipfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.web.archive import files
from bench.web.archive.files import BadArchive, open_files
from bench.web.archive.index import index_of
from bench.web.archive.scan import MOST_RECORD, Flaw, Record, read, scan


def record(number: int, body: bytes = b"x" * 300, *, kind: str = "response") -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: <http://a.test/{number}>\r\n"
        f"WARC-Date: 2026-01-01T00:00:0{number % 10}Z\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def plain(data: bytes) -> bytes:
    return data


FORMS = [pytest.param(packed, id="packed"), pytest.param(plain, id="plain")]
PLAIN = [record(number) for number in range(4)]
PACKED = [packed(each) for each in PLAIN]


def found(data: bytes) -> tuple[list[int], list[str]]:
    """Where records begin in a file, and what is wrong between them."""
    every = list(scan(io.BytesIO(data)))
    return (
        [each.offset for each in every if isinstance(each, Record)],
        [each.why for each in every if isinstance(each, Flaw)],
    )


def begins(parts: list[bytes]) -> list[int]:
    return [sum(map(len, parts[:number])) for number in range(len(parts))]


@pytest.mark.parametrize("parts", [PLAIN, PACKED], ids=["plain", "packed"])
def test_every_record_is_found_and_can_be_read_by_its_place(parts: list[bytes]) -> None:
    file = io.BytesIO(b"".join(parts))
    places, flaws = found(file.getvalue())
    assert (places, flaws) == (begins(parts), [])
    for number, place in enumerate(places):
        headers, block = read(file, place) or ({}, b"")
        assert headers["warc-target-uri"] == f"<http://a.test/{number}>"
        assert block.endswith(b"\r\n\r\n" + b"x" * 300)


@given(st.sampled_from([PLAIN, PACKED]), st.data())
def test_a_file_that_was_cut_anywhere_keeps_its_whole_records(
    parts: list[bytes], data: st.DataObject
) -> None:
    cut = data.draw(st.integers(0, len(b"".join(parts))))
    places, flaws = found(b"".join(parts)[:cut])
    ends = [begin + len(part) for begin, part in zip(begins(parts), parts, strict=True)]
    # The two line ends behind a plain record may be missing.
    slack = 4 if parts is PLAIN else 0
    assert len(places) == sum(end - slack <= cut for end in ends)
    assert len(flaws) <= 1


@given(st.sampled_from([PLAIN, PACKED]), st.binary(min_size=9, max_size=600))
def test_what_is_broken_is_told_and_stepped_over(parts: list[bytes], rubbish: bytes) -> None:
    whole = [parts[0], b"\xff" + rubbish + b"\xff", *parts[1:]]
    places, flaws = found(b"".join(whole))
    expected = [begin for number, begin in enumerate(begins(whole)) if number != 1]
    assert [place for place in places if place in expected] == expected
    assert flaws


def test_a_record_that_unpacks_without_end_is_given_up_and_the_next_one_found() -> None:
    bomb = packed(record(0, bytes(MOST_RECORD + 1)))
    places, flaws = found(bomb + PACKED[1])
    assert places == [len(bomb)]
    assert flaws == [f"more than {MOST_RECORD} bytes"]


@pytest.mark.parametrize("name", ["a.warc.gz", "a.wacz", "folder"])
def test_records_are_reached_in_every_kind_of_archive(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    match name:
        case "a.warc.gz":  # packed as a whole, so that no record begins at a place of its own
            path.write_bytes(packed(b"".join(PLAIN)))
        case "a.wacz":
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as whole:
                whole.writestr("archive/data.warc.gz", b"".join(PACKED))
                whole.writestr("pages/pages.jsonl", "{}")
        case _:
            path.mkdir()
            (path / "1.warc").write_bytes(b"".join(PLAIN[:2]))
            (path / "2.warc.gz").write_bytes(b"".join(PACKED[2:]))
    with ExitStack() as stack:
        index = index_of(open_files(path, stack))
        stack.callback(index.close)
        assert index.flaws == []
        assert [len(index.find("GET", f"http://a.test/{number}")) for number in range(5)] == [
            1,
            1,
            1,
            1,
            0,
        ]


def not_a_zip(path: Path) -> None:
    path.write_bytes(b"PK\3\4 and no more")


def nothing_inside(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as whole:
        whole.writestr("datapackage.json", "{}")


def bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as whole:
        whole.writestr("archive/data.warc", bytes(3 << 20))


@pytest.mark.parametrize("make", [not_a_zip, nothing_inside, bomb])
def test_a_wacz_that_is_none_or_a_bomb_is_refused(
    tmp_path: Path, make: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_UNPACKED", 2 << 20)
    path = tmp_path / "a.wacz"
    make(path)
    with ExitStack() as stack, pytest.raises(BadArchive, match=r"a\.wacz"):
        list(open_files(path, stack))
