"""The words of a link as a reader sees them."""

from collections.abc import Iterator
from itertools import islice

from selectolax.lexbor import LexborNode

MAX_TEXT = 200
# Of a link's inside; what comes later is not read.
MAX_NODES = 500
_UNREAD = frozenset({"script", "style", "noscript"})
# Elements that begin a line of their own, so that words before and after stay apart.
_APART = frozenset(
    {
        "address", "article", "aside", "blockquote", "br", "dd", "div", "dl", "dt", "figcaption",
        "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main",
        "nav", "ol", "p", "pre", "section", "table", "td", "th", "tr", "ul",
    }
)  # fmt: skip


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
    for inner in islice(node.traverse(include_text=True), MAX_NODES):
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
