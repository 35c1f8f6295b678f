"""One item of a sitemap or feed: its address, its date, its alternates."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element  # elements have no public name

_DATES = frozenset({"lastmod", "updated", "pubDate", "date", "published"})
LOC_MAX = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One listed address, as written (blanks stripped); resolve against the sitemap's address."""

    loc: str
    lastmod: str | None = None
    alternates: tuple[str, ...] = ()


def read_item(element: "_Element", namespace: str) -> Entry | None:
    """Read one item's children; the first address is the item's own."""
    loc = lastmod = None
    alternates: dict[str, None] = {}
    for child in element:
        child_namespace, name = qualified(child)
        href = (child.get("href") or "").strip()
        if name in _DATES:
            lastmod = lastmod or _content(child) or None
        elif child_namespace == namespace and loc is None:  # image:loc is no page
            loc = _location(child, name, href)
        if href and name == "link" and "alternate" in (child.get("rel") or "").lower().split():
            alternates[href] = None
    if loc is None or len(loc) > LOC_MAX:
        return None
    others = tuple(href for href in alternates if href != loc)
    return Entry(loc=loc, lastmod=lastmod, alternates=others)


def _location(child: "_Element", name: str, href: str) -> str | None:
    """Return the address that a child gives: `loc`, RSS's link or permalink, Atom's alternate."""
    if name == "loc" or (name == "link" and not href):
        return _content(child) or None
    if name == "link":
        return href if (child.get("rel") or "alternate").lower() == "alternate" else None
    if name == "guid" and (child.get("isPermaLink") or "true").lower() == "true":
        written = _content(child)
        return written if written.startswith(("http://", "https://")) else None
    return None


def _content(element: "_Element") -> str:
    if len(element):
        return "".join(map(str, element.itertext())).strip()
    return (element.text or "").strip()


def qualified(element: "_Element") -> tuple[str, str]:
    """Return namespace (or an undeclared prefix) and local name."""
    tag = str(element.tag)
    if tag.isalpha():
        return "", tag
    namespace, _, local = tag.rpartition("}")
    prefix, _, local = local.rpartition(":")
    return prefix or namespace, local
