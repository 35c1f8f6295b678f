"""Answers for paths that cannot exist, against which a page that says 200 is judged.

Probes whose answers look alike form a family: what all of them say is its template, the rest is
noise. A page that says the whole template, and no more beside it than noise and its own path
explain, is not there. A page with a title of its own is.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from crawler.address import url as addresses
from crawler.page.fingerprint import Fingerprint, fingerprint

__all__ = [
    "Family",
    "Fingerprint",
    "Probes",
    "SoftVerdict",
    "Verdict",
    "fingerprint",
    "probe_paths",
    "verdict",
]

ALIKE = 0.7  # of two answers' words shared: they come from one template,
TITLED_ALIKE = 0.4  # or that much below one title
LOOSE = 0.05  # of a template's words that may be missing or added
_LOGIN_PATH = re.compile(r"/(?:log-?in|sign-?in|auth|sso|session)(?:[/._-]|$)", re.IGNORECASE)


class Verdict(StrEnum):
    """How a page that says 200 is none."""

    ERROR_PAGE = "error-page"
    REDIRECT_HOME = "redirect-home"
    HOME_COPY = "home-copy"
    LOGIN = "login"
    CHALLENGE = "challenge"


@dataclass(frozen=True, slots=True, kw_only=True)
class SoftVerdict:
    """A verdict and what it rests on, in a sentence."""

    verdict: Verdict
    evidence: str

    @property
    def absent(self) -> bool:
        """Tell whether there is no page; behind a wall there may be one, as behind a 503."""
        return self.verdict is not Verdict.CHALLENGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Answers of one template: what all say, what some say beside it, and how much of that."""

    example: str
    title: frozenset[str] | None
    template: frozenset[str]
    noise: frozenset[str]
    slack: int
    bare: bool
    home: bool
    shell: bool
    login: bool

    @classmethod
    def of(cls, members: list[Fingerprint], root: Fingerprint) -> "Family":
        """Find the template of answers that are alike."""
        template = frozenset.intersection(*(one.words for one in members)) - members[0].own
        titles = {one.title for one in members}
        beside = [one.words - template - one.own for one in members]
        home = members[0].title == root.title and likeness(template, root.words) >= 1 - 2 * LOOSE
        return cls(
            example=members[0].url,
            title=titles.pop() if len(titles) == 1 else None,
            template=template,
            noise=frozenset().union(*beside),
            slack=2 * max(map(len, beside)),
            bare=all(one.bare for one in members),
            home=home,
            shell=home and all(one.mount for one in members),
            login=all(one.login for one in members),
        )

    def fits(self, seen: Fingerprint, root: Fingerprint) -> bool:
        """Tell whether a page is this template and nothing more."""
        if self.title is not None and seen.title - seen.own != self.title - seen.own:
            return False
        missing = self.template - seen.words
        # Words that the error page has and the home page has not are its mark.
        mark = self.template - root.words
        if len(mark & missing) > LOOSE * len(mark) or len(missing) > LOOSE * len(self.template):
            return False
        extra = seen.words - self.template - self.noise - seen.own
        loose = int(LOOSE * len(self.template)) if mark else 0
        return len(extra) <= self.slack + loose


@dataclass(frozen=True, kw_only=True)  # not slotted: the families are worked out once
class Probes:
    """How a site answers for what cannot exist, and its root page beside."""

    root: Fingerprint
    answers: tuple[Fingerprint, ...]

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """The templates of the answers that show a page of their own."""
        groups: list[list[Fingerprint]] = []
        for one in self.answers:
            if _moved(one):
                continue
            group = next((group for group in groups if _alike(group[0], one)), None)
            if group is None:
                groups.append([one])
            else:
                group.append(one)
        return tuple(Family.of(group, self.root) for group in groups)

    @cached_property
    def targets(self) -> dict[str, Fingerprint]:
        """Where answers were redirected to, by path, each with the probe that shows it."""
        return {_place(one.final_url): one for one in reversed(self.answers) if _moved(one)}

    @property
    def shell(self) -> bool:
        """Tell whether the site answers every path with one application shell."""
        return any(family.bare or family.shell for family in self.families)


def probe_paths(root: str, *, directories: Iterable[str] = (), seed: int = 0) -> tuple[str, ...]:
    """Return addresses that cannot exist: two at the root, one below each directory."""
    home = f"{addresses.origin(root)}/"
    below = [
        directory if directory.endswith("/") else f"{directory}/" for directory in directories
    ]
    return tuple(
        f"{directory}{_name(f'{seed} {number} {directory}')}"
        for number, directory in enumerate((home, home, *below))
    )


def _name(seed: str) -> str:
    """Make a word that nobody chose, of letters alone so that a page may repeat it as one."""
    digest = hashlib.sha256(seed.encode()).digest()
    return "".join(chr(ord("a") + octet % 26) for octet in digest[:16])


def verdict(seen: Fingerprint, probes: Probes) -> SoftVerdict | None:
    """Judge one page that answered 200; None: it is a page of its own. The root always is."""
    root = probes.root
    if seen.key in {root.key, root.final_key}:
        return None
    if seen.key != seen.final_key:
        probe = probes.targets.get(_place(seen.final_url))
        if probe is not None:
            return _redirected(seen, probe, root)
        if seen.final_key == root.final_key:
            return None
    if seen.challenge:
        evidence = "a wall before the site asks for a proof of a human"
        return SoftVerdict(verdict=Verdict.CHALLENGE, evidence=evidence)
    for family in probes.families:
        if not (family.bare or family.shell) and family.fits(seen, root):
            kind = Verdict.HOME_COPY if family.home else Verdict.ERROR_PAGE
            kind = Verdict.LOGIN if family.login and seen.login else kind
            what = "is a copy of the home page, as" if family.home else "says no more than"
            evidence = f"{what} {family.example}, which cannot exist"
            return SoftVerdict(verdict=kind, evidence=evidence)
    return None


def _redirected(seen: Fingerprint, probe: Fingerprint, root: Fingerprint) -> SoftVerdict:
    if seen.final_key == root.final_key:
        kind = Verdict.REDIRECT_HOME
    elif seen.login or _LOGIN_PATH.search(addresses.parts(seen.final_url).path):
        kind = Verdict.LOGIN
    else:
        kind = Verdict.ERROR_PAGE
    evidence = f"redirected to {seen.final_url}, as {probe.url}, which cannot exist"
    return SoftVerdict(verdict=kind, evidence=evidence)


def _alike(one: Fingerprint, other: Fingerprint) -> bool:
    share = likeness(one.words - one.own, other.words - other.own)
    return share >= (TITLED_ALIKE if one.title == other.title else ALIKE)


def _moved(answer: Fingerprint) -> bool:
    """Tell a redirect to another page from one that keeps the name (a slash, a language)."""
    name = addresses.parts(answer.url).path.rstrip("/").rpartition("/")[2]
    return answer.key != answer.final_key and name not in addresses.parts(answer.final_url).path


def _place(url: str) -> str:
    """Return an address without its query, which often says where the visitor came from."""
    return addresses.key(url.partition("#")[0].partition("?")[0])


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of words that two answers have in common."""
    union = len(one | other)
    return len(one & other) / union if union else 1.0
