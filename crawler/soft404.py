"""Answers for paths that cannot exist, against which a page that says 200 is judged."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Verdict(StrEnum):
    """How a page that says 200 is none."""

    ERROR_PAGE = "error-page"
    REDIRECT_HOME = "redirect-home"
    HOME_COPY = "home-copy"
    LOGIN = "login"


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftVerdict:
    """A verdict and what it rests on, in a sentence."""

    verdict: Verdict
    evidence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """What a response looked like, per-request noise and the asked path taken out."""

    url: str
    final_url: str
    status: int | None
    title: str
    words: frozenset[int]
    text_hash: str
    login: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Probes:
    """How a site answers for what cannot exist, and its root page beside."""

    root: Fingerprint
    answers: tuple[Fingerprint, ...]

    @property
    def shell(self) -> bool:
        """Tell whether the site answers every path with one application shell."""
        raise NotImplementedError


def probe_paths(root: str, *, directories: Iterable[str] = (), seed: int = 0) -> tuple[str, ...]:
    """Return addresses that cannot exist: two at the root, one below each directory."""
    raise NotImplementedError


def fingerprint(
    url: str, *, final_url: str, status: int | None, html: str, login: bool = False
) -> Fingerprint:
    """Take the fingerprint of the answer to a request for `url`."""
    raise NotImplementedError


def verdict(seen: Fingerprint, probes: Probes) -> SoftVerdict | None:
    """Judge one page that answered 2xx; None: it is a page of its own. The root always is."""
    raise NotImplementedError
