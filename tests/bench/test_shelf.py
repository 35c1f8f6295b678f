"""Truths on a shelf: frozen from a run, known again page by page, and never taken for others."""

import gzip
import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.exits import Exit
from bench.shelf.check import flaws_of
from bench.shelf.index import load as load_shelf
from bench.sites.suite import load
from bench.store import write_json

Call = Callable[..., Any]

NAMES = ("garden", "orchard", "park")
PAGES = {
    "index.html": '<a href="beds.html">Beds</a><a href="paths.html">Paths</a>',
    "beds.html": '<title>Beds</title><a href="/">Home</a><a href="roses.html">Roses</a>',
    "paths.html": "<title>Paths</title>Gravel, mostly.",
    "roses.html": "<title>Roses</title>Pruned in March.",
}
ENTRY = '  - {{name: {0}, url: "https://{0}.test/", serve: {0}, sources: sources, version: "1"}}\n'
SITES = "sites:\n" + "".join(map(ENTRY.format, NAMES))


def laid(place: Path) -> Path:
    """Built sites and what they were built from, and a truth of each."""
    (place / "sources").mkdir()
    (place / "sources" / "package-lock.json").write_text("{}")
    (place / "sites.yaml").write_text(SITES)
    for name in NAMES:
        (place / name).mkdir()
        for file, text in PAGES.items():
            (place / name / file).write_text(text)
        built_from(place, name, "1")
        wrote_truth(place / "truths" / name, name)
    return place


def built_from(place: Path, name: str, version: str) -> None:
    told = {"schema": 1, "version": version, "made_with": "node v1"}
    write_json(place / f"{name}.json", told)


def wrote_truth(home: Path, name: str) -> None:
    """A truth with its witness, as an oracle leaves them."""
    root = f"https://{name}.test/"
    routes = [("beds.html", 1), ("paths.html", 1), ("roses.html", 2)]
    told = {
        "schema": 1,
        "root": root,
        "landed": root,
        "verdict": "ok",
        "routes": [{"url": root + path, "level": level} for path, level in routes],
        "digest": f"sha256:{hashlib.sha256(name.encode()).hexdigest()}",
    }
    home.mkdir(parents=True)
    write_json(home / "truth.json", told)
    index: list[dict[str, object]] = []
    with zipfile.ZipFile(home / "witness.zip", "w") as archive:
        for path in ("", "beds.html", "paths.html"):
            entry = f"pages/{len(index)}.html"
            page = {"url": root + path, "final_url": root + path, "status": 200, "entry": entry}
            index.append(page | {"content_type": "text/html"})
            archive.writestr(entry, PAGES[path or "index.html"])
        archive.writestr("index.json", json.dumps({"schema": 1, "pages": index}))


def run(call: Call, place: Path, truths: str) -> Any:
    out, given = place / "out", place / truths
    return call("run", place / "sites.yaml", "--truth", given, "--out", out, "--workers", "1")


def rows(place: Path) -> dict[str, dict[str, Any]]:
    told = json.loads((place / "out" / "latest" / "run.json").read_text())
    return {row["name"]: row for row in told["sites"]}


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory, call: Call) -> Path:
    """A place whose truths were put on a shelf; nobody changes it."""
    place = laid(tmp_path_factory.mktemp("frozen"))
    assert run(call, place, "truths").code == Exit.OK
    done = call("freeze", place / "shelf", "--out", place / "out")
    assert (done.code, done.err) == (Exit.OK, "")
    return place


@pytest.fixture
def shelved(frozen: Path, tmp_path: Path) -> Path:
    """A copy of that place."""
    return shutil.copytree(frozen, tmp_path / "place", symlinks=True)


def test_only_the_site_that_the_truth_is_of_is_judged(shelved: Path, call: Call) -> None:
    before = rows(shelved)["garden"]
    built_from(shelved, "orchard", "2")
    (shelved / "park" / "paths.html").write_text("<title>Paths</title>Paved.")

    done = run(call, shelved, "shelf")
    assert done.code == Exit.UNMEASURED
    assert "is of version 2, the truth of 1" in done.err
    changed = "1 of 3 pages are not those that the truth is of: https://park.test/paths.html"
    assert changed in done.err
    after = rows(shelved)
    for name in ("orchard", "park"):
        assert after[name]["recall"] is None
        assert "another site" in after[name]["unscored"]
    figures = ("truth", "found", "recall", "home_static", "coverage", "misses_by_cause")
    assert [after["garden"][each] for each in figures] == [before[each] for each in figures]
    # The served bytes are asked for again: what a static reader could know hangs on them.
    home = shelved / "out" / "latest" / "sites" / "garden"
    with zipfile.ZipFile(home / "witness.zip") as archive:
        assert archive.read("pages/0000.html").decode() == PAGES["index.html"]
    assert json.loads((home / "site.json").read_text())["installed"]["version"] == "1"

    anew = run(call, shelved, "truths")
    assert anew.code == Exit.OK
    assert "what was built is of version 2, the site is pinned to 1" in " ".join(anew.out.split())
    assert rows(shelved)["orchard"]["recall"] == 1


def test_the_shelf_tells_what_is_on_it_and_holds_no_page(frozen: Path) -> None:
    kept = load_shelf(frozen / "shelf").sites["garden"]
    assert (kept.root, kept.routes, kept.version) == ("https://garden.test/", 3, "1")
    assert kept.made_with == "node v1"
    told = gzip.decompress((frozen / "shelf" / kept.frozen).read_bytes())
    assert b"Gravel" not in told
    assert hashlib.sha256(PAGES["paths.html"].encode()).hexdigest().encode() in told


def test_a_damaged_shelf_ends_the_run_before_it_begins(shelved: Path, call: Call) -> None:
    kept = load_shelf(shelved / "shelf").sites["garden"]
    (shelved / "shelf" / kept.truth).write_bytes(gzip.compress(b"{}"))
    done = run(call, shelved, "shelf")
    assert done.code == Exit.USAGE
    assert "is not the file that" in done.err


def test_the_same_truths_frozen_again_give_the_same_bytes(shelved: Path, call: Call) -> None:
    before = {path.name: path.read_bytes() for path in (shelved / "shelf").iterdir()}
    assert len(before) == 1 + 2 * len(NAMES)
    assert call("freeze", shelved / "shelf", "--out", shelved / "out").code == Exit.OK
    assert {path.name: path.read_bytes() for path in (shelved / "shelf").iterdir()} == before


def test_a_truth_without_its_pages_is_not_frozen_and_what_is_dropped_leaves_no_file(
    shelved: Path, call: Call
) -> None:
    (shelved / "out" / "latest" / "sites" / "park" / "witness.zip").unlink()
    drop = ("--drop", "garden", "--drop", "orchard", "--drop", "park")
    chosen = ("--site", "park", "--out", shelved / "out")
    done = call("freeze", shelved / "shelf", *chosen, *drop)
    assert done.code == Exit.UNMEASURED
    assert "not frozen: park: witness.zip is missing" in done.err
    assert [path.name for path in (shelved / "shelf").iterdir()] == ["shelf.json"]


def test_a_shelf_is_checked_against_the_file_of_sites(shelved: Path) -> None:
    folder, file = shelved / "shelf", shelved / "sites.yaml"
    assert flaws_of(folder, load(file).select()) == []
    file.write_text(SITES.replace('"1"', '"3"', 1).replace("park.test", "heath.test"))
    assert flaws_of(folder, load(file).select()) == [
        "garden: the truth is of 1, the site is pinned to 3",
        "park: the truth is of https://park.test/, the site is https://heath.test/",
    ]
    file.write_text(SITES)
    (folder / load_shelf(folder).sites["orchard"].frozen).unlink()
    assert "is damaged or missing" in flaws_of(folder, load(file).select())[0]


def test_keys_that_do_not_go_together(shelved: Path, call: Call) -> None:
    root = 'url: "https://a.test/"'
    (shelved / "sites.yaml").write_text(
        f'sites:\n  - {{name: a, {root}, serve: park, version: "1"}}\n'
        f"  - {{name: b, {root}, serve: park, sources: nowhere}}\n"
        f"  - {{name: c, {root}, sources: sources}}\n"
        f"  - {{name: d, {root}, serve: park, sources: sources, package: d}}\n"
    )
    done = call("run", shelved / "sites.yaml", "--out", shelved / "out")
    assert done.code == Exit.USAGE
    for said in (
        "sites.yaml:2: sites[0].version: goes with package or sources only",
        "sites.yaml:3: sites[1].sources: no package-lock.json in ",
        "sites.yaml:4: sites[2].sources: goes with serve only",
        "sites.yaml:5: sites[3].sources: a site is of a package or of sources, not of both",
    ):
        assert said in done.err
