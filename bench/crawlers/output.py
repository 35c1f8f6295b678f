"""Reads addresses out of what a crawler printed, whatever that is; all else is counted."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BufferedIOBase
from typing import Any

import ada_url

from bench.sites.crawler import Crawler, Output

LONGEST = 1 << 16
"""Bytes that a line may have."""
MOST = 1_000_000
SHOWN = 3
SCHEMES = frozenset({"http:", "https:"})


@dataclass(slots=True, kw_only=True)
class Read:
    """The addresses, each once; how many lines held none, and the first of those."""

    urls: dict[str, None] = field(default_factory=dict)
    unreadable: int = 0
    examples: list[str] = field(default_factory=list)
    over: bool = False

    def take(self, word: object, line: str) -> None:
        """Take what should be an address; the line that holds it is shown where it is none."""
        url = address(word) if isinstance(word, str) else None
        if url is None:
            self.refuse(line)
        elif len(self.urls) < MOST or url in self.urls:
            self.urls[url] = None
        else:
            self.over = True

    def refuse(self, line: str) -> None:
        """Count a line that holds no address."""
        self.unreadable += 1
        if len(self.examples) < SHOWN:
            self.examples.append(line[:80])


def address(word: str) -> str | None:
    """Give an absolute http(s) address as a browser would write it, None for all else."""
    try:
        url = ada_url.URL(word.strip())
    except ValueError:
        return None
    return url.href if url.protocol in SCHEMES and url.hostname else None


def read(stream: BufferedIOBase, crawler: Crawler) -> Read:
    """Read a crawler's whole answer, line by line."""
    told = Read()
    _FORMS[crawler.output](_lines(stream, told), told, crawler.field or "url")
    return told


def _lines(stream: BufferedIOBase, told: Read) -> Iterator[str]:
    """Yield the lines that are text and not too long; of a longer one only its length is read."""
    whole = True
    while line := stream.readline(LONGEST):
        ended = line.endswith(b"\n")
        if whole and (ended or len(line) < LONGEST):
            text = line.decode("utf-8", errors="replace").strip("\r\n\ufeff")
            if text.strip():
                yield text
        elif whole:
            told.refuse(line[:80].decode("utf-8", errors="replace"))
        whole = ended


def _bare(lines: Iterable[str], told: Read, _field: str) -> None:
    for line in lines:
        # Two words are no address, though a browser would make one of them.
        told.take(line if len(line.split()) == 1 else None, line)


def _objects(lines: Iterable[str], told: Read, field: str) -> None:
    for line in lines:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        told.take(_inside(value, field), line)


def _inside(value: Any, field: str) -> Any:  # noqa: ANN401 - any JSON
    """Find a field; with dots, one within others, where no field has dots in its name."""
    if isinstance(value, dict) and field in value:
        return value[field]
    for part in field.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def _rows(lines: Iterable[str], told: Read, field: str) -> None:
    rows = csv.reader(lines)
    at: int | None = None
    while True:
        try:
            row = next(rows, None)
        except csv.Error as error:
            told.refuse(str(error))
            continue
        if row is None:
            return
        if at is None:
            at = row.index(field) if field in row else -1
            if at < 0:
                told.refuse(f"no column {field} in: {','.join(row)}")
        elif row:
            told.take(row[at] if 0 <= at < len(row) else None, ",".join(row))


_FORMS: Mapping[Output, Callable[[Iterable[str], Read, str], None]] = {
    Output.LINES: _bare,
    Output.JSONL: _objects,
    Output.CSV: _rows,
}
