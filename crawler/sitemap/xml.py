"""The XML formats of sitemaps and feeds, read as a stream: no entities, no network, bounded."""

import codecs
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from lxml import etree
from lxml.etree import _Element  # elements have no public name

from crawler.sitemap.items import Entry, qualified, read_item

if TYPE_CHECKING:
    from collections.abc import Iterator

_CHUNK = 64 * 1024
_DECLARATION = re.compile(
    rb"[^<]{0,64}<\?xml[^<>]{0,256}?encoding\s{0,9}=\s{0,9}[\"']([A-Za-z0-9._:-]{1,64})[\"']"
)
_DECLARATION_TEXT = re.compile(r"<\?xml[^<>]*\?>")
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
# An ampersand that begins no reference which XML itself defines; CDATA keeps its own.
_LOOSE_AMPERSAND = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|(?P<loose>&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);))",
    re.DOTALL,
)
_ITEMS = frozenset({"url", "sitemap", "item", "entry"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What was wrong, and where if the parser knows."""

    reason: str
    line: int | None = None
    column: int | None = None


@dataclass(slots=True, kw_only=True)
class Found:
    """What the stream has given so far."""

    root: str = ""
    listed: list[Entry] = field(default_factory=list)
    indexed: list[Entry] = field(default_factory=list)
    complete: bool = True
    error: Problem | None = None


def decode(data: bytes) -> str:
    """Decode by mark, else by declaration if the bytes bear it out, else as UTF-8."""
    for mark, name in _BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    if wide := _wide(data):
        return data.decode(wide, "replace")
    declared = _DECLARATION.match(data)
    for label in ("utf-8", declared[1].decode("ascii") if declared else "cp1252"):
        try:
            return codecs.lookup(label).incrementaldecoder().decode(data)
        except (LookupError, ValueError, TypeError):
            continue
    return data.decode("utf-8", "replace")


def _wide(data: bytes) -> str | None:
    """Tell UTF-16 without a mark by the zero beside the first `<`."""
    at = data.find(b"<", 0, 64)
    if at % 2 == 0 and data[at + 1 : at + 2] == b"\0":
        return "utf-16-le"
    return "utf-16-be" if at % 2 and data[at - 1 : at] == b"\0" else None


def read(text: str, *, max_entries: int) -> Found:
    """Read until the end, the bound, or a fault that cannot be read over."""
    # What it declared has been decoded already.
    declared = _DECLARATION_TEXT.match(text)
    text = text[declared.end() :] if declared else text
    text, loose = _tie_ampersands(text)
    # Broken maps keep what can be read; the first fault is reported with its place.
    parser = etree.XMLPullParser(
        events=("start", "end"),
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
    )
    found = Found()
    try:
        for at in range(0, len(text), _CHUNK):
            parser.feed(text[at : at + _CHUNK].encode("utf-8", "replace"))
            if not _take(parser, found, max_entries):
                break
        else:
            parser.close()
    except etree.XMLSyntaxError:
        found.complete = False
    fault = _first_fault(parser)
    if fault is None:
        found.complete = _take(parser, found, max_entries) and found.complete
    else:
        # What the parser closed by itself at the end may be half an address: it is not taken.
        found.complete = False
    found.error = loose or fault
    return found


def _tie_ampersands(text: str) -> tuple[str, Problem | None]:
    """Escape each `&` that begins no reference: written raw it is the map's most common fault.

    No entity but XML's own five is left, so that nothing can be expanded.
    """
    first: list[int] = []

    def tie(found: re.Match[str]) -> str:
        if not found["loose"]:
            return found[0]
        first[:] = first or [found.start()]
        return "&amp;"

    tied = _LOOSE_AMPERSAND.sub(tie, text) if "&" in text else text
    if not first:
        return tied, None
    line = text.count("\n", 0, first[0]) + 1
    column = first[0] - text.rfind("\n", 0, first[0])
    return tied, Problem(reason="an & that begins no reference", line=line, column=column)


def _first_fault(parser: etree.XMLPullParser) -> Problem | None:
    for entry in parser.feed_error_log:
        if entry.level_name != "WARNING" and not entry.type_name.startswith("NS_"):
            return Problem(reason=entry.message, line=entry.line, column=entry.column)
    return None


def _take(parser: etree.XMLPullParser, found: Found, max_entries: int) -> bool:
    """Take what the parser has ready; False: the bound is reached."""
    # Only elements come with these two events, which the stubs cannot know.
    events = cast("Iterator[tuple[str, _Element]]", parser.read_events())
    for event, element in events:
        namespace, name = qualified(element)
        if event == "start":
            found.root = found.root or name
            continue
        if name not in _ITEMS:
            continue
        if len(found.listed) + len(found.indexed) >= max_entries:
            found.complete = False
            return False
        entry = read_item(element, namespace)
        if entry is not None:
            (found.indexed if name == "sitemap" else found.listed).append(entry)
        _forget(element)
    return True


def _forget(element: _Element) -> None:
    """Free what was read, so that memory does not grow with the map."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]
