"""What crawlers print, in all forms, and whatever else comes."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.crawlers import output
from bench.crawlers.output import LONGEST, Read, read
from bench.sites.crawler import Crawler, Output


def told(form: str, content: bytes, field: str | None = None) -> Read:
    crawler = Crawler(name="x", command="x {url}", output=Output(form), field=field)
    return read(BytesIO(content), crawler)


@pytest.mark.parametrize(
    ("form", "field", "content"),
    [
        ("lines", None, b"https://A.test\n\n  http://b.test/x y\nhttps://a.test/\r\n#/x\n"),
        ("jsonl", "url", b'{"url": "https://a.test"}\n{"url": 3}\n{"url": "https://a.test/"}\n'),
        ("jsonl", "page.href", b'{"page": {"href": "https://a.test"}}\n{"page": []}\n'),
        ("jsonl", "a.b", b'{"a.b": "https://a.test"}\nhttps://b.test/\n'),
        ("csv", "url", b"status,url\n200,https://a.test\n404\n"),
        ("csv", "address", b'\xef\xbb\xbfaddress,n\n"https://a.test",1\n/relative,2\n'),
    ],
)
def test_addresses_as_a_browser_writes_them(form: str, field: str | None, content: bytes) -> None:
    found = told(form, content, field)
    assert list(found.urls) == ["https://a.test/"]
    assert found.unreadable >= 1


@pytest.mark.parametrize(
    "line",
    [
        b"javascript:alert(1)",
        b"mailto:a@b.test",
        b"data:text/html,x",
        b"file:///etc/passwd",
        b"/path",
        b"//a.test/",
        b"https://",
        b"https://a.test/ 200 OK",
        b"GET https://a.test/",
        b"\x00\xff\xfe\x7f",
        b"x" * (3 * LONGEST),
        b"https://a.test/" + b"x" * (3 * LONGEST),
    ],
)
def test_what_is_no_address_is_counted_and_shown(line: bytes) -> None:
    found = told("lines", b"https://a.test/1\n" + line + b"\nhttps://a.test/2\n")
    assert list(found.urls) == ["https://a.test/1", "https://a.test/2"]
    assert found.unreadable == 1
    assert len(found.examples) == 1
    assert len(found.examples[0]) <= 80


def test_a_column_that_is_not_there() -> None:
    found = told("csv", b"a,b\nhttps://a.test/,1\n", "url")
    assert not found.urls
    assert found.unreadable == 2
    assert found.examples[0] == "no column url in: a,b"


def test_a_quote_that_never_ends_costs_no_memory() -> None:
    found = told("csv", b'url\n"' + b"x\n" * 200_000 + b'"\nhttps://a.test/\n')
    assert found.unreadable > 1
    assert list(found.urls) == ["https://a.test/"]


def test_only_so_many_addresses_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "MOST", 3)
    content = b"".join(b"https://a.test/%d\n" % (number % 5) for number in range(10))
    found = told("lines", content)
    assert len(found.urls) == 3
    assert found.over


@given(st.sampled_from(["lines", "jsonl", "csv"]), st.binary(max_size=300))
def test_whatever_comes_is_an_address_or_counted(form: str, content: bytes) -> None:
    found = told(form, content)
    assert all(url.startswith(("http://", "https://")) for url in found.urls)
    assert len(found.examples) <= min(found.unreadable, 3)
