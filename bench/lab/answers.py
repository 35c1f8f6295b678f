"""Read `site.http`: the whole of a lab site as text, one declared answer after the other."""

import codecs
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from bench.sites.nodes import Flaw
from bench.web.origin import Headers, origin_of

HTML = "text/html; charset=utf-8"

_OPENING = re.compile(r"@ (?P<url>\S+)(?: attempt (?P<first>[1-9]\d*)(?P<onward>\+)?)?\s*")
_STATUS = re.compile(r"[2-5]\d\d")
_HEADER = re.compile(r"(?P<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):(?:[ \t]+(?P<value>.*?))?[ \t]*")
_EFFECT_COMMENT = re.compile(r"\s+#.*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """Which requests of one client for one address an answer is for: the first one is 1."""

    first: int = 1
    last: int | None = None

    def __contains__(self, attempt: int) -> bool:
        return self.first <= attempt and (self.last is None or attempt <= self.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What the pseudo-headers ask for; they are never sent."""

    gzip: bool = False
    hang: float | None = None
    reset: bool = False
    charset: str = "utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """One answer of the site, as it was written."""

    line: int
    url: str  # as written, a final `*` cut off
    prefix: bool
    attempts: Attempts
    status: int
    headers: Headers
    effects: Effects
    body: bytes  # in the charset that was asked for, not yet gzipped


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A parsed `site.http`: its trait, its answers, and what could not be read."""

    trait: str
    answers: tuple[Declared, ...]
    flaws: tuple[Flaw, ...]


class _AnswerError(ValueError):
    """An answer cannot be read; carries the line."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line


def parse(text: str, file: str) -> Site:
    """Read a whole site; `file` is only named in flaws."""
    lines = text.split("\n")  # not splitlines: a page may hold the odd separators of Unicode
    starts = [number for number, line in enumerate(lines) if line.startswith("@ ")]
    preamble = lines[: starts[0]] if starts else lines
    flaws = list(_stray(preamble, file))
    answers = []
    for start, stop in itertools.pairwise([*starts, len(lines)]):
        try:
            answers.append(_answer(lines, start, stop))
        except _AnswerError as fault:
            flaws.append(Flaw(file=file, key="", line=fault.line, what=str(fault)))
    if not starts:
        flaws.append(Flaw(file=file, key="", line=1, what="no answer: a line `@ URL` is missing"))
    trait = " ".join(line.lstrip("# ").strip() for line in preamble if line.startswith("#"))
    return Site(trait=trait, answers=tuple(answers), flaws=tuple(flaws))


def _stray(preamble: list[str], file: str) -> Iterator[Flaw]:
    for number, line in enumerate(preamble, 1):
        if line.strip() and not line.startswith("#"):
            yield Flaw(file=file, key="", line=number, what="text before the first answer")


def _answer(lines: list[str], start: int, stop: int) -> Declared:
    opening = _OPENING.fullmatch(lines[start])
    if opening is None:
        what = f"neither `@ URL` nor `@ URL attempt N[+]`: {lines[start]}"
        raise _AnswerError(start + 1, what)
    url, prefix = _target(opening["url"], start + 1)
    status, headers, body_start = _head(lines, start + 1, stop)
    effects = _effects(
        {n.lower(): (v, line) for n, v, line in headers if n.lower().startswith("lab-")}
    )
    return Declared(
        line=start + 1,
        url=url,
        prefix=prefix,
        attempts=_attempts(opening["first"], opening["onward"]),
        status=status,
        headers=tuple((n, v) for n, v, _ in headers if not n.lower().startswith("lab-")),
        effects=effects,
        body=_body(lines[body_start:stop], effects.charset, body_start + 1),
    )


def _target(url: str, line: int) -> tuple[str, bool]:
    try:
        origin_of(url)
    except ValueError as error:
        raise _AnswerError(line, str(error)) from error
    if "#" in url:
        raise _AnswerError(line, f"a fragment is never asked for: {url}")
    prefix = url.endswith("*")
    if prefix and "?" in url:
        raise _AnswerError(line, f"`*` ends a path, not a query: {url}")
    return url.removesuffix("*"), prefix


def _attempts(first: str | None, onward: str | None) -> Attempts:
    if first is None:
        return Attempts()
    return Attempts(first=int(first), last=None if onward else int(first))


def _head(lines: list[str], at: int, stop: int) -> tuple[int, list[tuple[str, str, int]], int]:
    """Give the status, the headers with their lines, and where the body starts."""
    if at >= stop or not _STATUS.fullmatch(lines[at].strip()):
        return 200, [], at
    status = int(lines[at])
    headers: list[tuple[str, str, int]] = []
    for number in range(at + 1, stop):
        if not lines[number].strip():
            return status, headers, number + 1
        header = _HEADER.fullmatch(lines[number])
        if header is None:
            what = f"no header, and no blank line before the body: {lines[number]}"
            raise _AnswerError(number + 1, what)
        headers.append((header["name"], header["value"] or "", number + 1))
    return status, headers, stop


def _effects(written: dict[str, tuple[str, int]]) -> Effects:
    read: dict[str, Any] = {}
    for name, (value, line) in written.items():
        if name not in _EFFECTS:
            raise _AnswerError(line, f"unknown pseudo-header {name}")
        attribute, convert = _EFFECTS[name]
        try:
            read[attribute] = convert(_EFFECT_COMMENT.sub("", value))
        except (ValueError, LookupError) as error:
            raise _AnswerError(line, f"{name}: cannot use {value!r}") from error
    return Effects(**read)


def _body(lines: list[str], charset: str, first_line: int) -> bytes:
    text = "\n".join(lines).rstrip()
    try:
        return f"{text}\n".encode(charset) if text else b""
    except UnicodeEncodeError as error:
        line = first_line + text.count("\n", 0, error.start)
        raise _AnswerError(line, f"not in {charset}: {text[error.start]!r}") from error


def _flag(value: str) -> bool:
    if value != "1":
        raise ValueError(value)
    return True


def _seconds(value: str) -> float:
    seconds = float(value)
    if not 0 < seconds <= 600:
        raise ValueError(value)
    return seconds


_EFFECTS: dict[str, tuple[str, Callable[[str], object]]] = {
    "lab-gzip": ("gzip", _flag),
    "lab-hang": ("hang", _seconds),
    "lab-reset": ("reset", _flag),
    "lab-charset": ("charset", lambda value: codecs.lookup(value).name),
}
