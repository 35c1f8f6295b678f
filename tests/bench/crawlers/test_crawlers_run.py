"""Several crawlers on one truth, from the command line to every form that tells of them."""

import csv
import json
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from bench.exits import Exit

Call = Callable[..., Any]

# What anybody might write: it follows every link of the host, by the environment's proxy.
CRAWL = """
import re, sys, urllib.parse, urllib.request
root, waiting = sys.argv[1], [sys.argv[1]]
for url in waiting:
    print(url)
    try:
        page = urllib.request.urlopen(url).read().decode()
    except OSError as error:
        print(error, file=sys.stderr)
        continue
    for link in re.findall('href="([^"]+)"', page):
        found = urllib.parse.urljoin(url, link)
        if found.startswith(root) and found not in waiting:
            waiting.append(found)
print("javascript:void(0)")
"""
SITES = f"""
crawlers:
  script: {{command: "{sys.executable} crawl.py {{url}}", version: "{sys.executable} -VV"}}
  shop:
    command: "sh -c 'echo url; echo https://plain.test/about; echo /x; exit 7' {{url}}"
    output: csv
  mute: {{command: "sh -c 'echo nothing here >&2' {{url}}", output: jsonl}}
  absent: {{command: "no-such-program {{url}}", needs: "make it"}}
sites:
  - {{lab: plain}}
  - {{name: blocked, lab: plain}}
"""
ASKED = ("--crawler", "shop", "--crawler", "ours", "--crawler", "script", "--crawler", "mute")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, truths: Path) -> Path:
    folder = tmp_path_factory.mktemp("crawlers")
    (folder / "sites.yaml").write_text(SITES)
    (folder / "crawl.py").write_text(CRAWL)
    (folder / "truths").mkdir()
    (folder / "truths" / "plain").symlink_to(truths / "plain")
    truth = json.loads((truths / "plain" / "truth.json").read_text())
    (folder / "truths" / "blocked").mkdir()
    blocked = truth | {"verdict": "blocked", "reason": "a wall", "routes": []}
    (folder / "truths" / "blocked" / "truth.json").write_text(json.dumps(blocked))
    return folder


@pytest.fixture(scope="module")
def ran(folder: Path, call: Call) -> Any:
    truths, out = folder / "truths", folder / "out"
    return call("run", folder / "sites.yaml", "--truth", truths, "--out", out, *ASKED)


def record(folder: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads((folder / "out" / "latest" / "run.json").read_text())
    return told


def test_all_are_told_beside_each_other(folder: Path, ran: Any) -> None:
    told = record(folder)
    assert ran.code == Exit.UNMEASURED
    assert told["settings"]["crawlers"] == ["shop", "ours", "script", "mute"]
    assert [each["name"] for each in told["crawlers"]] == [
        "shop",
        "route-recall",
        "script",
        "mute",
    ]
    figures = {each["name"]: (each["found"], each["macro_recall"]) for each in told["crawlers"]}
    assert figures["route-recall"] == figures["script"] == (6, 1.0)
    assert figures["shop"] == (1, pytest.approx(1 / 6))
    assert figures["mute"] == (0, 0.0)
    ours = told["crawlers"][1]
    assert (ours["version"], ours["sites"], ours["failed"]) == ("0.1.0", 1, 0)
    assert ours["pages"] >= 7
    assert ours["pages_per_cpu_second"] == pytest.approx(ours["pages"] / ours["cpu_seconds"])
    assert ours["peak_memory"] > 10 << 20
    assert told["versions"]["crawlers"]["script"].startswith("3.")


def test_the_first_one_is_the_subject(folder: Path, ran: Any) -> None:
    plain, blocked = record(folder)["sites"]
    assert (plain["found"], plain["truth"]) == (1, 6)
    assert plain["comparable"] is False
    assert blocked["recall"] is None
    assert [each["recall"] for each in blocked["crawlers"]] == [None] * 4
    assert "shop on plain: it ended with exit code 7" in ran.out


def test_how_each_crawl_ended(folder: Path, ran: Any) -> None:
    assert ran
    rows = {each["name"]: each for each in record(folder)["sites"][0]["crawlers"]}
    ends = {name: (each["end"], each["unreadable"]) for name, each in rows.items()}
    assert ends == {
        "shop": ("exit-code", 1),
        "route-recall": ("done", 0),
        "script": ("done", 1),
        "mute": ("no-output", 0),
    }
    assert rows["mute"]["reason"] == "it printed no address: nothing here"
    home = folder / "out" / "latest" / "sites" / "plain"
    crawl = json.loads((home / "crawlers" / "script" / "crawl.json").read_text())
    assert (crawl["schema"], crawl["exit"], crawl["listed"]) == (1, 0, rows["script"]["listed"])
    assert crawl["examples"] == ["javascript:void(0)"]
    assert crawl["command"].endswith("crawl.py https://plain.test/")


def test_what_each_listed_is_an_inventory(folder: Path, ran: Any) -> None:
    assert ran
    home = folder / "out" / "latest" / "sites" / "plain"
    listed = (home / "crawlers" / "shop" / "listed.jsonl").read_text()
    assert (home / "inventory.jsonl").read_text() == listed
    head, one, end = map(json.loads, listed.splitlines())
    assert (head["record"], head["crawler"], head["bare"]) == ("inventory", "shop", True)
    assert (one["url"], one["listed"]) == ("https://plain.test/about", True)
    assert (end["stop"], end["comparable"]) == ("exit", False)
    # Ours tells all it knows: not the subject here, it lies with the others.
    whole = (home / "crawlers" / "route-recall" / "inventory.jsonl").read_text()
    assert '"citation"' in whole


def test_each_form_tells_of_them(folder: Path, ran: Any, call: Call) -> None:
    assert "route-recall 0.1.0" in ran.out
    out = folder / "out"
    rows = list(csv.DictReader(StringIO((out / "latest" / "crawlers.csv").read_text())))
    assert [(row["site"], row["crawler"]) for row in rows[:2]] == [
        ("plain", "shop"),
        ("plain", "route-recall"),
    ]
    assert call("show", "--format", "csv", "--out", out).out.startswith("site,group,crawler,")
    page = call("show", "--format", "md", "--out", out).out
    assert "## Crawlers" in page
    assert "| route-recall 0.1.0 " in page
    told = json.loads(call("show", "--format", "json", "--out", out).out)
    assert told["crawlers"] == record(folder)["crawlers"]


def test_a_stored_run_is_judged_again(folder: Path, ran: Any, call: Call) -> None:
    before = record(folder)
    shown = call("show", "--out", folder / "out")
    assert (shown.code, shown.out) == (ran.code, ran.out)
    assert record(folder) == before


@pytest.mark.usefixtures("ran")
def test_two_crawlers_of_a_run_are_compared(folder: Path, call: Call) -> None:
    out = folder / "out"
    both = ("--crawler", "mute", "--crawler", "script")
    told = json.loads(call("compare", "latest", *both, "--format", "json", "--out", out).out)
    (site,) = told["sites"]
    assert (site["one"], site["other"], len(site["only_other"])) == (0.0, 1.0, 6)
    assert (told["one"]["crawler"], told["other"]["crawler"][:6]) == ("mute", "script")
    assert "only B" in call("compare", "latest", *both, "--out", out).out
    for wrong in ((), ("--crawler", "mute"), (*both, "--crawler", "shop")):
        assert call("compare", "latest", *wrong, "--out", out).code == Exit.USAGE
    nobody = call("compare", "latest", "--crawler", "mute", "--crawler", "x", "--out", out)
    assert nobody.code == Exit.USAGE
    assert "mute of " in nobody.err


@pytest.mark.usefixtures("ran")
def test_the_misses_of_one_crawler(folder: Path, call: Call) -> None:
    out = folder / "out"
    assert "5 of 6 routes missed" in call("misses", "plain", "--out", out).out
    ours = call("misses", "plain", "--crawler", "ours", "--out", out)
    assert "0 of 6 routes missed" in ours.out
    one = call("misses", "https://plain.test/about", "--crawler", "script", "--out", out)
    assert "found" in one.out
    wrong = call("misses", "plain", "--crawler", "scrip", "--out", out)
    assert wrong.code == Exit.USAGE
    assert "did you mean script?" in wrong.err


@pytest.mark.usefixtures("ran")
def test_only_what_is_unfinished_is_measured_again(folder: Path, call: Call) -> None:
    home = folder / "out" / "latest" / "sites"
    stamps = [(home / name / "site.json").stat().st_mtime_ns for name in ("plain", "blocked")]
    (home / "blocked" / "site.json").unlink()
    again = call("run", "--resume", "--out", folder / "out")
    assert "[1/1] blocked" in again.err
    assert (home / "plain" / "site.json").stat().st_mtime_ns == stamps[0]
    assert len(record(folder)["crawlers"]) == 4


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        (
            ("absent",),
            Exit.ENVIRONMENT,
            "absent is not installed: no program no-such-program; it needs: make it",
        ),
        (("scrip",), Exit.USAGE, "no crawler called scrip; did you mean script?"),
        (("ours", "absent", "x"), Exit.USAGE, "no crawler called x"),
    ],
)
def test_what_cannot_run_is_told_before_anything(
    folder: Path, call: Call, asked: tuple[str, ...], code: Exit, said: str
) -> None:
    words = [word for name in asked for word in ("--crawler", name)]
    told = call("run", folder / "sites.yaml", "--out", folder / "none", *words)
    assert told.code == code
    assert said in told.err
    assert not (folder / "none").exists()


@pytest.mark.parametrize("words", [("--crawler-fault", "literal-host"), ("--record",)])
def test_what_is_ours_alone_does_not_go_with_others(
    folder: Path, call: Call, words: tuple[str, ...]
) -> None:
    told = call(
        "run", folder / "sites.yaml", "--out", folder / "none", "--crawler", "ours", *words
    )
    assert told.code == Exit.USAGE
    assert "cannot go with --crawler" in told.err
