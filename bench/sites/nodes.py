"""Reads a YAML document by tables of keys and collects every flaw with its line and key."""

import difflib
import math
import textwrap
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

MISSING = object()
"""What a reader returns for a value that it had to refuse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flaw:
    """One thing that is wrong in a file, and where."""

    file: str
    line: int
    key: str
    what: str

    def __str__(self) -> str:  # type: ignore[explicit-override]  # Python 3.11 has no override
        """Give the flaw as one line, as compilers do."""
        where = f"{self.file}:{self.line}: "
        return f"{where}{self.key}: {self.what}" if self.key else where + self.what


@dataclass(slots=True)
class Sheet:
    """The file being read, and the flaws found in it so far."""

    file: str
    flaws: list[Flaw] = field(default_factory=list)

    def refuse(self, node: yaml.Node, key: str, what: str) -> Any:  # noqa: ANN401 - fits any reader
        """Note a flaw at a node; gives `MISSING`, so that a reader can return it."""
        line = node.start_mark.line + 1
        self.flaws.append(Flaw(file=self.file, line=line, key=key, what=what))
        return MISSING


Read = Callable[[yaml.Node, str, Sheet], Any]
"""A reader: one node, under one key, to a value or `MISSING`."""


def compose(content: bytes, sheet: Sheet) -> yaml.Node | None:
    """Parse a document to nodes; a syntax error becomes a flaw."""
    try:
        node: yaml.Node | None = yaml.compose(content, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        what = f"no YAML: {error.problem or error.context}"
        sheet.flaws.append(Flaw(file=sheet.file, line=line, key="", what=what))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        what = f"no YAML: {str(error).splitlines()[0]}"
        sheet.flaws.append(Flaw(file=sheet.file, line=1, key="", what=what))
    except RecursionError:
        what = "no YAML for us: nested too deeply"
        sheet.flaws.append(Flaw(file=sheet.file, line=1, key="", what=what))
    else:
        if node is None:
            sheet.flaws.append(Flaw(file=sheet.file, line=1, key="", what="the file is empty"))
        return node
    return None


def near(word: str, known: Collection[str]) -> str:
    """Say which known word was probably meant, or what is known when there are few."""
    close = difflib.get_close_matches(word, known, n=1)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; known: {', '.join(known)}" if 0 < len(known) <= 15 else ""


def mapping(node: yaml.Node, key: str, sheet: Sheet, table: Mapping[str, Read]) -> dict[str, Any]:
    """Read a mapping by its table; what had to be refused is absent from the answer."""
    if not isinstance(node, yaml.MappingNode):
        sheet.refuse(node, key, "a mapping (key: value) is needed here")
        return {}
    values: dict[str, Any] = {}
    seen: set[str] = set()
    for name_node, value_node in node.value:
        if not isinstance(name_node, yaml.ScalarNode):
            sheet.refuse(name_node, key, "a key must be a single value")
            continue
        name = str(name_node.value)
        path = f"{key}.{name}" if key else name
        if name in seen:
            sheet.refuse(name_node, path, "given twice")
        elif name not in table:
            sheet.refuse(name_node, path, f"unknown key{near(name, table)}")
        else:
            value = table[name](value_node, path, sheet)
            if value is not MISSING:
                values[name] = value
        seen.add(name)
    return values


def items(node: yaml.Node, key: str, sheet: Sheet) -> list[yaml.Node]:
    """Give the nodes of a list."""
    if not isinstance(node, yaml.SequenceNode):
        sheet.refuse(node, key, "a list is needed here")
        return []
    return list(node.value)


def many(read: Read) -> Read:
    """Make a reader of a list from the reader of one item."""

    def read_all(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
        found = [
            read(each, f"{key}[{at}]", sheet) for at, each in enumerate(items(node, key, sheet))
        ]
        return tuple(value for value in found if value is not MISSING)

    return read_all


def plain(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - any YAML scalar
    """Give a scalar as YAML understands it."""
    if not isinstance(node, yaml.ScalarNode):
        return sheet.refuse(node, key, "a single value is needed here")
    try:
        return yaml.constructor.SafeConstructor().construct_object(node)
    except (yaml.YAMLError, ValueError, LookupError, AttributeError):
        # The last two: what the library makes of a tag that does not fit (`!!bool often`).
        return sheet.refuse(node, key, f"not readable: {textwrap.shorten(node.value, 60)}")


def text(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    """Read a text that is not empty."""
    value = plain(node, key, sheet)
    if value is MISSING:
        return MISSING
    if not isinstance(value, str):
        return sheet.refuse(
            node, key, f"text is needed here; put quotes around {node.value or '…'}"
        )
    return value.strip() or sheet.refuse(node, key, "must not be empty")


def flag(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    """Read true or false."""
    value = plain(node, key, sheet)
    if value is MISSING or isinstance(value, bool):
        return value
    return sheet.refuse(node, key, f"true or false is needed here, not {node.value}")


def number(low: float, high: float = math.inf, *, whole: bool = False) -> Read:
    """Make a reader of numbers between two bounds."""
    kind = "a whole number" if whole else "a number"
    bounds = f"of {low:,} or more" if high == math.inf else f"from {low:,} to {high:,}"

    def read(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
        value = plain(node, key, sheet)
        if value is MISSING:
            return MISSING
        fits = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
        if not fits or not low <= value <= high or value == math.inf:
            return sheet.refuse(node, key, f"{kind} {bounds} is needed here, not {node.value}")
        return value

    return read
