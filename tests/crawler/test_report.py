"""What an inventory's evidence amounts to, from a crawl over real wires to the printed line."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from crawler.answer.canonicals import Conflict
from crawler.answer.evidence import Evidence, evidence
from crawler.answer.inventory import write_lines
from crawler.answer.stored import UnreadableError, read_lines
from crawler.commands.cli import main
from crawler.config import Budget
from tests.crawler.web import Page, Site, explore, html, moved, plain, short, urlset, xml


def canonical(target: str, body: str) -> Page:
    return Page(body=f"<link rel=canonical href='{target}'><p>{body}".encode())


def declared(target: str) -> tuple[tuple[str, str], ...]:
    return (("Link", f'<{target}>; rel="canonical"'),)


SITE: Site = {
    "/robots.txt": plain("User-agent: *\nDisallow: /no/\n"),
    "/": html(
        "/self", "/loop1", "/chain1", "/lost", "/off", "/other", "/alike", "/hop", "/barred",
        "/both", "/agree", "/header", "/twin1", "/twin2", "/said1", "/said2", "/old", "/dead",
        "/bad", "/deep/1",
    ),
    "/self": canonical("/self/", "self"),
    "/loop1": canonical("/loop2", "loop one"),
    "/loop2": canonical("/loop1", "loop two"),
    "/chain1": canonical("/chain2", "chain one"),
    "/chain2": canonical("/chain3", "chain two"),
    "/chain3": html(text="chain three"),
    "/lost": canonical("/nowhere", "lost"),
    "/off": canonical("http://off.test/", "off"),
    "/barred": canonical("/no/x", "barred"),
    "/other": canonical("/twin1", "something else"),
    "/alike": canonical("/said1", "the same words"),
    "/hop": canonical("/old", "hop"),
    "/both": replace(canonical("/both", "both"), headers=declared("/twin1")),
    "/agree": replace(canonical("/agree", "agree"), headers=declared("/agree/")),
    "/header": replace(html(text="header"), headers=declared("/other")),
    "/twin1": html(text="twin"),
    "/twin2": html(text="twin"),
    "/said1": Page(body=b"<p>the same   <b>words</b>"),
    "/said2": Page(body=b"<div>the same words</div><script>one()</script>"),
    "/old": moved("/twin1", status=301),
    "/bad": Page(status=500, body=b"<p>oops"),
    "/deep/1": html("/deep/2", text="deep"),
    "/deep/2": html(text="deeper"),
    "/sitemap.xml": xml(urlset("/twin1", "/old", "/dead", "/self/")),
}  # fmt: skip


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "inventory.jsonl"
    found = explore(SITE, budget=Budget(depth=1)).inventory
    path.write_text("".join(f"{line}\n" for line in write_lines(found)))
    return path


@pytest.fixture(scope="module")
def found(stored: Path) -> Evidence:
    with stored.open() as lines:
        return evidence(read_lines(lines))


def test_listed_addresses_that_redirect(found: Evidence) -> None:
    redirected = {
        short(each.url): (short(each.final_url), each.statuses) for each in found.redirected
    }
    assert redirected == {"/old": ("/twin1", (301,))}


def test_every_failed_page_has_its_citation(found: Evidence) -> None:
    failed = {short(each.url): each for each in found.failed}
    assert set(failed) == {"/dead", "/bad"}
    assert failed["/dead"].why == "answered 404"
    assert (failed["/dead"].listed, failed["/bad"].listed) == (False, True)
    cited = failed["/bad"].cited
    assert (cited.via, cited.source, cited.text) == ("link", "http://site.test/", "/bad")


def test_pages_in_no_sitemap_by_whatever_spelling(found: Evidence) -> None:
    assert found.unmapped is not None
    unmapped = {short(url) for url in found.unmapped}
    assert {"/twin1", "/self", "/old", "/dead"}.isdisjoint(unmapped)
    assert {"/twin2", "/said1", "/loop1", "/"} <= unmapped


def test_what_was_eligible_but_pending_is_named_with_its_reason(found: Evidence) -> None:
    pending = {short(each.url): each.why for each in found.pending}
    assert pending == dict.fromkeys(("/loop2", "/chain2", "/nowhere", "/deep/2"), "depth")
    assert {each.cited.via for each in found.pending} == {"canonical", "link"}


def test_canonical_conflicts_each_have_a_name() -> None:
    whole = explore(SITE).inventory
    found = evidence(read_lines(f"{line}\n" for line in write_lines(whole)))
    conflicts = {short(each.url): (each.conflict, len(each.way)) for each in found.canonicals}
    assert conflicts == {
        "/both": (Conflict.CONTRADICTS, 2),
        "/header": (Conflict.CHAIN, 3),
        "/loop1": (Conflict.LOOP, 3),
        "/loop2": (Conflict.LOOP, 3),
        "/chain1": (Conflict.CHAIN, 3),
        "/chain2": (Conflict.DIFFERS, 2),
        "/lost": (Conflict.MISSING, 2),
        "/off": (Conflict.OUT_OF_SCOPE, 2),
        "/barred": (Conflict.REFUSED, 2),
        "/other": (Conflict.DIFFERS, 2),
        "/hop": (Conflict.REDIRECTS, 2),
    }


def test_an_unvisited_target_is_unknown(found: Evidence) -> None:
    unknown = {short(each.url) for each in found.canonicals if each.conflict is Conflict.UNKNOWN}
    assert unknown == {"/loop1", "/chain1", "/lost"}


def test_duplicates_are_labelled_with_their_exact_method(found: Evidence) -> None:
    groups = [(each.method, {short(url) for url in each.urls}) for each in found.duplicates]
    assert groups == [
        ("same bytes", {"/twin1", "/twin2"}),
        ("same text", {"/alike", "/said1", "/said2"}),
    ]


def test_the_command_prints_sections_or_json(
    stored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(stored)]) == 0
    lines = capsys.readouterr().out
    assert "listed addresses that redirect: 1\n" in lines
    assert "  http://site.test/bad: answered 500 (still listed); link on" in lines
    assert "duplicates, same bytes, by SHA-256 of the body" in lines
    assert "public pages: 4 advertised, 4 in scope" in lines
    assert main(["report", str(stored), "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert values["methods"]["same text"].startswith("SHA-256 of the visible text")
    assert len(values["duplicates"]) == 2


def test_without_a_sitemap_nothing_is_missing_from_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "inventory.jsonl"
    whole = explore({"/": html("/a"), "/a": html()}).inventory
    path.write_text("\n".join(write_lines(whole)))
    assert main(["report", str(path)]) == 0
    out = capsys.readouterr().out
    assert "public pages: unknown: no sitemap; discoverable by crawling" in out
    assert "pages in no sitemap: unknown, as there was no sitemap" in out


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it has no beginning"),
        ('{"record":"inventory","schema":1}\n', "it has no end: it was cut"),
        ('{"record":"inventory","schema":9}\n{"record":"end"}\n', "schema 9 is not 1"),
        ("http://a.test/\n", "line 1: no record of an inventory"),
        ('{"record":"else"}\n', "line 1: no record is called 'else'"),
        ("[]\n", "line 1: no record of an inventory"),
    ],
)
def test_what_is_no_inventory_is_said_in_a_line(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_text(text)
    assert main(["report", str(path)]) == 2
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1
    with pytest.raises(UnreadableError):
        read_lines(text.splitlines())


def test_a_file_that_is_not_there_is_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "/no/such/file"]) == 2
    assert "/no/such/file: No such file" in capsys.readouterr().err
