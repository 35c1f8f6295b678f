"""Records for ever into a folder, for a test that ends it: `python endless.py FOLDER SEED`."""

import random
import sys
from datetime import UTC, datetime
from io import BytesIO
from itertools import count
from pathlib import Path

from bench.recording.exchange import Asked
from bench.recording.recorder import Recorder


def record(folder: Path, seed: int) -> None:
    """Record bodies that do not pack, so that a record takes several writes."""
    heard = Recorder(folder=folder, about={"software": "test"}).hear("crawler")
    draw = random.Random(seed)  # noqa: S311 - no secret
    for number in count():
        body = draw.randbytes(draw.choice((10, 5_000, 700_000)))
        url = f"https://shop.test/{number}"
        started = datetime.now(UTC)
        heard(Asked(method="GET", url=url, started=started, status=200, body=BytesIO(body)))


if __name__ == "__main__":
    record(Path(sys.argv[1]), int(sys.argv[2]))
