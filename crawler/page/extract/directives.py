"""What a page asks of robots: `noindex` and `nofollow`, by meta and by X-Robots-Tag."""

import re
from dataclasses import dataclass

from crawler.page.extract.source import Source

_WORDS = re.compile(r"[\s,]+")
# An X-Robots-Tag may name the robot that it speaks to, and so it begins with a word and a colon;
# these words have a value of their own.
_WITH_VALUE = frozenset(
    {"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Directives:
    """What holds for us; `nofollow` names the rule."""

    noindex: bool
    nofollow: str | None


def directives(source: Source, token: str | None) -> Directives:
    """Read the directives for everyone and for our token."""
    names = {"robots", (token or "robots").lower()}
    said: dict[str, str] = {}
    for _, attributes in source.page.of("meta"):
        name = (attributes.get("name") or "").strip().lower()
        if name in names:
            for word in _words(attributes.get("content") or ""):
                said.setdefault(word, f"meta {name} {word}")
    for value in source.header("x-robots-tag"):
        for word in _for_us(value, names):
            said.setdefault(word, f"X-Robots-Tag {word}")
    return Directives(
        noindex="noindex" in said or "none" in said,
        nofollow=said.get("nofollow") or said.get("none"),
    )


def _for_us(value: str, names: set[str]) -> list[str]:
    robot, colon, rest = value.partition(":")
    name = robot.strip().lower()
    if not colon or "," in name or " " in name or name in _WITH_VALUE:
        return _words(value)
    return _words(rest) if name in names else []


def _words(content: str) -> list[str]:
    return [word for word in _WORDS.split(content.lower()) if word]
