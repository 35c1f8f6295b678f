"""The gate's small parts: margins, statistics of pairs, pins that survive their file, ages."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.gate.compare import Pair, groups, sign_test
from bench.gate.file import load, save
from bench.gate.kept import keep
from bench.gate.margins import noise
from bench.gate.pin import age
from bench.gate.pins import Baseline, Kept, Loss, Pin

quick = settings(deadline=None, max_examples=60)
ROUTES = st.frozensets(st.sampled_from("abcdef"))
NOON = datetime(2026, 9, 10, 12, 0, 0, tzinfo=UTC)


@quick
@given(st.lists(ROUTES, min_size=3, max_size=6))
def test_no_base_run_fails_against_the_others(missed: list[frozenset[str]]) -> None:
    learnt = noise(missed)
    assert learnt == noise(missed[::-1])
    for at, each in enumerate(missed):
        others = frozenset[str]().union(*(other for n, other in enumerate(missed) if n != at))
        assert len(each - others) <= learnt.margin
        # Against what was pinned, with what is unstable, none of them is new at all.
        assert each <= missed[0] | learnt.unstable
    assert not learnt.unstable & missed[0].intersection(*missed)


@quick
@given(ROUTES, st.integers(1, 6))
def test_runs_that_agree_have_no_noise(missed: frozenset[str], runs: int) -> None:
    learnt = noise([missed] * runs)
    assert (learnt.unstable, learnt.margin) == (frozenset(), 0)


@pytest.mark.parametrize(
    ("better", "worse", "probability"),
    [(0, 0, 1.0), (1, 1, 1.0), (5, 0, 0.0625), (0, 10, 0.001953125), (8, 2, 0.109375)],
)
def test_the_exact_sign_test(better: int, worse: int, probability: float) -> None:
    assert sign_test(better, worse) == pytest.approx(probability)


def pairs(count: int, *, sample: bool) -> list[Pair]:
    return [
        Pair(name=f"{n}", group="g", truth=10, one=0.5, other=0.5 + n / 100, sample=sample)
        for n in range(count)
    ]


def test_only_a_sample_has_an_interval_and_a_sign_test() -> None:
    (closed,) = groups(pairs(30, sample=False))
    assert (closed.interval, closed.sign) == (None, None)
    (few,) = groups(pairs(19, sample=True))
    assert few.interval is None
    assert few.sign is not None
    (many,) = groups(pairs(30, sample=True))
    assert many.interval is not None
    assert many.interval.low < (many.delta or 0) < many.interval.high
    # Seeded: the same sites give the same interval.
    assert groups(pairs(30, sample=True)) == (many,)


ADDRESSES = st.sampled_from(
    ["https://a.test/", "https://a.test/b?c=d", "https://a.test:8443/e", "http://a.test/f#/g"]
)
PINS = st.builds(
    Pin,
    run=st.just("20260901T120000Z"),
    pinned=st.just("2026-09-01T12:00:00+00:00"),
    root=st.just("https://a.test/"),
    recall=st.none() | st.floats(0, 1),
    missed=st.lists(ADDRESSES, unique=True).map(lambda urls: tuple(sorted(urls))),
    found=st.lists(ADDRESSES, unique=True).map(lambda urls: tuple(sorted(urls))),
    settings=st.just({"entry": "0" * 16}),
    kept=st.builds(Kept, truth=st.none() | st.just("truth-0123456789abcdef.json.gz")),
)


@quick
@given(st.dictionaries(st.sampled_from("abc"), PINS))
def test_a_baseline_survives_its_file(
    tmp_path_factory: pytest.TempPathFactory, pins: dict[str, Pin]
) -> None:
    path = tmp_path_factory.mktemp("baseline") / "baseline.json"
    before = Baseline(sites=pins, losses=(Loss(date="2026-09-01", reason="why"),))
    save(path, before)
    assert load(path) == before
    once = path.read_bytes()
    save(path, load(path))
    assert path.read_bytes() == once


def test_routes_stand_a_line_each_as_paths_of_their_host(tmp_path: Path) -> None:
    pin = Pin(
        run="r",
        pinned="",
        root="https://a.test/",
        found=("https://b.test/x", "https://a.test/b", "https://a.test/a"),
    )
    save(tmp_path / "b.json", Baseline(sites={"a": pin}))
    told = json.loads((tmp_path / "b.json").read_text())["sites"]["a"]
    assert told["found"] == ["/a", "/b", "https://b.test/x"]
    assert '    "/a",\n    "/b",\n' in (tmp_path / "b.json").read_text()


@pytest.mark.parametrize("digest", ["sha256:../../escaped", "sha256:short", None, "", "md5:abc"])
def test_a_foreign_digest_names_no_file(tmp_path: Path, digest: str | None) -> None:
    home, folder = tmp_path / "home", tmp_path / "kept"
    home.mkdir()
    (home / "truth.json").write_text("{}")
    kept = keep(home, folder, {"truth": digest})
    assert [each.name for each in folder.iterdir()] == [kept.truth]
    assert kept.truth == "truth-44136fa355b3678a.json.gz"


@pytest.mark.parametrize(
    ("pinned", "told"),
    [
        ("2026-09-10T11:00:00+00:00", "of today"),
        ("2026-09-09T11:00:00+00:00", "1 day old"),
        ("2026-08-01T12:00:00+00:00", "40 days old"),
        ("", "of unknown age"),
        ("2026-09-09T11:00:00", "of unknown age"),
    ],
)
def test_an_age_is_said_in_days(pinned: str, told: str) -> None:
    assert age(pinned, NOON) == told
