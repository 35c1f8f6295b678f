"""What one exploration is asked to do: frozen values, no defaults hidden elsewhere."""

from dataclasses import dataclass
from pathlib import Path

LIVENESS_AGENT = "route-recall-oracle/0.1.0"
"""How the second request stack names itself; the browser keeps its own name."""

ROBOTS_TOKEN = "RouteRecall"  # noqa: S105 - a name in robots.txt, no secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """One site and the limits of its exploration.

    `delay` is the least time between two requests to one host, in seconds; `seconds` ends the
    whole exploration, after which the truth is sampled; `visits` bounds rendered level-1 pages
    and the root together; `passes` of 2 visits root and level 1 again to tell volatile addresses.
    `hosts` and `paths` widen and narrow what counts as in site, as the site's entry says.
    """

    root: str
    proxy: str | None = None
    ca: Path | None = None
    hosts: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    visits: int = 200
    seconds: float | None = None
    delay: float = 0.0
    token: str = ROBOTS_TOKEN
    respect_robots: bool = False
    seed: int = 0
    passes: int = 1

    def __post_init__(self) -> None:
        """Refuse limits that could never end or never start."""
        if self.visits < 1 or self.passes < 1 or self.delay < 0:
            message = "visits and passes are at least 1, delay is not negative"
            raise ValueError(message)
        if self.seconds is not None and self.seconds <= 0:
            message = "seconds is positive, or None for no limit"
            raise ValueError(message)
