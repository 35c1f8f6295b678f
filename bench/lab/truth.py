"""Read `truth.yaml`: what exactly a lab site's routes are, with every flaw and its line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import ada_url
import yaml

from bench.sites import nodes
from bench.sites.nodes import MISSING, Flaw, Read, Sheet
from bench.web.origin import origin_of

ANY = "*"
"""In an excluded address it stands for a token that is new in every answer."""


class Excluded(StrEnum):
    """Why a sighted in-site address is no route."""

    DEAD = "dead"
    SOFT_404 = "soft-404"
    NOT_A_DOCUMENT = "not-a-document"
    VOLATILE = "volatile"
    OFF_SITE = "off-site"


class Written(StrEnum):
    """What the truth was written from."""

    BLIND = "blind"  # the site and the definitions alone
    WITH_ORACLE = "with-oracle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An address of the truth, spelled as a browser would, and the line that names it."""

    url: str
    line: int


Places = tuple[Place, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The declared truth of one site, and what could not be read of it."""

    trait: str = ""
    root: str = ""
    landed: str = ""
    routes: Mapping[int, Places] = field(default_factory=dict)
    excluded: Mapping[Excluded, Places] = field(default_factory=dict)
    static_misses: Places = ()
    causes: Mapping[str, Places] = field(default_factory=dict)
    forbidden: Places = ()
    written: Written = Written.WITH_ORACLE
    fails: str | None = None
    flaws: tuple[Flaw, ...] = ()


def fits(pattern: str, url: str) -> bool:
    """Whether an address is the one of the truth, tokens aside."""
    stretches = map(re.escape, pattern.split(ANY))
    return re.fullmatch("[^/?&#]+".join(stretches), url) is not None


def parse(content: bytes, file: str) -> Truth:
    """Read a truth whole; `file` is only named in flaws."""
    sheet = Sheet(file)
    node = nodes.compose(content, sheet)
    if node is None:
        return Truth(flaws=tuple(sheet.flaws))
    # A first reading, whose flaws the second one repeats, is only for the base.
    bases = _bases(node)
    values = nodes.mapping(node, "", sheet, _table(bases.get("landed") or bases.get("root", "")))
    for key in ("trait", "root", "written"):
        if key not in values and not any(flaw.key == key for flaw in sheet.flaws):
            sheet.refuse(node, key, "must be given")
    values.setdefault("landed", values.get("root", ""))
    caused = (place for places in values.get("causes", {}).values() for place in places)
    values.setdefault("static_misses", tuple(caused))
    return Truth(**values, flaws=tuple(sheet.flaws))


def _bases(node: yaml.Node) -> dict[str, str]:
    return {
        key: value
        for key, value in nodes.mapping(node, "", Sheet(""), _table("")).items()
        if key in {"root", "landed"}
    }


def _table(base: str) -> dict[str, Read]:
    places = _or_nothing(nodes.many(_place(base)), ())
    return {
        "trait": nodes.text,
        "root": _root,
        "landed": _root,
        "routes": _or_nothing(_keyed({"1": places, "2": places}, int), {}),
        "excluded": _or_nothing(_keyed(dict.fromkeys(Excluded, places), Excluded), {}),
        "static_misses": places,
        "causes": _by_any_key(places),
        "forbidden": places,
        "written": _written,
        "fails": _or_nothing(nodes.text, None),
    }


def _or_nothing(read: Read, nothing: object) -> Read:
    """Make a reader that takes null as well."""

    def read_or_nothing(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
        if isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null":
            return nothing
        return read(node, key, sheet)

    return read_or_nothing


def _keyed(table: Mapping[str, Read], key_type: type[int] | type[Excluded]) -> Read:
    def read(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
        values = nodes.mapping(node, key, sheet, table)
        return {key_type(name): value for name, value in values.items()}

    return read


def _by_any_key(read: Read) -> Read:
    """Make a reader of a mapping whose keys are somebody else's words."""

    def read_mapping(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
        pairs = node.value if isinstance(node, yaml.MappingNode) else ()
        return nodes.mapping(node, key, sheet, {str(name.value): read for name, _ in pairs})

    return read_mapping


def _place(base: str) -> Read:
    def read(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
        written = nodes.text(node, key, sheet)
        if written is MISSING:
            return MISSING
        try:
            url = ada_url.URL(written, base or None).href
        except ValueError:
            return sheet.refuse(node, key, f"no address: {written}")
        return Place(url=str(url), line=node.start_mark.line + 1)

    return read


def _root(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    written = nodes.text(node, key, sheet)
    if written is MISSING:
        return MISSING
    try:
        origin_of(written)
    except ValueError as error:
        return sheet.refuse(node, key, str(error))
    return str(ada_url.URL(written).href)


def _written(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    written = nodes.text(node, key, sheet)
    if written is MISSING or written in set(Written):
        return written if written is MISSING else Written(written)
    return sheet.refuse(node, key, f"one of {', '.join(Written)} is needed here")
