"""What the crawler had of a page that shows a missed route, and how the page shows it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bench.facts.inventory import Candidate
from bench.facts.truth import Route, Sighting
from bench.facts.witness import WitnessPage
from bench.verdict.identity import Identity
from bench.verdict.likeness import (
    Compared,
    Likeness,
    Page,
    bare_digest,
    bytes_of,
    compare,
    text_of,
)
from bench.verdict.static import StaticPage, static_page


class Read(StrEnum):
    """What the crawler had of a page that shows a route."""

    READ = "read"
    ASSUMED = "listed by a crawler that does not say what it fetched"
    PENDING = "left pending"
    FAILED = "could not be fetched"
    MISSED = "itself missed"
    FORBIDDEN = "forbidden by robots.txt"
    OUTSIDE = "no part of the truth"


@dataclass(frozen=True, kw_only=True, eq=False)  # no slots: what is parsed is kept
class Served:
    """One page's served bytes, read only when a miss needs them."""

    page: StaticPage
    digest: str | None
    identity: Identity

    @cached_property
    def keys(self) -> frozenset[str]:
        """The spelling of every address that the bytes link to."""
        return frozenset(self.identity.keys(link).spelling for link in self.page.links)


@dataclass(frozen=True, slots=True, kw_only=True)
class Citing:
    """One page that shows a route, how, and what the crawler had of it."""

    sighting: Sighting
    read: Read
    route: Route | None
    served: Served | None
    in_bytes: bool
    compared: Compared

    @property
    def readable(self) -> bool:
        """Whether the crawler had, or must be taken to have had, the page."""
        return self.read in {Read.READ, Read.ASSUMED}

    @property
    def lost(self) -> bool:
        """Whether the page itself was missed, or may not be read."""
        return self.read in {Read.MISSED, Read.FORBIDDEN}

    @property
    def other(self) -> bool:
        """Whether the crawler was served something else."""
        return self.compared.likeness is Likeness.OTHER

    def mention(self) -> str | None:
        """Show where the served bytes hold the address."""
        return self.served.page.mention(self.sighting.url) if self.served else None

    def scripts(self) -> tuple[str, ...]:
        """Name the scripts from elsewhere, of which no bytes are kept."""
        return self.served.page.scripts if self.served else ()


def served_of(page: WitnessPage, identity: Identity) -> Served:
    """Take a kept page; nothing of it is read yet."""
    digest = bare_digest(page.sha256) if page.sha256 else None
    return Served(page=static_page(page), digest=digest, identity=identity)


def compared(
    served: Served | None,
    there: Iterable[Candidate],
    *,
    cited: Mapping[str, tuple[str, ...]],
    key: str,
    known: Iterable[str],
) -> Compared:
    """Compare what the browser was served at a page with what the crawler was."""
    there = tuple(there)
    theirs = bytes_of(there)
    if served is None or served.digest is None or not theirs:
        return Compared(likeness=Likeness.UNKNOWN)
    if served.digest in theirs:
        return Compared(likeness=Likeness.SAME)
    page = Page(text_digest=served.page.text_sha256, links=served.keys)
    return compare(page, text_of(there), cited=cited.get(key, ()), known=known)
