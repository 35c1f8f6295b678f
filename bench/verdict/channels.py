"""Counts what each kind of channel gives alone: the root page's links, sitemaps, pages."""

from collections.abc import Iterable

from bench.facts.inventory import Inventory, State
from bench.facts.truth import Truth
from bench.facts.witness import Witness
from bench.verdict.atlas import Atlas
from bench.verdict.match import Match
from bench.verdict.static import static_page

# Channels that are lists of addresses, and no pages.
LISTS = frozenset({"sitemap", "feed", "seed"})


def home_static(truth: Truth, atlas: Atlas, matched: Match, witness: Witness | None) -> int | None:
    """Count the permitted routes that the static links of the root page give."""
    keys = {atlas.identity.keys(root).variant for root in (truth.root, truth.landed) if root}
    pages = [
        page
        for page in (witness.pages if witness else ())
        if atlas.identity.keys(page.final_url).variant in keys
    ]
    if not pages:
        return None
    return _routes_at(atlas, matched, static_page(pages[0]).links)


def sitemap_only(atlas: Atlas, matched: Match, inventory: Inventory) -> int | None:
    """Count the permitted routes that sitemaps alone give; None where none was read."""
    if not any(sitemap.ok for sitemap in inventory.sitemaps):
        return None
    addresses = [
        candidate.url
        for candidate in inventory.candidates
        if "sitemap" in candidate.channels
        and (candidate.listed or candidate.state is State.FOLDED)
    ]
    return _routes_at(atlas, matched, addresses)


def links_only(atlas: Atlas, matched: Match, inventory: Inventory) -> int | None:
    """Count the permitted routes that pages alone give; None where the crawler does not say."""
    if inventory.bare or not inventory.candidates:
        return None
    addresses = [
        candidate.url
        for candidate in inventory.candidates
        if not LISTS.issuperset(candidate.channels)
        and (candidate.listed or candidate.state is State.FOLDED)
    ]
    return _routes_at(atlas, matched, addresses)


def _routes_at(atlas: Atlas, matched: Match, addresses: Iterable[str]) -> int:
    permitted = {route.url for route in matched.missed}
    permitted |= {found.route.url for found in matched.found}
    routes = {route.url for address in addresses if (route := atlas.route(address))}
    return len(routes & permitted)
