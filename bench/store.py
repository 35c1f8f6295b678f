"""Writes results: whole files or none, whatever happens in the middle; one run a folder."""

import errno
import fcntl
import json
import os
import re
import shlex
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

RESULTS = Path("results")
LATEST = "latest"
RUN_ID = re.compile(r"\d{8}T\d{6}Z(-\d+)?")


class NoRun(Exception):  # noqa: N818 - said to the person as it is
    """There is no such run, or it is in use."""

    def __init__(self, where: Path, what: str) -> None:
        super().__init__(f"{where}: {what}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFolder:
    """Where one run lives."""

    path: Path

    @property
    def id(self) -> str:
        """The run's name."""
        return self.path.name

    @property
    def record(self) -> Path:
        """The run's own file."""
        return self.path / "run.json"

    @property
    def taken_up(self) -> str:
        """What to type to take the run up again."""
        out = self.path.parent
        told = f"bench run --resume {self.id}"
        if out.resolve() == RESULTS.resolve():
            return told
        return f"{told} --out {shlex.quote(str(out))}"

    def site(self, name: str) -> Path:
        """The folder of one site."""
        return self.path / "sites" / name


def write(path: Path, content: str | bytes | Iterable[str]) -> None:
    """Write a file so that it is there whole or not at all, also after a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            for piece in (content,) if isinstance(content, str | bytes) else content:
                # Labels of pages may hold halves of signs, which UTF-8 does not know.
                file.write(piece.encode(errors="replace") if isinstance(piece, str) else piece)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    _sync(path.parent)


def write_json(path: Path, content: object) -> None:
    """Write a value as JSON that people can read and that differs only where the value does."""
    write(path, json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n")


def read_json(path: Path) -> Any | None:  # noqa: ANN401 - whatever the file holds
    """Read a JSON file; None when it is absent or no JSON."""
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def new_run(out: Path, now: datetime) -> RunFolder:
    """Make the folder of a new run, named by its start, and by a number where that is taken."""
    stamp = f"{now:%Y%m%dT%H%M%SZ}"
    out.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = out / (stamp if number == 1 else f"{stamp}-{number}")
        with suppress(FileExistsError):
            path.mkdir()
            return RunFolder(path=path)
    raise AssertionError


def point_latest(run: RunFolder) -> None:
    """Let `latest` point to a run."""
    latest = run.path.parent / LATEST
    if latest.is_dir() and not latest.is_symlink():
        told = "a folder is in the place of the link to the last run; move it away"
        raise IsADirectoryError(errno.EISDIR, told, str(latest))
    link = run.path.parent / f".{LATEST}.{os.getpid()}"
    with suppress(FileNotFoundError):
        link.unlink()
    link.symlink_to(run.id)
    link.replace(latest)
    _sync(run.path.parent)


def past_latest(path: Path) -> Path:
    """Name the run that `latest` in a path means now: the link moves when the next one begins."""
    for link in (path, *path.parents):
        if link.name == LATEST and link.is_symlink():
            return link.parent / link.readlink() / path.relative_to(link)
    return path


def find_run(out: Path, run: str = LATEST) -> RunFolder:
    """Find a run by its name below `out`, or by its path.

    Raises:
        NoRun: there is none.
    """
    for path in (out / run, Path(run)):
        if (path / "run.json").is_file():
            return RunFolder(path=path.resolve())
    there = sorted(each.name for each in out.glob("*") if RUN_ID.fullmatch(each.name))
    hint = f"; the last of {len(there)} is {there[-1]}" if there else ""
    what = "no run yet" if run == LATEST and not there else f"no run called {run}"
    raise NoRun(out, what + hint)


@contextmanager
def held(run: RunFolder) -> Iterator[None]:
    """Keep a run to oneself; the hold ends with the process, however that ends.

    Raises:
        NoRun: another process works on it.
    """
    with (run.path / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NoRun(run.path, "another process is at work on this run") from None
        yield


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
