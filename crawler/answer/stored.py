"""An inventory as it was stored: its records read back, or what is wrong with the file."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from crawler.answer.inventory import SCHEMA

Row = dict[str, Any]


class UnreadableError(Exception):
    """A file that is no inventory; the message says where and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The records of an inventory's file, each kind in its order."""

    head: Row
    end: Row
    robots: list[Row] = field(default_factory=list)
    sitemaps: list[Row] = field(default_factory=list)
    candidates: list[Row] = field(default_factory=list)


def read_lines(lines: Iterable[str]) -> Stored:
    """Read the lines of inventory.jsonl.

    Raises:
        UnreadableError: a line is no record, the schema is another, or the end is missing.
    """
    found: dict[str, list[Row]] = {
        kind: [] for kind in ("inventory", "robots", "sitemap", "candidate", "end")
    }
    for number, line in enumerate(lines, start=1):
        row = _row(line, number)
        if row["record"] not in found:
            message = f"line {number}: no record is called {row['record']!r}"
            raise UnreadableError(message)
        found[row["record"]].append(row)
    if len(found["inventory"]) != 1 or len(found["end"]) != 1:
        message = "it has no beginning" if not found["inventory"] else "it has no end: it was cut"
        raise UnreadableError(message)
    head = found["inventory"][0]
    if head.get("schema") != SCHEMA:
        message = f"schema {head.get('schema')} is not {SCHEMA}"
        raise UnreadableError(message)
    return Stored(
        head=head,
        end=found["end"][0],
        robots=found["robots"],
        sitemaps=found["sitemap"],
        candidates=found["candidate"],
    )


def _row(line: str, number: int) -> Row:
    try:
        row = json.loads(line)
    except ValueError:
        row = None
    if not isinstance(row, dict) or not isinstance(row.get("record"), str):
        message = f"line {number}: no record of an inventory"
        raise UnreadableError(message)
    return row
