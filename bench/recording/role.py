"""Who of us asked, and at which turn: what marks a recorded exchange, and finds it again."""

from dataclasses import dataclass
from enum import StrEnum

PREFIX = "WARC-Route-Recall-"
ROLE, VISIT, PAGE, FAILURE = (f"{PREFIX}{name}" for name in ("Role", "Visit", "Page", "Failure"))
"""Headers of a record: who asked at which turn, and the reason why no whole answer came."""


class Door(StrEnum):
    """Through which door of the gateway one of us asks, as all that it knows is a proxy."""

    CRAWLER = "crawler"
    BROWSER = "browser"
    CHECKER = "checker"
    BENCH = "bench"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Who asked, and when in its course.

    `role` is crawler, checker, bench or, of the browser, pass-1, pass-2 and so on: whether it
    visits `page` for the first or second time. `visit` counts the browser's visits; of the others
    it counts how often they asked for the very address. 0: not known.
    """

    role: str
    visit: int = 0
    page: str | None = None
