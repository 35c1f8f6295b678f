"""Pages shown inside a page: frames, iframes, and objects that say they are HTML."""

from collections.abc import Iterator

from crawler.citation import Via
from crawler.extract.mention import Mention
from crawler.extract.source import Source

# The word without which a page has none; the selector; the attribute with the address.
_FRAMES = (
    ("<frame", "frame[src]", "src"),
    ("<iframe", "iframe[src]", "src"),
    ("<object", 'object[data][type="text/html" i]', "data"),
    ("<embed", 'embed[src][type="text/html" i]', "src"),
)


def frames(source: Source) -> Iterator[Mention]:
    """Read the address of every frame."""
    for word, selector, attribute in _FRAMES:
        for tree in source.trees if source.has(word) else ():
            for node in tree.css(selector):
                written = node.attributes.get(attribute)
                if written:
                    title = node.attributes.get("title") or node.attributes.get("name")
                    yield Mention(via=Via.FRAME, written=written, text=title)
