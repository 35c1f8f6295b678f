"""A visit: what one page of a site showed to the browser, and the seam that asks for it."""

from dataclasses import dataclass
from typing import Protocol

from oracle.routes.sighting import Sighting

FORBIDDEN = "forbidden"
"""How a page settled that was not opened because robots.txt forbids it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A page that was loaded and left to settle, without a hand laid on it.

    `status` is None when no answer came; `faults` then says why. `signature` is a digest of what
    is to be seen: two addresses with one signature show one view.
    """

    url: str
    final_url: str
    status: int | None
    content_type: str | None
    redirects: tuple[tuple[str, str], ...] = ()
    settled: str = ""
    faults: tuple[str, ...] = ()
    title: str = ""
    text: str = ""
    signature: str = ""
    login: bool = False
    download: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A page that was loaded, left to settle and acted on as a person would.

    `body` holds the served bytes of the main document, content encoding undone. `redirects` are
    the hops from `url` to `final_url`, by HTTP, refresh or script. `actions` are the actions that
    brought something, `faults` what went wrong.
    """

    url: str
    final_url: str
    level: int
    status: int | None
    content_type: str | None
    redirects: tuple[tuple[str, str], ...] = ()
    settled: str = ""
    faults: tuple[str, ...] = ()
    title: str = ""
    text: str = ""
    signature: str = ""
    body: bytes | None = None
    sightings: tuple[Sighting, ...] = ()
    actions: tuple[str, ...] = ()
    login: bool = False
    download: bool = False


class Visitor(Protocol):
    """Visits the pages of one site, one after the other."""

    async def visit(self, url: str, *, level: int) -> Visit:
        """Load, settle, act, collect; `level` is the page's own, the root being 0."""
        ...

    async def render(self, url: str) -> Rendered:
        """Load and settle only."""
        ...

    async def reset(self) -> None:
        """Forget what the site left behind: cookies, storage, what was already acted on."""
        ...
