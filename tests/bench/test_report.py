"""Reports: one golden table, and that foreign text stays inert in every form."""

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.facts.inventory import Inventory
from bench.facts.site import Expected, SiteFacts
from bench.facts.truth import Phase, Truth, TruthVerdict
from bench.report import markdown, misses, tables
from bench.report.table import table
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

public

site          truth  found  recall  homepage  sitemap  regressions  main cause
                                 %     links  alone %               of misses
                                     alone %
------------  -----  -----  ------  --------  -------  -----------  ----------
wall.example      ·      ·       ·         ·        ·               not scored

0 of 1 asked are scored
not scored: wall.example: blocked: a challenge instead of the page

all: recall 33.3 % (mean of sites), 20.0 % (all routes); 1 of 3 perfect; 3 of 4 asked are scored
"""


def rendered(judgements: list[Verdict], **more: object) -> str:
    rows = [row(verdict) for verdict in judgements]
    rows = [replace(each, **more) for each in rows]  # type: ignore[arg-type] # a test's columns
    return table(rows, groups(rows), summarise(rows))


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


def test_the_summary_page() -> None:
    judgements = verdicts()
    rows = [replace(row(each), name="a|b\n<b>*c*") for each in judgements]
    page = markdown.summary(rows, groups(rows), summarise(rows), run="2026|x")
    lines = [line for line in page.splitlines() if line.startswith("|")]
    assert len({line.replace("\\|", "").count("|") for line in lines[:5]}) == 1
    assert "a\\|b \\<b\\>\\*c\\*" in page
    assert "# Route recall: 2026\\|x" in page


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
    read = list(csv.DictReader(io.StringIO(tables.misses_csv(verdicts()))))
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
    assert tables.misses_csv([]).startswith("site,group,url,level,cause")
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


def test_foreign_text_cannot_drive_a_terminal() -> None:
    label = "\x1b]0;owned\x07\x1b[2J\nsite: 0 of 0 routes missed"
    facts = truth(route("/a", sighting("/a", label=label)))
    told = misses.listing(judged(facts, inventory(seed())))
    assert not {char for char in told if not char.isprintable()} - {"\n"}
    assert not any(line.startswith("site:") for line in told.splitlines())


@drawn
@given(TRUTHS, INVENTORIES, CHECKS, st.text(max_size=20))
def test_anything_judged_can_be_rendered(
    facts: Truth, told: Inventory, checks: object, name: str
) -> None:
    site = SiteFacts(name=name, group=name)
    verdict = judged(facts, told, checks=checks, site=site)  # type: ignore[arg-type] # drawn
    rows = [row(verdict)]
    assert table(rows, groups(rows), summarise(rows))
    assert markdown.summary(rows, groups(rows), summarise(rows), run=name)
    assert len(list(csv.reader(io.StringIO(tables.sites_csv(rows))))) == 2
    assert len(list(csv.DictReader(io.StringIO(tables.misses_csv([verdict]))))) == len(
        verdict.misses
    )
    assert misses.listing(verdict)
