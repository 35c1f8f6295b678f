"""An address that the browser saw: where, at which level, and what it took to see it."""

from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """What a client has to be able to do to see the address, from least to most."""

    HTML = "html"
    SCRIPT = "script"
    REVEAL = "reveal"
    NAVIGATION = "navigation"

    @property
    def rank(self) -> int:
        """Where the phase stands in that order."""
        return tuple(Phase).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """One address as the browser resolved it.

    `level` is the level of the route that the address would be: one more than that of the page
    that shows it, and two more where it showed after a navigation that was held. `page` is the
    final address of the visited page, also for what its frames show. `locator` is a stable path
    to the element, with `>>>` where it enters a frame or a shadow root.
    """

    url: str
    page: str
    level: int
    phase: Phase
    label: str | None = None
    action: str | None = None
    locator: str | None = None
