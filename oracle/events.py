"""What happens while a site is explored, as values for an injected listener."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed:
    """The root was opened; scope follows from `landed`."""

    root: str
    landed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """So many level-1 pages will be visited, and so many not."""

    pages: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Visited:
    """A page was rendered and acted on."""

    url: str
    level: int
    sightings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The addresses seen so far were asked whether they are alive."""

    level: int
    addresses: int
    alive: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The truth stands."""

    routes: int
    excluded: int
    verdict: str


Event = Landed | Planned | Visited | Checked | Finished
Listener = Callable[[Event], None]


def ignore(event: Event) -> None:
    """Hear an event and do nothing."""
