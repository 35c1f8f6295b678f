"""Why a crawl ended."""

from enum import StrEnum


class Stop(StrEnum):
    """The closed set of ends."""

    EXHAUSTED = "exhausted"
    PAGES = "pages"
    SECONDS = "seconds"
    BYTES = "bytes"
    CANDIDATES = "candidates"
    SEED_FAILED = "seed-failed"
