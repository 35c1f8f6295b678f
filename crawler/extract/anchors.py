"""Links that a person clicks: `a`, `area`, and SVG's links, with their text as it reads."""

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from crawler.citation import Via
from crawler.extract.mention import Mention
from crawler.extract.source import Source, Tree

MAX_TEXT = 200
_UNREAD = frozenset({"script", "style", "noscript"})
# Elements that begin a line of their own, so that words before and after stay apart.
_APART = frozenset(
    {
        "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption",
        "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main",
        "nav", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul",
    }
)  # fmt: skip


def anchors(source: Source) -> Iterator[Mention]:
    """Read every link, the text of each spelling once."""
    read: set[tuple[str, str | None]] = set()
    for tree in source.trees:
        for node, written, attributes in _hrefs(tree):
            rel = (attributes.get("rel") or "").lower()
            nofollow = "rel=nofollow" if "nofollow" in rel.split() else None
            if (written, nofollow) in read:
                continue
            text = reading(node)
            if text is not None:
                read.add((written, nofollow))
            yield Mention(via=Via.LINK, written=written, text=text, nofollow=nofollow)


def _hrefs(tree: Tree) -> Iterator[tuple[LexborNode, str, dict[str, str | None]]]:
    for node in tree.css("a, area"):
        attributes = node.attributes
        if "href" in attributes:
            yield node, attributes["href"] or "", attributes
        elif "xlink:href" in attributes and _in_svg(node):
            yield node, attributes["xlink:href"] or "", attributes


def _in_svg(node: LexborNode | None) -> bool:
    while node is not None and node.tag != "svg":
        node = node.parent
    return node is not None


def reading(node: LexborNode) -> str | None:
    """Return a link's text as a reader sees it, or what stands in for it; None: nothing does."""
    only = node.first_child
    if only is not None and only.next is None and only.is_text_node:
        text = only.text_content or ""
    else:
        text = "".join(_pieces(node)) if only is not None else ""
    collapsed = " ".join(text.split()) or _stand_in(node)
    return collapsed[:MAX_TEXT] or None


def _pieces(node: LexborNode) -> Iterator[str]:
    for inner in node.traverse(include_text=True):
        if inner.is_text_node:
            parent = inner.parent
            if parent is None or parent.tag not in _UNREAD:
                yield inner.text_content or ""
        elif inner.tag == "img":
            yield inner.attributes.get("alt") or ""
        elif inner.tag in _APART:
            yield " "


def _stand_in(node: LexborNode) -> str:
    attributes = node.attributes
    named = (attributes.get(name) for name in ("aria-label", "title", "alt"))
    return " ".join(next((name for name in named if name), "").split())
