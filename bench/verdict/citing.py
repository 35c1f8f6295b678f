"""What the crawler had of a page that shows a missed route, and how the page shows it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from bench.facts.inventory import Candidate
from bench.facts.truth import Phase, Route, Sighting
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
    DEEP = "left pending beyond the depth limit"
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
        return frozenset(self.written)

    @cached_property
    def written(self) -> Mapping[str, frozenset[str]]:
        """In which constructs each of these addresses stands."""
        written: dict[str, set[str]] = {}
        for link, constructs in self.page.written.items():
            written.setdefault(self.identity.keys(link).spelling, set()).update(constructs)
        return {key: frozenset(constructs) for key, constructs in written.items()}

    def written_alike(self, key: str, known: Iterable[str]) -> bool:
        """Tell whether a known address of the page is written as this one is."""
        same = self.written.get(key, frozenset())
        others = (self.written[each] for each in self.keys.intersection(known) if each != key)
        return any(same & other for other in others)


@dataclass(frozen=True, slots=True, kw_only=True)
class Citing:
    """One page that shows a route, how, and what the crawler had of it.

    `in_bytes` tells whether a link of the bytes leads there; one to a place on a page does not.
    `seen_alike` tells whether the crawler took other links of the page that are written as this
    one is: then it can read such a link, and where pages differ, this one was not served.
    """

    sighting: Sighting
    read: Read
    route: Route | None
    served: Served | None
    in_bytes: bool
    compared: Compared
    seen_alike: bool = False

    @property
    def as_place(self) -> bool:
        """Whether it is a view that the page's bytes name, and that reads there as a place."""
        in_html = self.sighting.phase is Phase.HTML
        return is_place(self.sighting.url) and (in_html or self.mention() is not None)

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
        """Whether the crawler was served something else, as far as the address goes."""
        nearly = self.compared.likeness is Likeness.NEARLY
        return self.compared.likeness is Likeness.OTHER or (nearly and self.seen_alike)

    def mention(self) -> str | None:
        """Show where the served bytes hold the address."""
        return self.served.page.mention(self.sighting.url) if self.served else None

    def scripts(self) -> tuple[str, ...]:
        """Name the scripts from elsewhere, of which no bytes are kept."""
        return self.served.page.scripts if self.served else ()


def is_place(address: str) -> bool:
    """Tell whether an address has a fragment, and one that no router writes."""
    fragment = address.partition("#")[2]
    return bool(fragment) and fragment[0] not in "/!"


def served_of(page: WitnessPage, identity: Identity) -> Served:
    """Take a kept page; nothing of it is read yet."""
    digest = bare_digest(page.sha256) if page.sha256 else None
    return Served(page=static_page(page), digest=digest, identity=identity)


def compared(
    served: Served | None,
    there: Iterable[Candidate],
    *,
    cited: Iterable[str],
    known: frozenset[str],
) -> Compared:
    """Compare what the browser was served at a page with what the crawler was."""
    there = tuple(there)
    theirs = bytes_of(there)
    if served is None or served.digest is None or not theirs:
        return Compared(likeness=Likeness.UNKNOWN)
    if served.digest in theirs:
        return Compared(likeness=Likeness.SAME)
    page = Page(text_digest=served.page.text_sha256, links=served.keys)
    return compare(page, text_of(there), cited=cited, known=known)
