"""Reads the files of a run into values, and refuses what it does not know by name."""

import json
import zipfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TypeVar, cast

import cattrs
import msgspec
from cattrs import gen
from cattrs.v import format_exception

from bench.facts.checks import Checks
from bench.facts.crawl import CrawlFacts
from bench.facts.inventory import Candidate, Inventory, SitemapRead, Stop
from bench.facts.site import SiteFacts
from bench.facts.truth import Redirect, Truth
from bench.facts.witness import Witness, WitnessPage

__all__ = [
    "Checks",
    "Inventory",
    "SiteFacts",
    "Truth",
    "Unreadable",
    "Witness",
    "read_as",
    "read_checks",
    "read_crawl",
    "read_inventory",
    "read_site",
    "read_truth",
    "read_witness",
]

SCHEMA = 1
MAX_MEMBER = 64 * 2**20
MAX_WITNESS = 2 * 2**30

T = TypeVar("T")
Json = dict[str, object]

# One row a schema that is no longer written: what turns its JSON into the next schema's.
MIGRATIONS: Mapping[int, Callable[[Json], Json]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Versioned:
    """The least of any file: which schema it was written by."""

    schema: int


class Unreadable(Exception):  # noqa: N818 - said of a file: "truth.json is unreadable"
    """A file of a run that cannot be taken as what it should be."""

    def __init__(self, file: Path, what: str, *, line: int | None = None) -> None:
        self.file = file
        self.what = what
        self.line = line
        super().__init__(f"{file}:{line}: {what}" if line else f"{file}: {what}")


def read_truth(path: Path) -> Truth:
    """Read truth.json; raises Unreadable."""
    return read_as(path, Truth)


def read_checks(path: Path) -> Checks:
    """Read checks.json; raises Unreadable."""
    return read_as(path, Checks)


def read_site(path: Path) -> SiteFacts:
    """Read site.json; raises Unreadable."""
    return read_as(path, SiteFacts)


def read_crawl(path: Path) -> CrawlFacts:
    """Read crawl.json; raises Unreadable."""
    return read_as(path, CrawlFacts)


def read_as(path: Path, kind: type[T]) -> T:
    """Read any JSON file with a schema as the value it should be; raises Unreadable."""
    text = _text(path)
    with suppress(msgspec.DecodeError, RecursionError):
        # One pass, where the file is as this version writes it; the longer way knows the others.
        if msgspec.json.decode(text, type=_Versioned).schema == SCHEMA:
            return msgspec.json.decode(text, type=kind)
    return _structure(path, _current(path, _parsed(path, text)), kind)


def read_inventory(path: Path) -> Inventory:
    """Read inventory.jsonl, or a bare list of addresses, one a line; raises Unreadable."""
    lines = [
        (number, line.strip())
        # Not splitlines: a label may hold the odd separators of Unicode.
        for number, line in enumerate(_text(path).split("\n"), start=1)
        if line.strip()
    ]
    if lines and lines[0][1].startswith("{"):
        return _recorded(path, lines)
    return Inventory(
        candidates=tuple(
            Candidate(url=_address(path, line, number), listed=True) for number, line in lines
        ),
        stop=Stop.TOLD,
        bare=True,
    )


def read_witness(path: Path) -> Witness:
    """Read witness.zip whole, within bounds; raises Unreadable."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _witnessed(path, archive)
    except (OSError, zipfile.BadZipFile, zlib.error, EOFError, KeyError, RuntimeError) as problem:
        raise Unreadable(
            path, f"is no whole archive ({problem}); measure the site again"
        ) from None


def _recorded(path: Path, lines: list[tuple[int, str]]) -> Inventory:
    """Fold the records of an inventory.jsonl in their order."""
    first, *others = lines
    head = (first[0], _parsed(path, first[1], first[0]))
    rest = ((number, _quick(line) or _parsed(path, line, number)) for number, line in others)
    if head[1].get("record") != "inventory":
        raise Unreadable(path, "the first record must be `inventory`", line=head[0])
    values = _current(path, head[1], line=head[0])
    candidates: list[Candidate] = []
    sitemaps: list[SitemapRead] = []
    values["stop"] = Stop.UNFINISHED
    for number, record in rest:
        if isinstance(record, Candidate):
            candidates.append(record)
            continue
        match record.get("record"):
            case "candidate":
                candidates.append(_structure(path, record, Candidate, line=number))
            case "sitemap":
                sitemaps.append(_structure(path, record, SitemapRead, line=number))
            case "end":
                values |= record
            case "robots":
                pass  # the judge reads robots.txt itself
            case other:
                raise Unreadable(path, f"unknown record {other!r}", line=number)
    told = _structure(path, values, Inventory, line=head[0])
    return replace(told, candidates=tuple(candidates), sitemaps=tuple(sitemaps))


def _quick(line: str) -> Candidate | None:
    """Read the most frequent record by itself; anything else, or odd, is left to the others."""
    if not line.startswith(_CANDIDATES):
        return None
    try:
        return _CANDIDATE.decode(line)
    except msgspec.MsgspecError:
        return None


def _witnessed(path: Path, archive: zipfile.ZipFile) -> Witness:
    """Take the pages that the archive's index names."""
    sizes = {member.filename: member.file_size for member in archive.infolist()}
    if sum(sizes.values()) > MAX_WITNESS or max(sizes.values(), default=0) > MAX_MEMBER:
        raise Unreadable(path, f"unpacks to more than {MAX_WITNESS} bytes ({MAX_MEMBER} a member)")
    index = _current(path, _parsed(path, archive.read("index.json").decode("utf-8", "replace")))
    pages = index.get("pages")
    if not isinstance(pages, list):
        raise Unreadable(path, "index.json has no list `pages`")
    return Witness(
        pages=tuple(
            _structure(path, page | {"body": archive.read(str(page["entry"]))}, WitnessPage)
            for page in pages
        )
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise Unreadable(path, f"cannot be opened ({problem.strerror})") from None
    except UnicodeDecodeError as problem:
        raise Unreadable(path, f"is not UTF-8 (byte {problem.start})") from None


def _parsed(path: Path, text: str, line: int | None = None) -> Json:
    try:
        value = _decoded(text)
    except (ValueError, RecursionError) as problem:
        at = problem.lineno if isinstance(problem, json.JSONDecodeError) else 1
        what = f"is not whole JSON ({problem}); measure the site again"
        raise Unreadable(path, what, line=line or at) from None
    if not isinstance(value, dict):
        raise Unreadable(path, "is not a JSON object", line=line)
    return cast("Json", value)


def _decoded(text: str) -> object:
    """Decode quickly; what that refuses, the tolerant and outspoken decoder has to judge."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return json.loads(text)


def _current(path: Path, values: Json, *, line: int | None = None) -> Json:
    """Migrate older schemas step by step; refuse unknown ones."""
    schema = values.get("schema")
    while isinstance(schema, int) and schema in MIGRATIONS:
        values = MIGRATIONS[schema](values)
        schema = values.get("schema")
    if schema != SCHEMA:
        what = f"schema {schema!r} is unknown to this version, which reads up to {SCHEMA}"
        raise Unreadable(path, what, line=line)
    return values


def _address(path: Path, line: str, number: int) -> str:
    if not line.lower().startswith(("http://", "https://")):
        what = f"{line[:80]!r} is no absolute http(s) address; print one a line, nothing else"
        raise Unreadable(path, what, line=number)
    return line


def _structure(path: Path, values: Json, kind: type[T], *, line: int | None = None) -> T:
    with suppress(msgspec.ValidationError, UnicodeEncodeError):
        return msgspec.convert(_renamed(values) if kind is Truth else values, kind)
    # What the quick reader refuses, the thorough one explains: all that is wrong at once.
    try:
        return _CONVERTER.structure(values, kind)
    except Exception as problem:  # noqa: BLE001 - cattrs groups whatever its hooks raised
        what = "; ".join(cattrs.transform_error(problem, format_exception=_said)[:5])
        raise Unreadable(path, f"{what}; see docs/formats.md", line=line) from None


def _renamed(values: Json) -> Json:
    """Name the fields as the value does: `from` is a word of the language."""
    hops = values.get("redirects")
    if not isinstance(hops, list) or not all(isinstance(hop, dict) for hop in hops):
        return values
    return values | {"redirects": [{**hop, "from_": hop.get("from")} for hop in hops]}


def _said(problem: BaseException, kind: type | None) -> str:
    """Give our hooks' own words, which show the value, and the library's for the rest."""
    return str(problem) if isinstance(problem, ValueError) else format_exception(problem, kind)


def _strict(kind: type) -> Callable[[object, type], object]:
    """Refuse what cattrs would coerce: "3" is no number, 3 is no text."""
    allowed = (int, float) if kind is float else kind

    def take(value: object, _: type) -> object:
        if not isinstance(value, allowed) or (kind is not bool and isinstance(value, bool)):
            msg = f"expected {kind.__name__}, got {value!r:.60}"
            raise ValueError(msg)
        return value

    return take


def _closed(value: object, kind: type[StrEnum]) -> StrEnum:
    words = [word.value for word in kind]
    if value not in words:
        msg = f"{value!r:.60} is none of {', '.join(words)}"
        raise ValueError(msg)
    return kind(value)


def _converter() -> cattrs.Converter:
    converter = cattrs.Converter()
    for kind in (str, int, float, bool):
        converter.register_structure_hook(kind, _strict(kind))
    # Closed words are texts by class, and would else be taken unchecked by the hook for texts.
    converter.register_structure_hook(StrEnum, _closed)
    converter.register_structure_hook(
        Redirect,
        gen.make_dict_structure_fn(Redirect, converter, from_=gen.override(rename="from")),
    )
    return converter


_CONVERTER = _converter()
_CANDIDATE = msgspec.json.Decoder(Candidate)
_CANDIDATES = ('{"record":"candidate"', '{"record": "candidate"')
