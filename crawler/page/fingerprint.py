"""What a page looks like in words, with what changes from request to request left out."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from selectolax.lexbor import LexborHTMLParser

from crawler.address import url as addresses
from crawler.page.document import parse

MAX_WORDS = 3000
_UNSEEN = frozenset({"script", "style", "noscript", "title", "template"})
_WORD = re.compile(r"\w+")
_MASKED = re.compile(r"\w*\d\w*|[a-f]{8,}|\w{25,}")  # numbers, times, tokens, whatever is random
# Where an application draws itself.
_EMPTY_MOUNT = "#root:empty, #app:empty, #__next:empty, #__nuxt:empty, app-root:empty, main:empty"
_BARE = 12
_WAITING = frozenset({"loading", "please", "wait", "one", "moment"})
# What the walls before a site say of themselves in the page that they show instead of its own.
_CHALLENGES = (
    "/cdn-cgi/challenge-platform/", "_cf_chl_opt", "cf-browser-verification", "ddos-guard",
    "_incapsula_resource", "captcha-delivery.com", "px-captcha", "awswafintegration",
    "sucuri_cloudproxy", "ak-challenge", "kpsdk", "vercel security checkpoint",
    "checking your browser", "verify you are human", "are you a robot",
)  # fmt: skip
_CHALLENGE_WORDS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """The answer to one request: where it ended, its title and words, and its own path's words.

    `bare` says that scripts draw the page and the bytes hold next to nothing; `mount`, that
    they hold an empty place for an application; `challenge`, that a wall before the site wants
    a proof of a human first.
    """

    url: str
    final_url: str
    status: int | None
    title: frozenset[str]
    words: frozenset[str] = field(repr=False)
    own: frozenset[str] = field(repr=False)
    digest: str
    login: bool
    bare: bool
    mount: bool
    challenge: bool = False

    @property
    def key(self) -> str:
        """The identity of what was asked for."""
        return addresses.key(self.url)

    @property
    def final_key(self) -> str:
        """The identity of where it ended."""
        return addresses.key(self.final_url)


def fingerprint(
    url: str, *, final_url: str, status: int | None, html: str, login: bool = False
) -> Fingerprint:
    """Take the fingerprint of the answer to a request for `url`."""
    tree = parse(html)
    title = tree.css_first("title")
    words = list(_words(" ".join(_texts(tree))))
    mount = bool(tree.css(_EMPTY_MOUNT))
    own = frozenset(_words(unquote(f"{_asked(url)} {_asked(final_url)}")))
    return Fingerprint(
        url=url,
        final_url=final_url,
        status=status,
        title=frozenset(_words(title.text() if title else "")) - own,
        words=frozenset(list(dict.fromkeys(words))[:MAX_WORDS]),
        own=own,
        digest=hashlib.sha256(" ".join(words).encode()).hexdigest(),
        login=login,
        bare=_is_bare(words, mount=mount) and bool(tree.css("script")),
        mount=mount,
        challenge=len(words) <= _CHALLENGE_WORDS and _is_challenge(html),
    )


def _is_bare(words: list[str], *, mount: bool) -> bool:
    """Tell next to nothing from a short apology: that has no place for an application."""
    return set(words) <= _WAITING or (mount and len(words) <= _BARE)


def _is_challenge(html: str) -> bool:
    lowered = html.lower()
    return any(mark in lowered for mark in _CHALLENGES)


def _asked(url: str) -> str:
    """Return what a page may repeat of its address; the host's name is not its own."""
    return addresses.path_and_query(url)


def _texts(tree: LexborHTMLParser) -> Iterator[str]:
    if tree.root is None:
        return
    for node in tree.root.traverse(include_text=True):
        if node.is_text_node:
            parent = node.parent
            if parent is None or parent.tag not in _UNSEEN:
                yield node.text_content or ""


def _words(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.lower().replace("_", " ")):
        if not _MASKED.fullmatch(word):
            yield word
