"""The crawlers of a run in a page: between its marks, and nothing else of the page is touched."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.exits import Exit
from bench.report.leaderboard import BEGIN, END, placed
from bench.verdict.crawlers import Standing

ONE = Standing(
    name="wget",
    version="1.21.3",
    sites=2,
    macro_recall=0.75,
    micro_recall=0.5,
    truth=12,
    found=6,
    perfect=1,
    precision=None,
    pages=10,
    cpu_seconds=0.1,
    pages_per_cpu_second=100.0,
    peak_memory=8 << 20,
    seconds=1.0,
    only=0,
    main_cause="rendering",
    failed=0,
    unreadable=0,
)


def test_the_table_takes_the_place_of_the_last_one() -> None:
    page = f"# Title\n\n{BEGIN}\nold \\1 words\n{END}\n\nThe rest.\n"
    once = placed(page, [ONE], "2 sites:")
    assert once is not None
    assert once.startswith(f"# Title\n\n{BEGIN}\n2 sites:\n\n| crawler ")
    assert once.endswith(f"{END}\n\nThe rest.\n")
    assert "| wget 1.21.3 " in once
    assert "75.0" in once
    assert "old" not in once
    assert placed(once, [ONE], "2 sites:") == once


def test_a_page_without_marks_has_no_place() -> None:
    assert placed("# Title\n", [ONE], "2 sites:") is None


def test_a_run_without_crawlers_says_how_to_name_some(
    tmp_path: Path, truths: Path, call: Callable[..., Any]
) -> None:
    (tmp_path / "sites.yaml").write_text("sites: [{lab: plain}]")
    out = ("--out", tmp_path / "out")
    assert call("run", tmp_path / "sites.yaml", "--truth", truths, *out).code == Exit.OK
    done = call("leaderboard", tmp_path / "page.md", *out)
    assert done.code == Exit.USAGE
    assert "bench run SITES --crawler ours --crawler wget" in done.err
