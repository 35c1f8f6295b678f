"""Writes a run as JUnit XML: a case a site, which many CI systems draw by themselves."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from bench.exits import Exit
from bench.report.finding import Finding
from bench.report.words import percent, plain
from bench.verdict.score import SiteScore

# A threshold that was missed is a failure; what could not be measured is an error.
_KIND = {Exit.MISSED: "failure"}


def junit(rows: Sequence[SiteScore], findings: Sequence[Finding], *, run: str) -> str:
    """Write a suite a group and a case a site; a finding without a row is a case as well."""
    root = Element("testsuites", name=f"Route Recall {plain(run)}")
    for group in dict.fromkeys(row.group or "" for row in rows):
        suite = SubElement(root, "testsuite", name=plain(group) or "sites")
        for row in rows:
            if (row.group or "") == group:
                _case(suite, row, [each for each in findings if each.site == row.name])
    known = {row.name for row in rows}
    if strangers := [each for each in findings if each.site not in known]:
        suite = SubElement(root, "testsuite", name="not measured")
        for each in strangers:
            _case(suite, SiteScore(name=each.site), [each])
    for suite in root:
        _count(suite)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _case(suite: Element, row: SiteScore, findings: Sequence[Finding]) -> None:
    case = SubElement(
        suite,
        "testcase",
        name=plain(row.name),
        classname=f"route-recall.{plain(row.group or 'sites')}",
        time=f"{sum(seconds or 0 for seconds in row.seconds.values()):.3f}",
    )
    for each in findings:
        kind = _KIND.get(each.code, "error")
        SubElement(case, kind, type=each.code.name.lower(), message=plain(each.told))
    if row.skipped and not findings:
        SubElement(case, "skipped", message=plain(row.skipped))
    if row.recall is not None:
        told = f"recall {percent(row.recall)} % ({row.found} of {row.truth} routes)"
        causes = "".join(f"\n{cause}: {lost}" for cause, lost in row.misses_by_cause.items())
        SubElement(case, "system-out").text = told + causes


def _count(suite: Element) -> None:
    cases = list(suite)
    suite.set("tests", str(len(cases)))
    for kind, plural in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        suite.set(plural, str(sum(case.find(kind) is not None for case in cases)))
