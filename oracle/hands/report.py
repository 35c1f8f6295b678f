"""What the script in the page answers, read into values."""

from dataclasses import dataclass
from typing import TypeVar

from oracle.hands.shape import MisshapenError, parsed, shaped
from oracle.hands.tab import Lost

T = TypeVar("T")


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
    """Where the page wanted to go and did not: by push, replace, open or a fragment.

    `same`: it would have stayed the same document, and drawn another view itself.
    """

    kind: str
    url: str
    same: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedFrame:
    """A frame that its page may not look into; in a silent one no script may run."""

    url: str
    srcdoc: str | None
    silent: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """Where the middle of an element is; `state` is open, covered, hidden or gone."""

    state: str
    x: float = 0.0
    y: float = 0.0


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
    modular: bool
    notes: tuple[str, ...]
    scripted: bool = False
    scrolls: bool = False
    changes: int = 0
    links: tuple[Link, ...] = ()
    offers: tuple[Offer, ...] = ()
    held: tuple[Held, ...] = ()
    closed: tuple[ClosedFrame, ...] = ()
    fragments: tuple[str, ...] = ()
    consent: Offer | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedLinks:
    """Addresses in served HTML; None where no script ran, so that all that shows stood there.

    `closed` are those in declared shadow roots that are closed to every script.
    """

    addresses: frozenset[str] | None = None
    closed: tuple[Link, ...] = ()
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Served:
    """The answer to what stands in served HTML, as it comes."""

    addresses: tuple[str, ...]
    closed: tuple[str, ...]


def read_served(answer: str) -> ServedLinks | Lost:
    """The answer to what stands in served HTML."""
    read = _read(_Served, answer)
    if isinstance(read, Lost):
        return read
    closed = tuple(Link(url=url, label=None, locator=None) for url in read.closed)
    return ServedLinks(addresses=frozenset(read.addresses), closed=closed)


def read_links(answer: str) -> tuple[Link, ...]:
    """The links of one frame; none of one whose answer cannot be read."""
    read = _read(tuple[Link, ...], answer)
    return () if isinstance(read, Lost) else read


def read_aim(answer: str) -> Aim | Lost:
    """Whether an element is in reach."""
    return _read(Aim, answer)


def read_changes(answer: str) -> Changes | Lost:
    """The answer to what an action brought."""
    return _read(Changes, answer)


def read_page(answer: str) -> Page | Lost:
    """The answer of a page that has settled; a light one has no lists."""
    return _read(Page, answer)


def _read(kind: type[T], answer: str) -> T | Lost:
    """The answer as a value; an answer that our script never gives counts as none."""
    try:
        return shaped(kind, parsed(answer))
    except MisshapenError:
        return Lost.BARE
