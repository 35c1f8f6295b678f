"""Brings a tab to an address, follows where it moves by itself, and waits until it is done."""

import asyncio
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from urllib.parse import urljoin

from oracle.hands.report import Page, read_page
from oracle.hands.tab import Document, Going, Lost, Outcome, Tab

MOVES = 12  # redirects by script or refresh that are followed
MODULES = 4  # rounds of scripts that send for others
REFRESH = re.compile(r"\s*(\d+)(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?[\"']?([^\"']+)", re.IGNORECASE)
PATIENCE = 5  # seconds up to which a refresh counts as a redirect
BROKEN = "chrome-error:"  # where the browser's own page stands for one that cannot be had
SHOWN = frozenset(
    {
        "text/html",
        "application/xhtml+xml",
        "application/xml",
        "text/xml",
        "image/svg+xml",
        "text/plain",
        "application/json",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """Limits of time in seconds.

    To begin a document; to begin one that is only looked at, as a second opinion; to settle; for
    one action; for all actions on a page.
    """

    begin: float = 20.0
    look: float = 10.0
    settle: float = 20.0
    action: float = 8.0
    visit: float = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Landing:
    """Where the tab came to rest; `page` is None when nothing is shown there."""

    url: str
    final_url: str
    document: Document | None
    frames: tuple[Document, ...]
    redirects: tuple[tuple[str, str], ...]
    page: Page | None
    faults: tuple[str, ...]
    download: bool = False
    lost: Lost | None = None


async def land(tab: Tab, url: str, *, caps: Caps, light: bool = False) -> Landing:
    """Go to `url`, follow where the page moves by itself, and settle; then navigation is held."""
    trail: list[Document] = []
    target = url
    for _ in range(MOVES):
        outcome = await tab.go(target, cap=caps.look if light else caps.begin, keep=not light)
        if outcome.going is not Going.ARRIVED:
            trail.extend(_mains(tab))
            return _unshown(url, outcome, trail, tab)
        if not _is_shown(tab):
            trail.extend(_mains(tab))
            return _nothing(url, trail, tab, fault="not-a-page")
        page = await _settled(tab, caps, light=light)
        trail.extend(_mains(tab))
        if isinstance(page, Lost):
            return _unanswered(url, page, trail, tab)
        if page.url.startswith(BROKEN):
            return _nothing(url, trail, tab, fault="unreachable")
        document = _committed(trail, page.document)
        onward = _refresh_header(document)
        if onward is None:
            return _shown(url, page, document, trail, tab)
        target = onward
    return _unanswered(url, Lost.LEFT, trail, tab)


async def _settled(tab: Tab, caps: Caps, *, light: bool) -> Page | Lost:
    """Ask until one document stays long enough to answer.

    How often nobody answered says nothing of how often the page moved: while one document goes
    and the next comes, a busy machine may ask many times. What it asked for does.
    """
    page: Page | Lost = Lost.LEFT
    rounds = 0
    clock = asyncio.get_running_loop().time
    end = clock() + caps.begin + caps.settle
    while _moves(tab) <= MOVES and clock() < end:
        answer = await _asked(tab, caps, light=light)
        page = answer if isinstance(answer, Lost) else read_page(answer)
        if page is Lost.LEFT:
            continue
        rounds += 1
        if isinstance(page, Lost) or rounds > MODULES:
            break
        if not await tab.arrived_scripts(cap=caps.settle, ended=page.modular):
            break
    return page


async def _asked(tab: Tab, caps: Caps, *, light: bool) -> str | Lost:
    """What the page says when it is done, or, if its own sandbox forbids scripts, loaded."""
    mains = _mains(tab)
    if not mains or not _is_mute(mains[-1]):
        return await tab.ask("arrive", light, caps.settle * 1000, cap=caps.settle)
    await tab.loaded(cap=caps.settle)
    return await tab.ask("look", light, "no-scripts", cap=caps.action)


def _is_mute(document: Document) -> bool:
    """Whether the document is put into a sandbox in which no script runs."""
    policies = document.headers.get("content-security-policy", "").lower().replace(",", ";")
    rules = [rule.split() for rule in policies.split(";")]
    return any(rule[:1] == ["sandbox"] and "allow-scripts" not in rule for rule in rules)


def redirects(asked: str, trail: Iterable[Document], final: str) -> tuple[tuple[str, str], ...]:
    """The hops between the documents of a trail, and to where the page put itself at last."""
    stops = list(_stops(asked, trail))
    if not stops or trimmed(stops[-1]) != trimmed(final):
        stops.append(final)
    hops = ((trimmed(one), trimmed(two)) for one, two in pairwise(stops))
    return tuple(dict.fromkeys(hop for hop in hops if hop[0] != hop[1]))


def _stops(asked: str, trail: Iterable[Document]) -> Iterator[str]:
    """The addresses of a trail; what is behind `#` is not sent, and goes along with redirects."""
    _, mark, fragment = asked.partition("#")
    for at, document in enumerate(trail):
        if at and not document.hop:
            mark = fragment = ""
        yield f"{document.url}{mark}{fragment}"


def trimmed(url: str) -> str:
    """The address without a fragment that is no route by its form."""
    head, mark, fragment = url.partition("#")
    return url if mark and fragment[:1] in ("/", "!") else head


def _is_shown(tab: Tab) -> bool:
    """Whether the browser shows it as a page, not by a viewer of its own."""
    mains = _mains(tab)
    return not mains or mains[-1].content_type is None or mains[-1].content_type in SHOWN


def _mains(tab: Tab) -> list[Document]:
    return [document for document in tab.documents() if document.main]


def _moves(tab: Tab) -> int:
    """How often the page set out for another document, redirects by HTTP not counted."""
    return sum(not one.hop for one in _mains(tab))


def _committed(trail: list[Document], address: str) -> Document | None:
    """The document that is shown: the last one asked for under its address."""
    wanted = address.partition("#")[0]
    same = (one for one in reversed(trail) if one.url.partition("#")[0] == wanted)
    return next(same, trail[-1] if trail else None)


def _refresh_header(document: Document | None) -> str | None:
    if document is None or (header := document.headers.get("refresh")) is None:
        return None
    match = REFRESH.match(header)
    if match is None or int(match[1]) > PATIENCE:
        return None
    target = urljoin(document.url, match[2].strip())
    return None if trimmed(target) == trimmed(document.url) else target


def _shown(
    url: str, page: Page, document: Document | None, trail: list[Document], tab: Tab
) -> Landing:
    until = trail.index(document) + 1 if document in trail else len(trail)
    frames = tuple(one for one in tab.documents() if not one.main and one.status is not None)
    return Landing(
        url=url,
        final_url=trimmed(page.url),
        document=document,
        frames=frames,
        redirects=redirects(url, trail[:until], page.url),
        page=page,
        faults=(*tab.faults(), *page.notes),
    )


_LOST = {Going.CRASHED: Lost.CRASHED, Going.TIMEOUT: Lost.STUCK}


def _unshown(url: str, outcome: Outcome, trail: list[Document], tab: Tab) -> Landing:
    aborted = outcome.going is Going.ABORTED and bool(trail) and trail[-1].attachment
    fault = outcome.detail if outcome.going is Going.FAILED else str(outcome.going)
    landing = _nothing(url, trail, tab, fault=fault, lost=_LOST.get(outcome.going))
    return replace(landing, download=aborted or outcome.going is Going.DOWNLOAD)


def _unanswered(url: str, lost: Lost, trail: list[Document], tab: Tab) -> Landing:
    fault = "redirect-loop" if lost is Lost.LEFT else str(lost)
    return _nothing(url, trail, tab, fault=fault, lost=lost)


def _nothing(
    url: str, trail: list[Document], tab: Tab, *, fault: str, lost: Lost | None = None
) -> Landing:
    last = trail[-1] if trail else None
    final = last.url if last is not None else url
    return Landing(
        url=url,
        final_url=trimmed(final),
        document=last,
        frames=(),
        redirects=redirects(url, trail, final),
        page=None,
        faults=tuple(dict.fromkeys((*tab.faults(), fault))),
        lost=lost,
    )
