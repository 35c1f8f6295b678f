"""What a page embeds as text: `noscript`, `srcdoc` frames, and declared shadow roots."""

from collections.abc import Iterator

from crawler.page.document import Document, parse
from crawler.page.extract.elements import Elements, Tree, elements_in

MAX_EMBEDDED = 200
_SHADOW = "template[shadowrootmode]"


def embedded(document: Document, page: Elements) -> tuple[Elements, ...]:
    """Parse what a page embeds; what lies deeper inside that, only for shadow roots."""
    found: list[Elements] = []
    for tree in _trees(document, page):
        found.append(elements_in(tree))
        if len(found) >= MAX_EMBEDDED:
            break
    return tuple(found)


def _trees(document: Document, page: Elements) -> Iterator[Tree]:
    for node, _ in page.of("noscript"):
        text = node.text()
        if "<" in text:
            yield parse(text)
    for _, attributes in page.of("iframe"):
        if srcdoc := attributes.get("srcdoc"):
            yield parse(srcdoc)
    # The content of any other template is no part of the page.
    waiting: list[Tree] = [document.tree] if page.of("template") else []
    while waiting:
        for template in waiting.pop().css(_SHADOW):
            for fragment in template.template_fragments()[:1]:
                yield fragment
                waiting.append(fragment)
