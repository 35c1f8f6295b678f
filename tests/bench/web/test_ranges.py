import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.web.ranges import Slice, Whole, select

CASES = [
    ("bytes=0-0", 10, Slice(start=0, stop=1)),
    ("bytes=0-9", 10, Slice(start=0, stop=10)),
    ("bytes=5-", 10, Slice(start=5, stop=10)),
    ("bytes=5-999", 10, Slice(start=5, stop=10)),
    ("bytes=-3", 10, Slice(start=7, stop=10)),
    ("bytes=-999", 10, Slice(start=0, stop=10)),
    ("BYTES=1-2", 10, Slice(start=1, stop=3)),
    ("bytes=-0", 10, Whole.UNSATISFIABLE),
    ("bytes=10-", 10, Whole.UNSATISFIABLE),
    ("bytes=999999999999999999-", 10, Whole.UNSATISFIABLE),
    ("bytes=3-2", 10, Whole.IGNORED),
    ("bytes=-", 10, Whole.IGNORED),
    ("bytes=0-1,3-4", 10, Whole.IGNORED),
    ("bytes=a-b", 10, Whole.IGNORED),
    ("pages=1-2", 10, Whole.IGNORED),
    ("bytes=" + "9" * 5000 + "-", 10, Whole.IGNORED),
    ("bytes=0-", 0, Whole.IGNORED),
    ("", 10, Whole.IGNORED),
    (None, 10, Whole.IGNORED),
]


@pytest.mark.parametrize(("header", "size", "expected"), CASES)
def test_select(header: str | None, size: int, expected: Slice | Whole) -> None:
    assert select(header, size) == expected


numbers = st.none() | st.integers(min_value=0, max_value=300)


@given(numbers, numbers, st.binary(max_size=256))
def test_a_slice_is_what_the_header_says(first: int | None, last: int | None, body: bytes) -> None:
    spelled = "-".join("" if number is None else str(number) for number in (first, last))
    found = select(f"bytes={spelled}", len(body))
    if not isinstance(found, Slice):
        return
    assert 0 <= found.start < found.stop <= len(body)
    if first is not None:
        assert body[found.start : found.stop] == body[first : None if last is None else last + 1]
    elif last is not None:
        assert body[found.start : found.stop] == body[-last:]


@given(st.text(max_size=40), st.integers(min_value=0, max_value=10**12))
def test_any_header_is_survived(header: str, size: int) -> None:
    found = select(header, size)
    assert isinstance(found, Whole) or 0 <= found.start < found.stop <= size
