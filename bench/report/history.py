"""The history of recall: a row a run and site, merged by run, never doubled."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bench.report.tables import cell
from bench.verdict.score import SiteScore

SCHEMA = 1
_HEAD = (
    "schema run started version site group truth found recall sampled comparable unscored"
    " truth_digest"
)
HEAD = tuple(_HEAD.split())

Row = Mapping[str, str]


class NoHistory(Exception):  # noqa: N818 - said of a file, with the line
    """A line that is no row of a history."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")


def rows_of(
    record: Mapping[str, Any], rows: Sequence[SiteScore], digests: Mapping[str, str | None]
) -> list[Row]:
    """Give a run's rows; `digests` are those of the sites' truths."""
    version = (record.get("versions") or {}).get("route-recall")
    run = {"schema": SCHEMA, "run": record.get("run"), "started": record.get("started")}
    return [
        _texts(
            {**row.as_json(), **run, "version": version, "site": row.name}
            | {"truth_digest": digests.get(row.name)}
        )
        for row in rows
    ]


def read(text: str) -> list[Row]:
    """Read a history; columns that are not known are left out, absent ones are empty.

    Raises:
        NoHistory: a line is no row, as a merge may leave it.
    """
    reader = csv.DictReader(io.StringIO(text))
    told: list[Row] = []
    for row in reader:
        if not row.get("run") or not row.get("site"):
            raise NoHistory(reader.line_num, "no row of a history (left by a merge?); take it out")
        if row.get("schema") != str(SCHEMA):
            what = f"schema {row.get('schema')!r} is unknown to this version"
            raise NoHistory(reader.line_num, what)
        told.append({name: row.get(name) or "" for name in HEAD})
    return told


def merged(text: str, rows: Iterable[Row]) -> str:
    """Write a history anew with a run's rows in it; those that it had of that run are replaced.

    Raises:
        NoHistory: it cannot be read.
    """
    rows = list(rows)
    runs = {row["run"] for row in rows}
    kept = [row for row in read(text) if row["run"] not in runs]
    # A file that two branches wrote may tell a run twice: the later line of a site is right.
    told = {(row["run"], row["site"]): row for row in (*kept, *rows)}
    out = io.StringIO()
    writer = csv.DictWriter(out, HEAD, lineterminator="\n")
    writer.writeheader()
    writer.writerows(sorted(told.values(), key=lambda row: (row["started"], row["run"])))
    return out.getvalue()


def _texts(values: Mapping[str, Any]) -> Row:
    return {name: "" if values.get(name) is None else str(cell(values[name])) for name in HEAD}
