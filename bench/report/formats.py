"""The forms in which a run is printed, a row each."""

import json
from collections.abc import Callable, Mapping

from bench.report.crawlers import crawlers_csv
from bench.report.github import annotations
from bench.report.junit import junit
from bench.report.markdown import summary
from bench.report.style import Style
from bench.report.table import table
from bench.report.tables import sites_csv
from bench.report.told import Told
from bench.report.words import WIDTH


def printed(told: Told, style: Style, *, width: int = WIDTH) -> str:
    """Write a run in the form asked for; `width` is a terminal's, and matters to tables alone."""
    if style is Style.TABLE:
        return table(told.rows, told.groups, told.total, crawlers=told.crawlers, width=width)
    return _FORMS[style](told).rstrip("\n")


def _json(told: Told) -> str:
    return json.dumps(told.record, ensure_ascii=False, indent=1, allow_nan=False)


_FORMS: Mapping[Style, Callable[[Told], str]] = {
    Style.JSON: _json,
    Style.CSV: lambda told: crawlers_csv(told.rows) if told.crawlers else sites_csv(told.rows),
    Style.MD: summary,
    Style.GITHUB: lambda told: annotations(told.rows, told.findings),
    Style.JUNIT: lambda told: junit(told.rows, told.findings, run=told.run),
}
