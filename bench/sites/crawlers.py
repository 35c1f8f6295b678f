"""The keys of `crawlers` in sites.yaml: how other crawlers are started and read."""

import re
import shlex
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from bench.sites.crawler import ALIASES, OWN, Crawler, Output
from bench.sites.entries import NAMED
from bench.sites.nodes import MISSING, Read, Sheet, mapping, near, number, plain, text

PLACES = ("url", "host", "proxy", "ca", "out", "pages", "delay", "concurrency", "token")
"""What may stand in braces in a command."""
PLACE = re.compile(r"\{([A-Za-z_]+)\}")
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PRINTED = (Output.LINES, Output.JSONL, Output.CSV)
FIELD = {Output.JSONL: "field", Output.CSV: "column"}
SITE = frozenset({"url", "host"})


def crawlers(node: yaml.Node, key: str, sheet: Sheet, *, base: Path) -> dict[str, Crawler]:
    """Read the mapping of names to crawlers; commands run in the folder of the file."""
    if not isinstance(node, yaml.MappingNode):
        sheet.refuse(node, key, "a mapping of crawlers' names to their commands is needed here")
        return {}
    table: dict[str, Read] = {}
    for name, _ in node.value:
        if isinstance(name, yaml.ScalarNode):
            NAMED(name, key, sheet)
            table[name.value] = partial(_crawler, name=name.value, base=base)
            if name.value in {OWN, *ALIASES}:
                sheet.refuse(name, f"{key}.{name.value}", "is the name of our own crawler")
    found = mapping(node, key, sheet, table)
    return {name: each for name, each in found.items() if each is not None}


def _crawler(node: yaml.Node, key: str, sheet: Sheet, *, name: str, base: Path) -> Crawler | None:
    before = len(sheet.flaws)
    entry = mapping(node, key, sheet, KEYS)
    if "command" not in entry and len(sheet.flaws) == before:
        sheet.refuse(node, key, "needs its command")
    field = _field(node, key, sheet, entry)
    if len(sheet.flaws) > before:
        return None
    return Crawler(name=name, field=field, folder=str(base.absolute()), **entry)


def _field(node: yaml.Node, key: str, sheet: Sheet, entry: dict[str, Any]) -> str | None:
    """Take the field or column out of an entry: each goes with one form of output."""
    output = entry.get("output", Output.LINES)
    given = {word: entry.pop(word) for word in FIELD.values() if word in entry}
    wanted = FIELD.get(output)
    for word in given:
        if word != wanted:
            form = next(form for form, its in FIELD.items() if its == word)
            sheet.refuse(node, f"{key}.{word}", f"goes with output: {form} only")
    return given.get(wanted or "", "url" if wanted else None)


def _command(*, site: bool) -> Read:
    """Make a reader of commands; one that crawls has to be told the site."""

    def read(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
        value = text(node, key, sheet)
        if value is MISSING:
            return MISSING
        try:
            words = shlex.split(value)
        except ValueError as error:
            return sheet.refuse(node, key, f"cannot be split into words: {error}")
        places = PLACE.findall(value)
        for each in places:
            if each not in PLACES:
                sheet.refuse(node, key, f"{{{each}}} stands for nothing{near(each, PLACES)}")
        if site and not SITE & {*places}:
            return sheet.refuse(node, key, "needs {url}, or {host}: where the site begins")
        return value if words else sheet.refuse(node, key, "must not be empty")

    return read


def _output(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    value = text(node, key, sheet)
    if value is MISSING or value in PRINTED:
        return MISSING if value is MISSING else Output(value)
    return sheet.refuse(node, key, f"one of {', '.join(PRINTED)} is needed here, not {value}")


def _env(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    if not isinstance(node, yaml.MappingNode):
        return sheet.refuse(node, key, "a mapping (NAME: value) is needed here")
    names = [name.value for name, _ in node.value if isinstance(name, yaml.ScalarNode)]
    for (each, _), name in zip(node.value, names, strict=False):
        if not VARIABLE.fullmatch(str(name)):
            sheet.refuse(each, f"{key}.{name}", "is no name of a variable")
    return tuple(mapping(node, key, sheet, dict.fromkeys(names, _value)).items())


def _value(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    value = plain(node, key, sheet)
    if value is MISSING:
        return MISSING
    # As it is written: `yes` and `010` mean something else to YAML.
    return node.value if isinstance(node, yaml.ScalarNode) else MISSING


KEYS: Mapping[str, Read] = {
    "command": _command(site=True),
    "output": _output,
    "field": text,
    "column": text,
    "env": _env,
    "seconds": number(1, 86_400),
    "memory": number(16, 1_048_576, whole=True),
    "version": _command(site=False),
    "needs": text,
}
"""What one crawler's entry may hold."""
