"""What the script in the page answers, read into values."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An address and the element that shows it."""

    url: str
    label: str | None
    locator: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Something that a person would act on.

    `key` names the element, also after a reload; `template` is the same for elements made alike;
    `markup` is its own tag, without what it holds.
    """

    key: str
    kind: str
    label: str | None
    locator: str
    template: str
    markup: str
    options: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """Where the page wanted to go and did not: by push, replace, open or a fragment."""

    kind: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedFrame:
    """A frame that its page may not look into; in a silent one no script may run."""

    url: str
    srcdoc: str | None
    silent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What became known since the last answer."""

    settled: str
    links: tuple[Link, ...]
    offers: tuple[Offer, ...]
    held: tuple[Held, ...]
    refused: tuple[str, ...]
    notes: tuple[str, ...]
    signature: str
    changes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A settled page; `document` is the address that its document came from."""

    settled: str
    url: str
    document: str
    type: str
    title: str
    text: str
    signature: str
    charset: str
    size: int
    login: bool
    notes: tuple[str, ...]
    scripted: bool
    scrolls: bool
    changes: int
    links: tuple[Link, ...]
    offers: tuple[Offer, ...]
    held: tuple[Held, ...]
    closed: tuple[ClosedFrame, ...]
    fragments: tuple[str, ...]
    consent: Offer | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedLinks:
    """Addresses in served HTML; None where no script ran, so that all that shows stood there.

    `closed` are those in declared shadow roots that are closed to every script.
    """

    addresses: frozenset[str] | None = None
    closed: tuple[Link, ...] = ()


def read_served(answer: str) -> ServedLinks:
    """The answer to what stands in served HTML."""
    raw = json.loads(answer)
    closed = tuple(Link(url=url, label=None, locator=None) for url in raw["closed"])
    return ServedLinks(addresses=frozenset(raw["addresses"]), closed=closed)


def read_links(answer: str) -> tuple[Link, ...]:
    """The links of one frame."""
    return tuple(Link(**one) for one in json.loads(answer))


def read_changes(answer: str) -> Changes:
    """The answer to what an action brought."""
    raw = json.loads(answer)
    return Changes(
        settled=raw["settled"],
        signature=raw["signature"],
        changes=raw["changes"],
        notes=tuple(raw["notes"]),
        refused=tuple(raw["refused"]),
        **_lists(raw),
    )


def read_page(answer: str) -> Page:
    """The answer of a page that has settled; a light one has no lists."""
    raw = json.loads(answer)
    consent = raw.get("consent")
    return Page(
        settled=raw["settled"],
        url=raw["url"],
        document=raw["document"],
        type=raw["type"],
        title=raw["title"],
        text=raw["text"],
        signature=raw["signature"],
        charset=raw["charset"],
        size=raw["size"],
        login=raw["login"],
        notes=tuple(raw["notes"]),
        scripted=raw.get("scripted", False),
        scrolls=raw.get("scrolls", False),
        changes=raw.get("changes", 0),
        closed=tuple(ClosedFrame(**one) for one in raw.get("closed", ())),
        fragments=tuple(raw.get("fragments", ())),
        consent=Offer(**consent) if consent else None,
        **_lists(raw),
    )


def _lists(raw: dict[str, Any]) -> dict[str, Any]:
    kinds = {"links": Link, "offers": Offer, "held": Held}
    return {name: tuple(kind(**one) for one in raw.get(name, ())) for name, kind in kinds.items()}
