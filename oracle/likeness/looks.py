"""Gathers second looks at pages, from which `volatile` tells what is made for one request."""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from ada_url import join_url

from oracle.likeness.tokens import bears_token, mask
from oracle.likeness.volatile import Look, doubtful, volatile
from oracle.liveness.html import tree_of
from oracle.routes.sighting import Sighting
from oracle.scope import Scope
from oracle.url import resolve

MOST_REVISITS = 3
"""Pages of a level that the browser loads again for the sake of links that a script wrote."""

_LINKS = {"a": "href", "area": "href", "frame": "src", "iframe": "src"}


class Looks:
    """All looks at the pages of one site so far."""

    def __init__(self, scope: Scope) -> None:
        """No page was looked at yet."""
        self._scope = scope
        self._looks: list[Look] = []
        self._session = 0

    def renew(self) -> None:
        """The browser forgot its session: what follows is another client's look."""
        self._session += 1

    def seen(self, page: str, sightings: Iterable[Sighting]) -> None:
        """Take what the browser saw on a page."""
        self._add(page, f"browser {self._session}", (one.url for one in sightings))

    def served(self, page: str, body: bytes, *, base: str) -> None:
        """Take what the second request stack was served for a page that shows tokens."""
        if any(bears_token(one) for look in self._looks if look.page == page for one in look.seen):
            self._add(page, f"http {page}", links_of(body, base))

    def volatile(self) -> frozenset[str]:
        """Every volatile address so far."""
        return volatile(self._looks)

    def to_revisit(self, pages: Iterable[str]) -> tuple[str, ...]:
        """The few pages that show most of the places about which nothing is known."""
        doubts = {mask(one) for one in doubtful(self._looks)}
        wanted: dict[str, set[str]] = {page: set() for page in sorted(pages)}
        for look in self._looks:
            if look.page in wanted:
                wanted[look.page] |= {mask(one) for one in look.seen} & doubts
        return _cover(wanted)

    def _add(self, page: str, session: str, addresses: Iterable[str]) -> None:
        seen = frozenset(one for one in addresses if self._scope.holds(one))
        self._looks.append(Look(page=page, session=session, seen=seen))


def links_of(body: bytes, base: str) -> Iterable[str]:
    """Where the links and frames of served HTML lead."""
    tree = tree_of(body)
    told = tree.css_first("base[href]")
    if told is not None:
        with suppress(ValueError):  # a browser ignores such a base, too
            base = join_url(base, told.attributes.get("href") or "")
    for tag, attribute in _LINKS.items():
        for node in tree.css(f"{tag}[{attribute}]"):
            address = resolve(base, node.attributes.get(attribute) or "")
            if address is not None:
                yield address


def _cover(wanted: Mapping[str, set[str]]) -> tuple[str, ...]:
    """Pages, best first, until nothing is left that they could show, or enough are chosen."""
    chosen: list[str] = []
    left = set[str]().union(*wanted.values())
    while left and len(chosen) < MOST_REVISITS:
        best = max(wanted, key=lambda page: len(wanted[page] & left))  # the first of equals
        left -= wanted[best]
        chosen.append(best)
    return tuple(chosen)
