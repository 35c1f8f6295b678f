"""Links that a person clicks: `a`, `area`, and SVG's links, with their text as it reads."""

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from crawler.address.citation import Via
from crawler.page.extract.elements import Attributes
from crawler.page.extract.mention import Mention
from crawler.page.extract.source import Source
from crawler.page.extract.words import reading

# Looked up once: a page has hundreds of links, and an enumeration's members are slow to reach.
_LINK = Via.LINK


def anchors(source: Source) -> Iterator[Mention]:
    """Read every link with its text; of those to one page, none after the first that has one."""
    page = source.joiner.page
    told: set[str | tuple[str, str]] = set()
    for tree in source.trees:
        for node, attributes in tree.links:
            written = attributes.get("href")
            if written is None:
                written = _addressed_otherwise(node, attributes)
                if written is None:
                    continue
            rel = attributes.get("rel") if len(attributes) > 1 else None
            nofollow = "rel=nofollow" if rel and "nofollow" in rel.lower().split() else None
            spelling = page(written) if "#" in written else written
            alike = (spelling, nofollow) if nofollow else spelling
            if alike in told:
                continue
            text = reading(node)
            if text is not None:
                told.add(alike)
            yield Mention(_LINK, written, text, nofollow)


def _addressed_otherwise(node: LexborNode, attributes: Attributes) -> str | None:
    """Read an empty href, or an SVG link's old attribute; None: it is no link."""
    if "href" in attributes:
        return ""
    if "xlink:href" in attributes and _in_svg(node):
        return attributes["xlink:href"] or ""
    return None


def _in_svg(node: LexborNode | None) -> bool:
    while node is not None and node.tag != "svg":
        node = node.parent
    return node is not None
