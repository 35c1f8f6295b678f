"""Pages that nest without end are cut in good time, and no page of a real site is."""

from pathlib import Path

import pytest

from bench.verdict.served import DEEPEST, bearable, tree_of
from tests.growth import exponent

HOSTILE = [
    "<div>", "<ul><li>", "<b><div>", "<b><div></b>", "<span><div></span>", "<form><div></form>",
    "<object></div><div>", "<rt>", "<optgroup><option>", "<center><a href=x>", "<a name=x><div>",
    "<svg><style><div>", "<!--><div>", "<table><td><div></table>x<div>", "<h1><div></h1>",
    "<DIV>", "<x-y>", "<p><button>", "<li><ul>", "<font><p>", "<select><div>", "<template><div>",
]  # fmt: skip


@pytest.mark.parametrize("token", HOSTILE)
def test_a_page_that_nests_without_end_is_cut(token: str) -> None:
    def read(size: int) -> None:
        tree_of(f"<a href=/first>x</a>{token * (size // len(token))}")

    assert exponent(read, 250_000) < 1.5


@pytest.mark.parametrize(
    "served",
    [
        "<div><p>x<li>y</div>" * 5000,
        "<table><tr><td><b>x</b><td>y</table>" * 5000,
        "<script>'<div>'</script><!-- <div> --><style><div></style>" * 5000,
        "<p>x<br><img src=y><hr>" * 5000,
        "<ul>" + "<li><a href=x>y</a>" * 5000,
        "<dl>" + "<dt>x<dd>y" * 5000,
        "<span><i>x</span></i>" * 700,
    ],
)
def test_a_long_page_that_is_not_deep_is_left_whole(served: str) -> None:
    assert bearable(served) == len(served)


def test_what_lies_before_the_cut_is_kept() -> None:
    page = "<a href=/kept>x</a>" + "<div>" * (DEEPEST + 1) + "<a href=/lost>y</a>"
    assert [node.attributes["href"] for node in tree_of(page).css("a")] == ["/kept"]


def test_no_real_page_is_cut() -> None:
    pages = [
        each
        for name in ("sqlite3", "git-doc")
        for each in Path("/usr/share/doc", name).glob("*.html")
    ]
    if not pages:
        pytest.skip("no documentation is installed")
    texts = [each.read_text("utf-8", "replace") for each in pages]
    assert [len(text) for text in texts if bearable(text) < len(text)] == []
