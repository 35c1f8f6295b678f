"""A recorder that is killed at any moment leaves files that are whole up to their last record."""

import os
import random
import signal
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator  # type: ignore[import-untyped]

from bench.recording.exchange import Asked, held
from bench.recording.recorder import Recorder
from bench.web.archive.origin import open_archive
from bench.web.archive.scan import Flaw, Record, scan

LARGE = 2 << 20


def recording_without_end(folder: Path, seed: int) -> None:
    """Record for ever; bodies that do not pack, so that a record takes several writes."""
    recorder = Recorder(folder=folder, about={"software": "test"})
    heard = recorder.hear("crawler")
    draw = random.Random(seed)  # noqa: S311 - no secret
    for number in range(1 << 30):
        body = draw.randbytes(draw.choice((10, 5_000, 700_000)))
        url = f"https://shop.test/{number}"
        started = datetime.now(UTC)
        heard(Asked(method="GET", url=url, started=started, status=200, body=held(body)))


def killed(folder: Path, seed: int) -> Path:
    """Start a recorder, kill it when its file has grown past a random size; gives the file."""
    file = folder / "crawler.warc.gz"
    size = random.Random(seed).randrange(1, LARGE)  # noqa: S311 - no secret
    child = os.fork()
    if not child:
        try:
            recording_without_end(folder, seed)
        finally:
            os._exit(1)
    try:
        while not file.exists() or file.stat().st_size < size:
            assert os.waitpid(child, os.WNOHANG) == (0, 0)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return file


@pytest.mark.parametrize("seed", range(20))
def test_what_a_kill_leaves_is_read_to_the_last_whole_record(tmp_path: Path, seed: int) -> None:
    file = killed(tmp_path, seed)
    with file.open("rb") as stream:
        found = list(scan(stream))
    records = [each for each in found if isinstance(each, Record)]
    flaws = [each for each in found if isinstance(each, Flaw)]
    assert len(flaws) <= 1
    assert [each.why for each in flaws] in ([], ["the file ends amid a record"])
    if flaws:
        assert found[-1] is flaws[0]
    with ExitStack() as stack:
        index = open_archive(tmp_path, stack).index
        # A response is appended with its request: never the one without the other before it.
        assert len(records) - 1 - index.records in {index.records, index.records - 1}
        told = zip(flaws, index.flaws, strict=True)
        assert all(f"byte {flaw.offset}" in said for flaw, said in told)
    whole = flaws[0].offset if flaws else file.stat().st_size
    with file.open("r+b") as stream:
        stream.truncate(whole)
        assert sum(1 for _ in ArchiveIterator(stream)) == len(records)
