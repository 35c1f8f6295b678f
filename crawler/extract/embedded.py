"""What a page embeds as text: `noscript`, `srcdoc` frames, and declared shadow roots."""

from collections.abc import Iterator

from crawler.document import Document, parse
from crawler.extract.source import Tree

MAX_EMBEDDED = 200
_SHADOW = "template[shadowrootmode]"


def embedded(document: Document) -> tuple[Tree, ...]:
    """Parse what a page embeds; what lies deeper inside that, only for shadow roots."""
    found: list[Tree] = []
    for tree in _trees(document):
        found.append(tree)
        if len(found) >= MAX_EMBEDDED:
            break
    return tuple(found)


def _trees(document: Document) -> Iterator[Tree]:
    words = document.lowered
    for node in document.tree.css("noscript") if "<noscript" in words else ():
        text = node.text()
        if "<" in text:
            yield parse(text)
    for node in document.tree.css("iframe[srcdoc]") if "srcdoc" in words else ():
        yield parse(node.attributes.get("srcdoc") or "")
    waiting: list[Tree] = [document.tree] if "shadowrootmode" in words else []
    while waiting:
        # The content of any other template is no part of the page.
        for template in waiting.pop().css(_SHADOW):
            for fragment in template.template_fragments()[:1]:
                yield fragment
                waiting.append(fragment)
