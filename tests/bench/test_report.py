"""Reports: one golden table, and that foreign text stays inert in every form."""

import csv
import io
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.exits import Exit
from bench.facts.inventory import Inventory
from bench.facts.site import Expected, SiteFacts
from bench.facts.truth import Phase, Truth, TruthVerdict, Unseen
from bench.report import history, markdown, misses, tables
from bench.report.finding import Finding
from bench.report.github import annotations
from bench.report.junit import junit
from bench.report.table import table
from bench.report.told import Told
from bench.report.words import UNKNOWN, percent
from bench.verdict.causes import Cause
from bench.verdict.judge import Verdict
from bench.verdict.score import SiteScore, groups, row, summarise
from tests.bench.strategies import (
    CHECKS,
    INVENTORIES,
    TRUTHS,
    bare,
    drawn,
    inventory,
    judged,
    refused,
    robots,
    route,
    seed,
    served,
    sighting,
    truth,
)

PERCENT = [
    (None, UNKNOWN),
    (0.0, "0"),
    (1.0, "100"),
    (0.99999, "99.9"),
    (0.29, "29.0"),
    (0.005, "0.5"),
    (0.0001, "<0.1"),
    (2 / 3, "66.6"),
]


@pytest.mark.parametrize(("share", "written"), PERCENT)
def test_shares_are_cut_and_never_rounded_up(share: float | None, written: str) -> None:
    assert percent(share) == written


def verdicts() -> list[Verdict]:
    """Make a small run: perfect, with misses, with a regression, sampled, not scored."""
    shop = truth(
        route("/a"),
        route("/menu", sighting("/menu", phase=Phase.REVEAL, action="hover More", label="More")),
        route("/menu/x", sighting("/menu/x", "/menu")),
    )
    tides = truth(route("/moon", sighting("/moon", phase=Phase.SCRIPT)), sampled=True)
    wall = truth(verdict=TruthVerdict.BLOCKED, reason="a challenge instead of the page")
    told: list[tuple[str, str, Truth, Inventory, float | None]] = [
        ("plain", "lab", truth(route("/a")), bare("/a"), 1.0),
        ("menu", "lab", shop, inventory(seed(), refused("/menu", "nofollow")), 1 / 3),
        ("tides", "lab", tides, bare("http://a.test/moon"), 1.0),
        ("wall.example", "public", wall, bare(), None),
    ]
    page = served("/", '<a href="/a">')
    return [
        judged(
            facts,
            listed,
            page,
            site=SiteFacts(name=name, group=group, expected=Expected(recall=due) if due else None),
        )
        for name, group, facts, listed, due in told
    ]


GOLDEN = """\
lab

site    truth  found  recall  expected  homepage  sitemap  regressions        main cause
                           %         %     links  alone %                     of misses
                                         alone %
------  -----  -----  ------  --------  --------  -------  -----------------  ----------------
plain       1      1     100       100       100        ·
menu        3      0       0      33.3      33.3        ·                     refused-nofollow
tides*      1      0       0       100         0        ·  scheme-mismatch 1  scheme

* sampled: the oracle's visit budget ended before the site did
recall 33.3 % (mean of sites), 20.0 % (all routes); 1 of 3 perfect; 3 of 3 asked are scored
perfect 6.1 to 79.2 % (Wilson, 95 %)
worst: menu 0, tides 0
note: plain, menu, tides: checks.json is missing: no robots.txt is known, so that nothing counts
      as forbidden, and neither precision nor the oracle's coverage can be told

public

site          truth  found  recall  homepage  sitemap  regressions  main cause
                                 %     links  alone %               of misses
                                     alone %
------------  -----  -----  ------  --------  -------  -----------  ----------
wall.example      ·      ·       ·         ·        ·               not scored

0 of 1 asked are scored
not scored: wall.example: blocked: a challenge instead of the page

all: recall 33.3 % (mean of sites), 20.0 % (all routes); 1 of 3 perfect; 3 of 4 asked are scored
fix first: scheme (1 route of 1 site, mean then 66.6 %); refused-nofollow (2 routes of 1 site,
           mean then 55.5 %); not-extracted (1 route of 1 site, mean then 44.4 %)
"""


def rendered(judgements: list[Verdict], **more: object) -> str:
    rows = [row(verdict) for verdict in judgements]
    rows = [replace(each, **more) for each in rows]  # type: ignore[arg-type] # a test's columns
    return table(rows, groups(rows), summarise(rows), width=97)


def test_the_table() -> None:
    assert rendered(verdicts()) == GOLDEN


def test_the_table_is_narrow_enough_whatever_it_holds() -> None:
    long = SiteScore(
        name="a-site-with-a-very-long-name.and-host.example.test",
        group="g",
        truth=10_000,
        found=9_999,
        recall=0.9999,
        expected=1.0,
        regressions={"www-scoping": 4000, "landed-root": 3000, "scheme-mismatch": 1},
        main_cause=max(Cause, key=len),
    )
    text = table([long], groups([long]), summarise([long]))
    assert max(map(len, text.splitlines())) <= 120


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_the_table_fits_the_terminal(width: int) -> None:
    rows = [row(verdict) for verdict in verdicts()]
    rows.append(replace(rows[1], name="a-long-name.of-a.site.example", truth=10_000))
    text = table(rows, groups(rows), summarise(rows), width=width)
    assert max(map(len, text.splitlines())) <= width
    assert ("homepage" in text.partition("public")[0]) == (width >= 100)
    assert "main cause" in text


def told(rows: list[SiteScore], **more: Any) -> Told:
    total = summarise(rows)
    record = {"run": "2026|x", "summary": total.as_json(), "started": "2026-01-01T00:00:00+00:00"}
    return Told(run="2026|x", rows=rows, groups=groups(rows), total=total, record=record, **more)


def test_the_summary_page() -> None:
    judgements = verdicts()
    rows = [replace(row(each), name="a|b\n<b>*c*") for each in judgements]
    page = markdown.summary(told(rows))
    lines = [line for line in page.splitlines() if line.startswith("|")]
    assert len({line.replace("\\|", "").count("|") for line in lines[:5]}) == 1
    assert "a\\|b \\<b\\>\\*c\\*" in page
    assert "# Route recall: 2026\\|x" in page


def test_the_summary_page_shows_what_matters_alone() -> None:
    rows = [replace(row(verdicts()[1]), name=f"site{n}", recall=n / 40) for n in range(40)]
    rows += [replace(row(verdicts()[0]), name=f"perfect{n}") for n in range(100)]
    findings = [Finding(site=f"site{n}", code=Exit.MISSED, told="below") for n in range(30)]
    page = markdown.summary(told(rows, findings=findings))
    assert "perfect7" not in page
    assert page.index("site3:") < page.index("and 10 more") < page.index("| site0")
    assert "- 120 more in sites.csv, 20 with misses" in page
    assert "site39" not in page


def test_annotations_are_few_and_end_where_they_should() -> None:
    rows = [replace(row(verdicts()[1]), name=f"site{n},a:b") for n in range(40)]
    findings = [
        Finding(site="site7,a:b", code=Exit.MISSED, told="50% is\n::error::below")
        for _ in range(30)
    ]
    lines = annotations(rows, findings).splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::error"] * 10 + ["::warning"] * 10
    assert lines[0] == "::error title=Route Recall%3A site7%2Ca%3Ab::50%25 is ::error::below"
    assert lines[9].endswith("::21 more, in summary.md and sites.csv")
    assert lines[19].endswith("::30 more, in summary.md and sites.csv")
    assert annotations([row(verdicts()[0])], []).startswith("::notice")


def test_junit_has_a_case_a_site() -> None:
    rows = [row(each) for each in verdicts()]
    findings = [
        Finding(site="menu", code=Exit.MISSED, told="below <1>\x1b"),
        Finding(site="wall.example", code=Exit.UNMEASURED, told="a wall"),
        Finding(site="later", code=Exit.UNMEASURED, told="not measured yet"),
    ]
    suites = ET.fromstring(junit(rows, findings, run="2026|x"))  # noqa: S314 - our own
    counted = [
        tuple(each.get(k) for k in ("name", "tests", "failures", "errors")) for each in suites
    ]
    assert counted == [
        ("lab", "3", "1", "0"),
        ("public", "1", "0", "1"),
        ("not measured", "1", "0", "1"),
    ]
    failure = suites.find(".//failure")
    assert failure is not None
    assert failure.get("message") == "below <1> "


def test_a_spreadsheet_takes_no_cell_for_a_formula() -> None:
    label = ' =HYPERLINK("http://e.test")'
    facts = truth(route("/a", sighting("/a", label=label)))
    lines = tables.MISSES_HEAD + tables.miss_lines(judged(facts, inventory(seed())))
    assert next(csv.DictReader(io.StringIO(lines)))["label"] == f"'{label}"
    for begun in ("=1", "+1", "-1", "@x", "\t=1", "\uff1d1"):
        assert str(tables.cell(begun)).startswith("'")
    assert (tables.cell("https://a.test/=1"), tables.cell(-1.5)) == ("https://a.test/=1", -1.5)


def test_the_history_keeps_a_run_once() -> None:
    rows = [row(each) for each in verdicts()]
    runs = [
        {"run": f"r{n}", "started": f"2026-01-0{n}", "versions": {"route-recall": "1"}}
        for n in (1, 2)
    ]
    first, second = (history.rows_of(each, rows, {"plain": "sha256:x"}) for each in runs)
    text = history.merged(history.merged("", second), first)
    assert [each["run"] for each in history.read(text)] == ["r1"] * 4 + ["r2"] * 4
    assert history.merged(text, second) == text
    first_row = history.read(text)[0]
    assert (first_row["recall"], first_row["truth_digest"]) == ("1.0", "sha256:x")
    fewer = history.merged(text, history.rows_of(runs[1], rows[:1], {}))
    assert [each["run"] for each in history.read(fewer)] == ["r1"] * 4 + ["r2"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("<<<<<<< HEAD", "line 2: no row of a history"),
        ("9,r,2026-01-01,1,shop", "line 2: schema '9' is unknown"),
    ],
)
def test_a_history_that_cannot_be_read_says_where(line: str, told: str) -> None:
    with pytest.raises(history.NoHistory, match=told):
        history.read(f"{','.join(history.HEAD)}\n{line}\n")


def test_an_older_history_is_read() -> None:
    text = "schema,run,started,site,recall,gone\n1,r,2026-01-01,shop,0.5,x\n"
    assert history.read(text) == [
        dict.fromkeys(history.HEAD, "")
        | {"schema": "1", "run": "r", "started": "2026-01-01", "site": "shop", "recall": "0.5"}
    ]


def test_the_sites_file_has_a_column_for_every_figure() -> None:
    rows = [row(each) for each in verdicts()]
    read = list(csv.DictReader(io.StringIO(tables.sites_csv(rows))))
    assert [each["name"] for each in read] == ["plain", "menu", "tides", "wall.example"]
    assert read[0]["recall"] == "1.0"
    assert read[1]["miss_ancestor"] == "1"
    assert read[2]["regression_scheme-mismatch"] == "1"
    assert (read[3]["recall"], read[3]["truth"]) == ("", "")
    assert read[3]["unscored"] == "blocked: a challenge instead of the page"


def test_the_misses_file() -> None:
    lines = tables.MISSES_HEAD + "".join(map(tables.miss_lines, verdicts()))
    read = list(csv.DictReader(io.StringIO(lines)))
    told = [(each["url"], each["cause"], each["root_cause"]) for each in read]
    assert told == [
        ("https://a.test/a", "not-extracted", "not-extracted"),
        ("https://a.test/menu", "refused-nofollow", "refused-nofollow"),
        ("https://a.test/menu/x", "ancestor", "refused-nofollow"),
        ("https://a.test/moon", "scheme", "scheme"),
    ]
    assert (read[1]["phase"], read[1]["label"], read[1]["action"]) == (
        "reveal",
        "More",
        "hover More",
    )


def test_files_without_rows_keep_their_head() -> None:
    assert tables.MISSES_HEAD.startswith("site,group,url,level,cause")
    assert tables.miss_lines(verdicts()[3]) == ""
    assert tables.sites_csv([]).startswith("name,group,truth,found,recall")


STORY = """\
menu: 3 of 3 routes missed

refused-nofollow (1)

  https://a.test/menu  (level 1)
    why      https://a.test/menu refused for nofollow: the rule
    oracle   reveal of https://a.test/ as “More” after hover More
    crawler  https://a.test/menu: refused for nofollow (the rule)

ancestor (1)

  https://a.test/menu/x  (level 2)
    why      shown only by https://a.test/menu (itself missed)
    goes back to refused-nofollow
    oracle   html of https://a.test/menu
    crawler  never met it

not-extracted (1)

  https://a.test/a  (level 1)
    why      in the bytes of https://a.test/: <a href="/a">
    oracle   html of https://a.test/
    crawler  never met it
"""


def test_the_story_of_the_misses() -> None:
    assert misses.listing(verdicts()[1]) == STORY


def test_the_story_of_one_address() -> None:
    told = misses.listing(verdicts()[1], url="/menu/x")
    assert "https://a.test/menu/x" in told
    assert "https://a.test/a " not in told


def test_the_story_of_what_is_not_scored_and_of_what_is_forbidden() -> None:
    assert "not scored, blocked: a challenge" in misses.listing(verdicts()[3])
    facts = truth(route("/a"), route("/b"))
    checks = robots("User-agent: *\nDisallow: /b")
    assert "counted apart: 1" in misses.listing(judged(facts, bare("/a"), checks=checks))


def test_the_story_says_how_far_the_oracles_passes_agree() -> None:
    facts = truth(route("/a"))
    assert "passes" not in misses.listing(judged(facts, bare("/a")))
    facts = replace(facts, repeatability=0.9876, unseen=Unseen(at_least=3, passes=2))
    told = misses.listing(judged(facts, bare("/a")))
    assert "oracle's passes: 2, which agree by 0.987; at least 3 routes unseen" in told


def test_foreign_text_cannot_drive_a_terminal() -> None:
    label = "\x1b]0;owned\x07\x1b[2J\nsite: 0 of 0 routes missed"
    facts = truth(route("/a", sighting("/a", label=label)))
    told = misses.listing(judged(facts, inventory(seed())))
    assert not {char for char in told if not char.isprintable()} - {"\n"}
    assert not any(line.startswith("site:") for line in told.splitlines())


@drawn
@given(TRUTHS, INVENTORIES, CHECKS, st.text(max_size=20))
def test_anything_judged_can_be_rendered(
    facts: Truth, listed: Inventory, checks: object, name: str
) -> None:
    site = SiteFacts(name=name, group=name)
    verdict = judged(facts, listed, checks=checks, site=site)  # type: ignore[arg-type] # drawn
    rows = [row(verdict)]
    assert table(rows, groups(rows), summarise(rows))
    assert markdown.summary(told(rows))
    assert annotations(rows, [])
    assert ET.fromstring(junit(rows, [], run=name)) is not None  # noqa: S314 - our own
    assert len(list(csv.reader(io.StringIO(tables.sites_csv(rows))))) == 2
    lines = tables.MISSES_HEAD + tables.miss_lines(verdict)
    assert len(list(csv.DictReader(io.StringIO(lines)))) == len(verdict.misses)
    assert misses.listing(verdict)
