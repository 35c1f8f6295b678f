"""The oracle's own verdict on pages that answer 200 and are not there.

Each place of the site (a directory, an ending) is asked for two addresses that nobody made. What
both answers say is the *template* of "not here"; where they differ is noise: the path given back,
a nonce, the time. An address that says all of the template, and no more beside it than the noise
allows, is not there either. So a real page below the same header is never taken for the error
page. The rendered view of a page is judged in the same way.
"""

import hashlib
import re
import string
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from oracle.likeness.words import Words
from oracle.url import document, fragment, origin

_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,4}$")
_MARKER = re.compile(r"#!?/?")


class Likeness(StrEnum):
    """What a page that is not there looks like."""

    ERROR_PAGE = "says what {probe} says, which nobody made"
    HOME_REDIRECT = "is sent to the home page, as {probe} is, which nobody made"
    REDIRECT = "is sent to {final}, as {probe} is, which nobody made"
    HOME_COPY = "is a copy of the home page, as {probe} is, which nobody made"
    VIEW = "shows what {probe} shows, which nobody made"
    HOME_VIEW = "shows what {probe} shows"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where on the site one and the same rule answers for what is not there."""

    directory: str
    ending: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """What two answers have in common, and how many words beside it are noise."""

    core: Words
    slack: int

    def fits(self, said: Words) -> bool:
        """Whether a page says no more and no less."""
        extra = said.total() - self.core.total()
        return 0 <= extra <= self.slack and self.core <= said


def template(first: Words, second: Words) -> Template:
    """The template of two answers; two equal ones leave no slack."""
    core = first & second
    noise = max(first.total(), second.total()) - core.total()
    return Template(core=core, slack=noise and noise + 2)


def place_of(address: str) -> Place:
    """The place of an address; a hash route's is its document with the marker of its router."""
    if marker := fragment(address):
        match = _MARKER.match(marker)
        return Place(directory=document(address) + (match[0] if match else "#"), ending="")
    path = urlsplit(address).path or "/"
    slash = "/" if path.endswith("/") and path != "/" else ""
    directory, _, name = path.removesuffix(slash).rpartition("/")
    ending = _ENDING.search(name)
    return Place(directory=f"{origin(address)}{directory}/", ending=ending[0] if ending else slash)


def probes(place: Place, *, seed: int = 0) -> tuple[str, str]:
    """Two addresses at the place that nobody made; the same ones in every run."""
    first, second = (
        f"{place.directory}{_name(f'{seed} {number} {place.directory}')}{place.ending}"
        for number in range(2)
    )
    return first, second


def _name(key: str) -> str:
    """A made-up word of letters alone, so that no masking of numbers or tokens touches it."""
    drawn = hashlib.sha256(key.encode()).digest()[:14]
    return "".join(string.ascii_lowercase[byte % 26] for byte in drawn)
