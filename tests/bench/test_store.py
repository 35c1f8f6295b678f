"""Files that are there whole or not at all, and runs found by name."""

import multiprocessing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench.store import (
    NoRun,
    RunFolder,
    find_run,
    held,
    new_run,
    past_latest,
    point_latest,
    read_json,
    write,
    write_json,
)

if TYPE_CHECKING:
    # It is generic to the type checker alone.
    from multiprocessing.connection import Connection

NOON = datetime(2026, 9, 1, 12, 0, 0, tzinfo=UTC)


def test_a_failing_write_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "a.json"
    write_json(file, {"a": "é"})
    before = file.read_bytes()

    def pieces() -> object:
        yield "half of it"
        message = "in the middle"
        raise RuntimeError(message)

    with pytest.raises(RuntimeError):
        write(file, pieces())  # type: ignore[arg-type]  # a generator that fails
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == ["a.json"]


def test_a_number_that_json_does_not_know_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        write_json(tmp_path / "a.json", {"recall": float("nan")})
    assert not list(tmp_path.iterdir())


def test_runs_are_named_by_their_start_and_numbered_on_collision(tmp_path: Path) -> None:
    runs = [new_run(tmp_path, NOON) for _ in range(3)]
    assert [run.id for run in runs] == [
        "20260901T120000Z",
        "20260901T120000Z-2",
        "20260901T120000Z-3",
    ]


def test_latest_moves_on(tmp_path: Path) -> None:
    for _ in range(2):
        run = new_run(tmp_path, NOON)
        write_json(run.record, {})
        point_latest(run)
        assert find_run(tmp_path).path == run.path
        assert find_run(tmp_path, run.id).path == run.path
        assert find_run(tmp_path / "elsewhere", str(run.path)).path == run.path


def test_the_latest_run_is_named_before_the_link_moves(tmp_path: Path) -> None:
    run = new_run(tmp_path, NOON)
    point_latest(run)
    assert past_latest(tmp_path / "latest") == run.path
    assert past_latest(tmp_path / "latest" / "sites" / "a") == run.path / "sites" / "a"
    assert past_latest(tmp_path / "other") == tmp_path / "other"


@pytest.mark.parametrize(
    ("asked", "told"),
    [("latest", "no run yet"), ("20260101T000000Z", "no run called 20260101T000000Z")],
)
def test_no_run(tmp_path: Path, asked: str, told: str) -> None:
    with pytest.raises(NoRun, match=told):
        find_run(tmp_path, asked)


def hold(path: Path, channel: "Connection[str, None]") -> None:
    with held(RunFolder(path=path)):
        channel.send("held")
        channel.recv()


def test_a_run_is_held_by_one_process_until_that_ends(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=hold, args=(tmp_path, theirs))
    process.start()
    assert ours.recv() == "held"
    with pytest.raises(NoRun, match="another process"), held(RunFolder(path=tmp_path)):
        pass
    process.kill()
    process.join()
    with held(RunFolder(path=tmp_path)):
        pass
    theirs.close()
    ours.close()


def test_how_to_go_on_can_be_typed_as_it_is_told(tmp_path: Path) -> None:
    name = "20260102T030405Z"
    assert RunFolder(path=Path("results") / name).taken_up == f"bench run --resume {name}"
    elsewhere = RunFolder(path=tmp_path / "my results" / name)
    told = f"bench run --resume {name} --out '{tmp_path}/my results'"
    assert elsewhere.taken_up == told


def test_a_folder_in_the_place_of_the_link_is_named_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "latest").mkdir()
    run = new_run(tmp_path, datetime.now(UTC))
    with pytest.raises(IsADirectoryError, match=r"move it away: .*/latest"):
        point_latest(run)
    assert {each.name for each in tmp_path.iterdir()} == {"latest", run.id}


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "\0", '"\\ud800'])
def test_what_is_no_json_is_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    assert read_json(tmp_path / "a.json") is None
