"""Reading stored records: whole files, broken files, and what is said of them."""

import json
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bench import record
from bench.facts.checks import Liveness
from bench.facts.inventory import State, Stop
from bench.facts.truth import Exclusion, Phase, TruthVerdict
from bench.record import Unreadable

ROOT = "https://a.test/"
TRUTH: dict[str, Any] = {
    "schema": 1,
    "oracle": {"name": "route-recall-oracle", "version": "0.1.0"},
    "root": ROOT,
    "landed": ROOT,
    "verdict": "ok",
    "reason": None,
    "shell": False,
    "sampled": True,
    "unvisited": [f"{ROOT}z"],
    "routes": [
        {
            "url": f"{ROOT}x",
            "level": 1,
            "aliases": [f"{ROOT}x/"],
            "sightings": [
                {
                    "url": f"{ROOT}x",
                    "page": ROOT,
                    "level": 1,
                    "phase": "reveal",
                    "label": None,
                    "action": "hover",
                    "locator": "nav > a",
                }
            ],
            "check": {"status": 200, "final_url": f"{ROOT}x", "content_type": "text/html"},
        }
    ],
    "excluded": [{"url": f"{ROOT}no", "level": 2, "reason": "soft-404", "evidence": "same text"}],
    "redirects": [{"from": f"{ROOT}old", "to": f"{ROOT}x"}],
    "visits": [{"url": ROOT, "final_url": ROOT, "level": 0, "status": 200, "settled": "quiet"}],
    "off_site_links": 3,
    "settings": {"visits": 200, "hosts": []},
    "digest": "sha256:00",
    "started": "2026-11-30T00:00:00Z",
    "seconds": 1.5,
}
CANDIDATE: dict[str, Any] = {
    "record": "candidate",
    "url": f"{ROOT}x",
    "key": f"{ROOT}x",
    "kind": "page",
    "citation": {"via": "link", "source": ROOT, "text": "X", "depth": 1, "written": "/x"},
    "channels": ["link", "sitemap"],
    "admission": "admitted",
    "reason": None,
    "rule": None,
    "state": "fetched",
    "observation": {
        "status": 200,
        "final_url": f"{ROOT}x",
        "redirects": [{"url": f"{ROOT}old", "status": 301, "location": f"{ROOT}x"}],
        "soft404": None,
        "error": {"reason": "timeout", "detail": "30 s"},
        "seconds": 0.1,
    },
    "listed": True,
}
HEAD = {"record": "inventory", "schema": 1, "crawler": "c 1", "root": ROOT, "landed": None}
END = {"record": "end", "stop": "pages", "comparable": False, "counts": {}, "digest": "sha256:1"}


def write(path: Path, *records: Any) -> Path:
    path.write_text("\n".join(json.dumps(each) for each in records), encoding="utf-8")
    return path


def test_a_truth(tmp_path: Path) -> None:
    truth = record.read_truth(write(tmp_path / "truth.json", TRUTH))
    assert (truth.verdict, truth.sampled, truth.settings["visits"]) == (TruthVerdict.OK, True, 200)
    assert truth.routes[0].sightings[0].phase is Phase.REVEAL
    assert truth.excluded[0].reason is Exclusion.SOFT_404
    assert (truth.redirects[0].from_, truth.redirects[0].to) == (f"{ROOT}old", f"{ROOT}x")


def test_the_least_that_another_team_may_write(tmp_path: Path) -> None:
    least = {"schema": 1, "root": ROOT, "routes": [{"url": f"{ROOT}x", "level": 1}]}
    assert len(record.read_truth(write(tmp_path / "truth.json", least)).routes) == 1


def test_an_inventory(tmp_path: Path) -> None:
    sitemap = {"record": "sitemap", "url": f"{ROOT}sitemap.xml", "ok": True, "error": None}
    robots = {"record": "robots", "origin": ROOT}
    path = write(tmp_path / "inventory.jsonl", HEAD, robots, sitemap, CANDIDATE, END)
    told = record.read_inventory(path)
    assert (told.stop, told.comparable, told.bare) == (Stop.PAGES, False, False)
    assert told.listed == (f"{ROOT}x",)
    (candidate,) = told.candidates
    assert candidate.state is State.FETCHED
    assert candidate.observation
    assert candidate.observation.redirects[0].location == f"{ROOT}x"
    assert told.sitemaps[0].ok


def test_an_inventory_without_an_end_is_unfinished(tmp_path: Path) -> None:
    path = write(tmp_path / "inventory.jsonl", HEAD, CANDIDATE)
    assert record.read_inventory(path).stop is Stop.UNFINISHED


@pytest.mark.parametrize(
    "text", ["", "\n\n", f"{ROOT}x\r\n\n{ROOT}y\n", f"\ufeff{ROOT}x\n{ROOT}y"]
)
def test_bare_addresses(tmp_path: Path, text: str) -> None:
    path = tmp_path / "inventory.jsonl"
    path.write_text(text, encoding="utf-8")
    told = record.read_inventory(path)
    assert told.bare
    assert told.listed == ((f"{ROOT}x", f"{ROOT}y") if text.strip() else ())


def test_checks_and_site(tmp_path: Path) -> None:
    answer = {"origin": ROOT, "url": f"{ROOT}robots.txt", "status": None, "error": "timeout"}
    probe = {"url": f"{ROOT}n", "verdict": "dead", "status": 404, "final_url": f"{ROOT}n"}
    told = {"schema": 1, "robots": [answer], "precision": {"beyond": 1, "sample": [probe]}}
    checks = record.read_checks(write(tmp_path / "checks.json", told))
    assert checks.precision
    assert checks.precision.sample[0].verdict is Liveness.DEAD
    site = {
        "schema": 1,
        "name": "a",
        "group": None,
        "entry": {"url": ROOT, "hosts": []},
        "seconds": {"oracle": 1, "crawler": None},
        "error": {"stage": "crawler", "reason": "died", "detail": None},
        "digests": {"truth": "sha256:0", "inventory": None},
        "expected": {"recall": 1, "fails": None},
    }
    facts = record.read_site(write(tmp_path / "site.json", site))
    assert facts.error
    assert (facts.error.stage, facts.expected and facts.expected.recall) == ("crawler", 1)


def zipped(path: Path, index: object, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("index.json", json.dumps(index))
        for name, body in members.items():
            archive.writestr(name, body)
    return path


def test_a_witness(tmp_path: Path) -> None:
    page = {"url": ROOT, "final_url": ROOT, "status": 200, "content_type": None, "entry": "p1"}
    path = zipped(tmp_path / "witness.zip", {"schema": 1, "pages": [page]}, p1=b"<p>")
    assert record.read_witness(path).pages[0].body == b"<p>"


def changed(**more: Any) -> dict[str, Any]:
    return {**TRUTH, **more}


BROKEN = [
    ("another schema", changed(schema=2), "schema 2 is unknown"),
    ("no schema", {"root": ROOT}, "schema None is unknown"),
    ("a list", [], "not a JSON object"),
    ("a number for a text", changed(landed=3), "expected str, got 3 @ $.landed"),
    ("a word that is not known", changed(verdict="fine"), "'fine' is none of ok, blocked"),
    ("a missing field", changed(routes=[{"url": ROOT}]), "missing @ $.routes[0].level"),
    ("a truth value for a number", changed(routes=[{"url": ROOT, "level": True}]), "expected int"),
]


@pytest.mark.parametrize(
    ("value", "said"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_broken_truths(tmp_path: Path, value: object, said: str) -> None:
    with pytest.raises(Unreadable) as raised:
        record.read_truth(write(tmp_path / "truth.json", value))
    assert said in str(raised.value)
    assert "truth.json" in str(raised.value)


def test_a_cut_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(TRUTH, indent=1)[:400], encoding="utf-8")
    with pytest.raises(Unreadable, match=r"truth\.json:\d+: is not whole JSON .* measure"):
        record.read_truth(path)


LINES = [
    ("a cut line", [json.dumps(HEAD), json.dumps(CANDIDATE)[:50]], 2, "not whole JSON"),
    ("an unknown record", [json.dumps(HEAD), '{"record": "x"}'], 2, "unknown record 'x'"),
    ("no head", [json.dumps(CANDIDATE)], 1, "must be `inventory`"),
    ("a later schema", [json.dumps({**HEAD, "schema": 9})], 1, "schema 9 is unknown"),
    ("a broken candidate", [json.dumps(HEAD), '{"record": "candidate"}'], 2, "missing @ $.url"),
    ("a log line between addresses", [ROOT, "INFO done"], 2, "no absolute http(s) address"),
]


@pytest.mark.parametrize(
    ("lines", "number", "said"), [row[1:] for row in LINES], ids=[row[0] for row in LINES]
)
def test_broken_inventories(tmp_path: Path, lines: list[str], number: int, said: str) -> None:
    path = tmp_path / "inventory.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(Unreadable) as raised:
        record.read_inventory(path)
    assert str(raised.value).startswith(f"{path}:{number}: ")
    assert said in raised.value.what


def test_missing_and_foreign_files(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with pytest.raises(Unreadable, match="cannot be opened"):
        record.read_truth(path)
    path.write_bytes(b"\xff\xfe\x00")
    for read in (record.read_truth, record.read_inventory, record.read_witness):
        with pytest.raises(Unreadable):
            read(path)
    nested = tmp_path / "nested.json"
    nested.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(Unreadable):
        record.read_checks(nested)


def test_a_witness_that_would_not_fit_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "MAX_MEMBER", 1000)
    page = {"url": ROOT, "final_url": ROOT, "entry": "p1"}
    path = zipped(tmp_path / "w.zip", {"schema": 1, "pages": [page]}, p1=b"0" * 1001)
    with pytest.raises(Unreadable, match="unpacks to more"):
        record.read_witness(path)


@pytest.mark.parametrize("index", [{"schema": 1}, {"schema": 1, "pages": [{"entry": "no"}]}, []])
def test_a_witness_with_a_broken_index(tmp_path: Path, index: object) -> None:
    with pytest.raises(Unreadable):
        record.read_witness(zipped(tmp_path / "w.zip", index))


def test_older_schemas_are_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MIGRATIONS", {0: lambda old: {"schema": 1, "root": old["start"]}})
    path = write(tmp_path / "truth.json", {"schema": 0, "start": ROOT})
    assert record.read_truth(path).root == ROOT


def test_a_label_may_hold_the_odd_separators_of_unicode(tmp_path: Path) -> None:
    told = json.dumps(CANDIDATE | {"key": "a\u2028b\x85c"}, ensure_ascii=False)
    head = '{"record": "inventory", "schema": 1}'
    (tmp_path / "inventory.jsonl").write_text(f"{head}\n{told}\n", encoding="utf-8")
    (one,) = record.read_inventory(tmp_path / "inventory.jsonl").candidates
    assert one.key == "a\u2028b\x85c"


DEEP = '{"schema": 1, "a": ' + "[" * 100_000 + "]" * 100_000 + "}"


@pytest.mark.parametrize("read", [record.read_truth, record.read_checks, record.read_site])
@pytest.mark.parametrize("text", [DEEP, "[" * 100_000, '{"schema": 1, "\\ud800": "\\ud800'])
def test_what_decoders_choke_on_is_unreadable(
    tmp_path: Path, read: Callable[[Path], object], text: str
) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(Unreadable):
        read(tmp_path / "a.json")


def test_a_witness_with_damaged_or_encrypted_members_is_unreadable(tmp_path: Path) -> None:
    page = {"url": ROOT, "final_url": ROOT, "entry": "p1"}
    whole = zipped(tmp_path / "w.zip", {"schema": 1, "pages": [page]}, p1=b"0123456789" * 9)
    data = bytearray(whole.read_bytes())
    for at in range(len(data)):
        for value in (data[at] ^ 1, data[at] ^ 0xFF):
            whole.write_bytes(data[:at] + bytes([value]) + data[at + 1 :])
            with suppress(Unreadable):
                record.read_witness(whole)


def halved(value: object) -> object:
    """Put half of a sign before every text: JSON can say it, and UTF-8 cannot."""
    if isinstance(value, dict):
        return {key: halved(each) for key, each in value.items()}
    if isinstance(value, list):
        return [halved(each) for each in value]
    return f"\ud800{value}" if isinstance(value, str) else value


@pytest.mark.parametrize("key", TRUTH)
def test_half_of_a_sign_in_a_truth_is_read_or_refused(tmp_path: Path, key: str) -> None:
    (tmp_path / "truth.json").write_text(json.dumps({**TRUTH, key: halved(TRUTH[key])}))
    with suppress(Unreadable):
        record.read_truth(tmp_path / "truth.json")
