"""Writes the crawlers of a run between two marks of a Markdown page, in place of the last ones."""

import re
from collections.abc import Sequence

from bench.report.crawlers import FOOT, crawlers_table
from bench.report.markdown import escaped
from bench.verdict.crawlers import Standing
from bench.verdict.score import Summary

BEGIN = "<!-- leaderboard -->"
END = "<!-- end of leaderboard -->"
_BETWEEN = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)


def head(total: Summary, run: str) -> str:
    """Say of how many sites the table is, and of which day."""
    day = f"{run[:4]}-{run[4:6]}-{run[6:8]}"
    return f"{total.scored} of {total.asked} sites of the corpus, on {day}:"


def placed(page: str, standings: Sequence[Standing], told: str) -> str | None:
    """Give the page with the table in its place; None where it has no such place."""
    table = crawlers_table(standings, fmt="pipe", write=escaped)
    block = f"{BEGIN}\n{told}\n\n{table}\n\n{FOOT}\n{END}"
    found, count = _BETWEEN.subn(lambda _: block, page, count=1)
    return found if count else None
