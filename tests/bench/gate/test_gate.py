"""The gate as a person meets it: what is pinned, what fails, with which code and which words."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.exits import Exit
from bench.review import remember, review
from bench.store import RunFolder
from tests.bench.gate.runs import HOME, Made, run_of

Call = Callable[..., Any]

BASE, NOW, LATER = "20260901T120000Z", "20260902T120000Z", "20260903T120000Z"
MISHAP = {"stage": "oracle", "reason": "no answer", "detail": "timed out"}
WHOLE = Made(routes="abcde")


def unfinished(run: RunFolder, name: str) -> None:
    (run.site(name) / "site.json").unlink()


@pytest.fixture
def gate(call: Call, tmp_path: Path) -> Call:
    """Run a verb on this test's results."""
    return lambda verb, *more: call(verb, *more, "--out", tmp_path)


def told(out: Path, run: str = NOW) -> dict[str, Any]:
    check: dict[str, Any] = json.loads((out / run / "check.json").read_text())
    return {site["name"]: site for site in check["sites"]}


@pytest.mark.parametrize(
    ("now", "code", "status"),
    [
        (Made(routes="abcde", missed="e"), Exit.OK, "ok"),
        (Made(routes="abcde"), Exit.OK, "ok"),
        (Made(routes="abcde", missed="de"), Exit.MISSED, "new-misses"),
        (Made(routes="abcde", missed="d"), Exit.MISSED, "new-misses"),
        (Made(routes="abcdef", missed="ef"), Exit.MISSED, "new-misses"),
        (Made(routes="abcd"), Exit.OK, "ok"),
        (Made(routes="abcde", comparable=False), Exit.UNMEASURED, "incomparable"),
        (Made(routes="", error=MISHAP), Exit.UNMEASURED, "incomparable"),
        (Made(routes="", skipped="not installed"), Exit.UNMEASURED, "incomparable"),
        (
            Made(routes="", truth={"verdict": "blocked", "reason": "a wall"}),
            Exit.UNMEASURED,
            "incomparable",
        ),
    ],
)
def test_only_what_is_new_fails(
    gate: Call, tmp_path: Path, now: Made, code: Exit, status: str
) -> None:
    run_of(tmp_path, BASE, {"a": Made(routes="abcde", missed="e"), "b": WHOLE})
    assert gate("baseline", BASE).code == Exit.OK
    run_of(tmp_path, NOW, {"a": now, "b": WHOLE})
    said = gate("check", NOW)
    assert said.code == code
    assert {name: site["status"] for name, site in told(tmp_path).items()} == {
        "a": status,
        "b": "ok",
    }
    # What is printed and how it ends agree: one line for the site that fails, none else.
    lines = said.err.splitlines()
    assert len(lines) == (code is not Exit.OK)
    assert all(line.startswith("bench: a: ") for line in lines)


def test_new_fixed_known_and_gone_are_told_apart(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"a": Made(routes="abcdefg", missed="ab")})
    gate("baseline", BASE)
    run_of(tmp_path, LATER, {"a": Made(routes="abcdef", missed="acd")})
    run_of(tmp_path, NOW, {"a": Made(routes="abcdefx", missed="acdex")})
    said = gate("check", NOW, "--base", LATER)
    site = told(tmp_path)["a"]
    assert [miss["url"] for miss in site["new"]] == [f"{HOME}/e", f"{HOME}/x"]
    assert [miss["was"] for miss in site["new"]] == ["found", "unknown"]
    assert site["known_on_base"] == [f"{HOME}/c", f"{HOME}/d"]
    assert site["still_missing"] == [f"{HOME}/a"]
    assert site["fixed"] == [f"{HOME}/b"]
    assert site["gone"] == [f"{HOME}/g"]
    assert "2 new, 2 known on base, 1 still missing, 1 fixed" in said.out
    assert f"bench misses a {NOW}" in said.out


def test_ur_118_a_site_below_is_named_in_one_line(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, NOW, {"low": Made(routes="abcde", missed="e"), "high": WHOLE})
    (tmp_path / "latest").symlink_to(NOW)
    gate("baseline")
    said = gate("check", "--min-recall", "0.95")
    assert said.code == Exit.MISSED
    assert said.err == "bench: low: recall 0.8 (4 of 5 routes) is below 0.95\n"
    assert gate("check", "--min-recall", "0.8").code == Exit.OK
    assert gate("check", "--min-recall", "0.95", "--min-recall", "ours=0.8").code == Exit.OK


@pytest.mark.parametrize(
    ("sites", "code"),
    [(["up"], Exit.OK), (["up", "down"], Exit.UNMEASURED), (["up", "drop"], Exit.MISSED)],
)
def test_ur_119_codes_tell_a_drop_from_a_site_that_was_down(
    gate: Call, tmp_path: Path, sites: list[str], code: Exit
) -> None:
    run_of(tmp_path, BASE, dict.fromkeys(sites, WHOLE))
    gate("baseline", BASE)
    now = {
        "up": WHOLE,
        "down": Made(routes="", error=MISHAP),
        "drop": Made(routes="abcde", missed="c"),
    }
    run_of(tmp_path, NOW, {name: now[name] for name in sites})
    said = gate("check", NOW, "--format", "json")
    assert said.code == code
    status = {"up": "ok", "down": "incomparable", "drop": "new-misses"}
    answer = json.loads(said.out)
    assert {each["name"]: each["status"] for each in answer["sites"]} == {
        name: status[name] for name in sites
    }
    assert answer["code"] == code


@pytest.mark.parametrize(
    ("missed", "code", "named"), [("ab", Exit.OK, None), ("abc", Exit.MISSED, f"{HOME}/c")]
)
def test_ur_130_what_the_base_branch_misses_is_not_new(
    gate: Call, tmp_path: Path, missed: str, code: Exit, named: str | None
) -> None:
    run_of(tmp_path, BASE, {"s": Made(routes="abcde", missed="a")})
    gate("baseline", BASE)
    run_of(tmp_path, LATER, {"s": Made(routes="abcde", missed="ab")})
    run_of(tmp_path, NOW, {"s": Made(routes="abcde", missed=missed)})
    said = gate("check", NOW, "--base", LATER)
    assert said.code == code
    assert f"known on base  {HOME}/b" in said.out
    assert " days old; run" in said.out
    if named is not None:
        (line,) = said.err.splitlines()
        assert line.startswith("bench: s: 1 new miss")
        assert line.endswith(named)


def test_noise_is_learnt_from_three_runs_of_one_state(gate: Call, tmp_path: Path) -> None:
    runs = ["20260901T120000Z", "20260901T120000Z-2", "20260901T120000Z-3"]
    for name, missed in zip(runs, ("a", "ab", "acd"), strict=True):
        run_of(tmp_path, name, {"s": Made(routes="abcdefgh", missed=missed)})
    assert gate("baseline", *runs[:2]).code == Exit.OK
    pins = json.loads((tmp_path / "baseline.json").read_text())["sites"]
    assert (pins["s"]["margin"], pins["s"]["unstable"]) == (0, [])
    assert "noise margin 2 from 3 runs" in gate("baseline", *runs, "--allow-loss", "noise").out
    pin = json.loads((tmp_path / "baseline.json").read_text())["sites"]["s"]
    assert (pin["margin"], pin["unstable"], pin["base_runs"]) == (2, ["/b", "/c", "/d"], 3)
    for missed, code in (("abd", Exit.OK), ("aef", Exit.OK), ("aefg", Exit.MISSED)):
        name = f"20260902T120000Z-{missed}"
        run_of(tmp_path, name, {"s": Made(routes="abcdefgh", missed=missed)})
        assert gate("check", tmp_path / name).code == code
        strict = gate("check", tmp_path / name, "--max-new-misses", "0")
        assert strict.code == (Exit.OK if missed == "abd" else Exit.MISSED)


def test_a_pinned_site_that_is_not_measured_does_not_pass(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"a": WHOLE, "b": WHOLE, "c": WHOLE})
    gate("baseline", BASE)
    run = run_of(tmp_path, NOW, {"a": WHOLE, "b": WHOLE, "new": WHOLE})
    unfinished(run, "b")
    said = gate("check", NOW)
    assert said.code == Exit.UNMEASURED
    assert {name: site["status"] for name, site in told(tmp_path).items()} == {
        "a": "ok",
        "b": "incomparable",
        "new": "not-pinned",
        "c": "incomparable",
    }
    assert "b: not comparable: not measured yet; go on with: bench run --resume" in said.err
    assert "c: not comparable: pinned, and not in this run" in said.err
    assert gate("check", NOW, "--site", "a").code == Exit.OK


def test_a_figure_is_never_lowered_silently(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"a": WHOLE, "b": WHOLE})
    gate("baseline", BASE)
    before = (tmp_path / "baseline.json").read_bytes()
    run_of(tmp_path, NOW, {"a": Made(routes="abcdef", missed="e"), "b": WHOLE})
    refused = gate("baseline", NOW)
    assert refused.code == Exit.MISSED
    assert refused.err.splitlines() == [
        f"bench: a: 1 found routes would be missed: {HOME}/e",
        "bench: a: recall 1 would become 0.8333",
        "bench: say why with --allow-loss REASON; the reason is kept in the baseline",
    ]
    assert (tmp_path / "baseline.json").read_bytes() == before
    allowed = gate("baseline", NOW, "--allow-loss", "e moved behind a form")
    assert allowed.code == Exit.OK
    (loss,) = json.loads((tmp_path / "baseline.json").read_text())["losses"]
    assert loss["reason"] == "e moved behind a form"
    assert loss["sites"][0] == f"a: 1 found routes would be missed: {HOME}/e"
    assert gate("check", NOW).code == Exit.OK


def test_one_site_is_pinned_and_taken_out_by_name(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"a": WHOLE, "b": WHOLE})
    gate("baseline", BASE)
    kept = {each.name for each in (tmp_path / "baseline").iterdir()}
    run_of(tmp_path, NOW, {"a": Made(routes="abcdef"), "b": Made(routes="abcde", missed="a")})
    assert gate("baseline", NOW, "--site", "a").code == Exit.OK
    pins = json.loads((tmp_path / "baseline.json").read_text())["sites"]
    assert {name: pin["run"] for name, pin in pins.items()} == {"a": NOW, "b": BASE}
    assert gate("baseline", NOW, "--site", "a", "--drop", "b").code == Exit.MISSED
    gone = gate("baseline", NOW, "--site", "a", "--drop", "b", "--allow-loss", "closed")
    assert gone.code == Exit.OK
    assert "b: taken out" in gone.out
    left = {each.name for each in (tmp_path / "baseline").iterdir()}
    pins = json.loads((tmp_path / "baseline.json").read_text())["sites"]
    # What no pin needs is not kept.
    assert left == {name for name in pins["a"]["kept"].values() if name}
    assert not left & kept


@pytest.mark.parametrize(
    ("made", "told_why"),
    [
        (
            Made(routes="abc", comparable=False),
            "a: cannot be pinned: the crawl was cut by seconds",
        ),
        (Made(routes="", error=MISHAP), "a: cannot be pinned: not measured: oracle: no answer"),
    ],
)
def test_what_was_cut_cannot_be_pinned(
    gate: Call, tmp_path: Path, made: Made, told_why: str
) -> None:
    run_of(tmp_path, BASE, {"a": made, "b": WHOLE})
    said = gate("baseline", BASE)
    assert said.code == Exit.UNMEASURED
    assert told_why in said.err
    assert not (tmp_path / "baseline.json").exists()
    assert gate("baseline", BASE, "--site", "b").code == Exit.OK


def test_pinned_twice_it_is_the_same_file(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"b": Made(routes="edcba", missed="b"), "a": WHOLE})
    gate("baseline", BASE)
    file = tmp_path / "baseline.json"
    before = (
        file.read_bytes(),
        {each.name: each.read_bytes() for each in (tmp_path / "baseline").iterdir()},
    )
    said = gate("baseline", BASE)
    assert said.out.startswith("pinned: 2 sites")
    after = (
        file.read_bytes(),
        {each.name: each.read_bytes() for each in (tmp_path / "baseline").iterdir()},
    )
    assert before == after
    pin = json.loads(file.read_text())["sites"]["b"]
    assert (pin["missed"], pin["found"]) == (["/b"], ["/a", "/c", "/d", "/e"])


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "baseline.json: no baseline yet; pin one with: bench baseline"),
        ("{}", "baseline.json: no baseline that can be read: schema None is unknown"),
        ('{"schema": 1, "sites": {"a": {"run": 3}}}', "expected str, got 3"),
        ("no json", "baseline.json:1: no baseline that can be read: is not whole JSON"),
    ],
)
def test_a_baseline_that_cannot_be_read(
    gate: Call, tmp_path: Path, content: str | None, complaint: str
) -> None:
    run_of(tmp_path, NOW, {"a": WHOLE})
    if content is not None:
        (tmp_path / "baseline.json").write_text(content)
    said = gate("check", NOW)
    assert said.code == Exit.USAGE
    assert complaint in said.err
    assert said.out == ""


def test_a_kept_file_that_is_damaged_is_named(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"a": WHOLE})
    gate("baseline", BASE)
    (truth,) = (tmp_path / "baseline").glob("truth-*.json.gz")
    truth.write_bytes(truth.read_bytes()[:-9])
    run_of(tmp_path, NOW, {"a": Made(routes="abcde", missed="a")})
    said = gate("check", NOW)
    assert said.code == Exit.USAGE
    assert f"{truth}: is damaged" in said.err


def test_without_kept_truths_nothing_is_claimed(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"a": WHOLE})
    gate("baseline", BASE)
    for kept in (tmp_path / "baseline").iterdir():
        kept.unlink()
    run_of(tmp_path, NOW, {"a": Made(routes="abcdex", missed="ax")})
    said = gate("check", NOW)
    assert said.code == Exit.MISSED
    changes = {each["url"]: each for each in told(tmp_path)["a"]["changes"]}
    assert changes[f"{HOME}/a"]["blame"] == "crawler or site"
    assert changes[f"{HOME}/x"]["blame"] == "site or oracle"
    assert all("not separable" in each["evidence"] for each in changes.values())
    assert "to tell crawler from site: run the old crawler on today's site" in said.out
    assert "to tell site from oracle: pin with the truths kept" in said.out


def test_what_a_stored_truth_leaves_open_is_said(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"a": WHOLE})
    gate("baseline", BASE)
    run_of(tmp_path, NOW, {"a": Made(routes="abcde", missed="a")}, truths="baseline.json")
    assert "run without --truth, so that a browser" in gate("check", NOW).out


def test_thresholds_of_the_file_hold_for_a_check(gate: Call, tmp_path: Path) -> None:
    sites = tmp_path / "sites.yaml"
    run_of(tmp_path, NOW, {"a": Made(routes="abcde", missed="e")}, sites=str(sites))
    gate("baseline", NOW)
    entry = "sites: [{name: a, url: 'https://a.test/', thresholds: {min_recall: %s}}]"
    for floor, code in ((0.9, Exit.MISSED), (0.8, Exit.OK)):
        sites.write_text(entry % floor)
        assert gate("check", NOW).code == code
        assert gate("show", NOW).code == code
    assert gate("check", NOW, "--min-recall", "dosc=1").code == Exit.USAGE


def test_the_annotations_of_a_ci_job(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"a": WHOLE})
    gate("baseline", BASE)
    run_of(tmp_path, NOW, {"a": Made(routes="abcde", missed="a")})
    said = gate("check", NOW, "--format", "github")
    assert said.out.startswith("::error title=Route Recall%3A a::1 new miss; blame")


def test_what_is_missing_all_the_same_is_said_to_a_ci_job(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"a": Made(routes="abcde", missed="ab")})
    gate("baseline", BASE)
    said = gate("check", BASE, "--format", "github")
    assert said.code == Exit.OK
    assert "::notice title=Route Recall::no new misses" in said.out
    assert "2 still missing" in said.out


def test_a_truth_that_shrank_is_told_and_not_pinned_silently(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, {"a": WHOLE})
    gate("baseline", BASE)
    run_of(tmp_path, NOW, {"a": Made(routes="ab")})
    said = gate("check", NOW)
    assert said.code == Exit.OK
    assert f"gone   {HOME}/c" in said.out
    assert "blame  site or oracle" in said.out
    refused = gate("baseline", NOW)
    assert refused.code == Exit.MISSED
    gone = ", ".join(f"{HOME}/{each}" for each in "cde")
    assert f"a: 3 routes would be gone from the truth: {gone}" in refused.err
    assert gate("baseline", NOW, "--allow-loss", "the old pages went").code == Exit.OK


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"faults": ["literal-host"]}, "--crawler-fault literal-host"),
        ({"web_faults": {"latency": "0.1"}}, "--fault latency"),
    ],
)
def test_what_was_broken_on_purpose_is_neither_pinned_nor_remembered(
    gate: Call, tmp_path: Path, settings: dict[str, Any], named: str
) -> None:
    run = run_of(tmp_path, NOW, {"a": WHOLE}, **settings)
    refused = gate("baseline", NOW)
    assert refused.code == Exit.USAGE
    assert f"broken on purpose ({named})" in refused.err
    assert not (tmp_path / "baseline.json").exists()
    assert named in (remember(run, review(run)) or "")
    assert not (tmp_path / "history.csv").exists()


def test_many_sites_that_a_run_left_out_are_one_line(gate: Call, tmp_path: Path) -> None:
    run_of(tmp_path, BASE, dict.fromkeys("abcdefgh", WHOLE))
    gate("baseline", BASE)
    run_of(tmp_path, NOW, {"a": WHOLE})
    said = gate("check", NOW)
    assert said.code == Exit.UNMEASURED
    (line,) = said.err.splitlines()
    assert line.startswith(
        "bench: 7 sites: not comparable: pinned, and not in this run: b, c, d and 4"
    )
    assert gate("check", NOW, "--site", "a").code == Exit.OK


def test_two_runs_side_by_side(gate: Call, tmp_path: Path) -> None:
    one = {"a": Made(routes="abcde", missed="ab"), "b": WHOLE, "c": Made(routes="", error=MISHAP)}
    run_of(tmp_path, BASE, one)
    run_of(tmp_path, NOW, {"a": Made(routes="abcde", missed="bcd"), "b": WHOLE, "c": WHOLE})
    said = gate("compare", BASE, NOW)
    assert said.code == Exit.OK
    assert "a: A 60.0 %, B 40.0 %, -20.0 points" in said.out
    assert f"only A  {HOME}/c" in said.out
    assert f"only B  {HOME}/a" in said.out
    assert f"not compared: c: no truth or no crawl of it in {BASE}" in said.out
    answer = json.loads(gate("compare", BASE, NOW, "--format", "json").out)
    assert [each["delta"] for each in answer["sites"]] == [pytest.approx(-0.2), 0.0]
