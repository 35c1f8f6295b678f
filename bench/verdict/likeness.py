"""Tells whether the crawler was served what the browser was served, from what both wrote down."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from bench.facts.inventory import Candidate
from bench.verdict.tokens import masked

# Ways of coming in that the bench's own reading of bytes looks at, too.
COMPARED = frozenset({"link", "hash-route", "frame"})


class Likeness(StrEnum):
    """How two answers for one page compare; nearly: alike but for some of the links, perhaps."""

    SAME = "same"
    ALIKE = "alike"
    NEARLY = "nearly"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """How a page compared, and the proof in words; none where the bytes are the same."""

    likeness: Likeness
    proof: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page as the browser was served it; `links` in the spelling of the site's identity."""

    text_digest: str | None
    links: Collection[str]


def bytes_of(candidates: Iterable[Candidate]) -> frozenset[str]:
    """Give the digests of what the crawler was served."""
    told = (each.observation.sha256 for each in candidates if each.observation)
    return frozenset(bare_digest(digest) for digest in told if digest)


def text_of(candidates: Iterable[Candidate]) -> frozenset[str]:
    """Give the digests of the text that the crawler was served."""
    told = (each.observation.text_sha256 for each in candidates if each.observation)
    return frozenset(bare_digest(digest) for digest in told if digest)


def compare(
    page: Page, text: Collection[str], *, cited: Iterable[str], known: frozenset[str]
) -> Compared:
    """Compare a page whose bytes differ: a number or a token of the request is no difference.

    `text` are the digests of the crawler's text, `cited` the addresses that it took from the
    page, `known` all that it knows, without tokens.
    """
    if page.text_digest is not None and page.text_digest in text:
        return Compared(likeness=Likeness.ALIKE, proof="what a reader sees of it is the same")
    ours, theirs = shapes_of(page.links), shapes_of(cited)
    held = len(ours & known)
    strange = len(theirs - ours)
    told = f"of {len(ours)} addresses in the browser's bytes the crawler knows {held}"
    if theirs and not strange and 2 * held >= len(ours):
        return Compared(likeness=Likeness.NEARLY, proof=told)
    took = f"it took {len(theirs)} from the page, {strange} of them in no byte of the browser's"
    return Compared(likeness=Likeness.OTHER, proof=f"{told}; {took}")


def bare_digest(text: str) -> str:
    """Write a digest without the name of its method."""
    return text.removeprefix("sha256:").lower()


def shapes_of(addresses: Iterable[str]) -> frozenset[str]:
    """Give addresses with their tokens masked."""
    return frozenset(map(masked, addresses))
