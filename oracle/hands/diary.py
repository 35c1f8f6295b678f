"""What was done to a page and what came of it, as lines for a person to read: pure text."""

from collections.abc import Iterable, Iterator

from oracle.hands.deed import Deed
from oracle.hands.report import Offer
from oracle.hands.settle import Landing
from oracle.routes.sighting import Sighting


def landed(landing: Landing) -> Iterator[str]:
    """Where the page ended, why it counted as done, and what called for action there."""
    page = landing.page
    yield f"asked for  {landing.url}"
    yield from (f"moved      {one} -> {two}" for one, two in landing.redirects)
    yield f"ended at   {landing.final_url}"
    yield f"status     {landing.document.status if landing.document else None}"
    yield from (f"fault      {fault}" for fault in landing.faults)
    if page is None:
        yield "settled    not shown"
        return
    yield f"settled    {page.settled}"
    yield f"title      {page.title}"
    yield f"shows      {len(page.links)} addresses, {len(page.offers)} things to act on"
    yield from (f"  offer    {_named(offer)}" for offer in page.offers)


def did(number: int, deed: Deed) -> Iterator[str]:
    """What one action brought."""
    beyond = ", another view: what it shows lies one level down" if deed.beyond else ""
    brought = f"{len(deed.links)} links, {len(deed.held)} moves held{beyond}"
    yield f"action {number:03}  {deed.action} at {deed.locator}: {brought}"
    yield from (f"  link     {link.url}" for link in deed.links)
    yield from (f"  held     {held.kind} {held.url}" for held in deed.held)


def left(offers: Iterable[tuple[Offer, str]]) -> Iterator[str]:
    """What was not acted on, and why."""
    yield from (f"left alone  {_named(offer)}: {why}" for offer, why in offers)


def sighted(sightings: Iterable[Sighting]) -> Iterator[str]:
    """What the page gives the truth to judge."""
    for one in sightings:
        by = f" by {one.action}" if one.action else ""
        yield f"sighted    level {one.level} {one.phase}{by}: {one.url}"


def _named(offer: Offer) -> str:
    return f"{offer.kind} {offer.label or '(no label)'} at {offer.locator}"
