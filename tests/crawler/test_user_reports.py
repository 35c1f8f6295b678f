"""No fault that users of other crawlers have reported is left without a test of its own.

The reports, by the part of the crawler that they concern, are told one by one in the modules
beside this one; each test's name carries the number of its report.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

REPORTED = {
    "crawler": "001 003 004 006 007 009 010 012 013 015 016 018 019 021 022 024 025",
    "robots": "026 028 029 031 032 034 035 037 038 040 041",
    "sitemap": "042 044 045 047 048 050 051 053 054 056 057 059 060",
    "identity": "062 064 065 067 071 073 074 076 077",
    "scope": "078 080 081 083 084 086 087",
    "reliability": "133 135 136 139 141 142 144",
}
# These need a browser, and so they are told beside the oracle's tests.
BROWSERS = "068 070 089 138 145"


def told(area: str) -> Iterator[str]:
    """Yield the numbers of the reports that an area's module has tests for."""
    module = Path(__file__).with_name(f"test_user_reports_{area}.py")
    for node in ast.parse(module.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield from re.findall(r"ur_(\d{3})", node.name)


@pytest.mark.parametrize("area", REPORTED)
def test_every_report_of_an_area_has_a_test(area: str) -> None:
    assert set(REPORTED[area].split()) <= set(told(area))


def test_there_are_sixty_four_of_them() -> None:
    numbers = " ".join(REPORTED.values()).split()
    assert len(numbers) == len(set(numbers)) == 64
    assert not set(numbers) & set(BROWSERS.split())
