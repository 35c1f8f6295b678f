"""A recorder that is killed at any moment leaves files that are whole up to their last record."""

import random
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator  # type: ignore[import-untyped]

from bench.web.archive.origin import open_archive
from bench.web.archive.scan import Flaw, Record, scan

LARGE = 2 << 20
QUICK = 4
ENDLESS = Path(__file__).with_name("endless.py")


def killed(folder: Path, seed: int) -> Path:
    """Start a recorder, kill it when its file has grown past a random size; gives the file."""
    file = folder / "crawler.warc.gz"
    size = random.Random(seed).randrange(1, LARGE)  # noqa: S311 - no secret
    with subprocess.Popen([sys.executable, str(ENDLESS), str(folder), str(seed)]) as child:
        try:
            while not file.exists() or file.stat().st_size < size:
                assert child.poll() is None
                time.sleep(0.001)
        finally:
            child.kill()
    return file


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=() if seed < QUICK else pytest.mark.bar) for seed in range(20)],
)
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
