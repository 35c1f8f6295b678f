"""What a page says, as a bag of words in which what changes from request to request is masked.

Numbers become `0` and drawn tokens `*`: two loads of one page give one bag, whatever the hour.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from oracle.likeness.tokens import MASK, is_token
from oracle.liveness.html import tree_of

Words = Counter[str]

MOST_WORDS = 50_000

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+")
_TARGETS = {"a": "href", "area": "href", "frame": "src", "iframe": "src", "img": "src"}


def words(text: str) -> Words:
    """The bag of a text."""
    return Counter(_bounded(_spoken(text)))


def words_of(body: bytes) -> Words:
    """The bag of served HTML: title, visible text, and where its links and frames lead."""
    tree = tree_of(body)
    title = tree.css_first("title")
    tree.strip_tags(["script", "style", "template", "head"])
    said = [] if title is None else [title.text()]
    if tree.body is not None:
        said.append(tree.body.text(separator=" "))
    for tag, attribute in _TARGETS.items():
        said.extend(node.attributes.get(attribute) or "" for node in tree.css(tag))
    return words(" ".join(said))


def has_script(body: bytes) -> bool:
    """Whether a browser may show something else than what was served."""
    return b"<script" in body.lower()


def digest(bag: Words) -> str:
    """One short name for equal bags."""
    told = "\0".join(f"{word}\t{count}" for word, count in sorted(bag.items()))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _spoken(text: str) -> Iterator[str]:
    for match in _WORD.finditer(text):
        word = match[0].casefold()
        yield MASK if is_token(word) else _NUMBER.sub("0", word)


def _bounded(spoken: Iterable[str]) -> Iterator[str]:
    for count, word in enumerate(spoken):
        if count >= MOST_WORDS:
            return
        yield word
