"""Pages shown inside a page: frames, iframes, and objects that say they are HTML."""

from collections.abc import Iterator

from crawler.citation import Via
from crawler.extract.source import Mention, Source

_FRAMES = {
    "frame[src], iframe[src]": "src",
    'object[data][type="text/html" i]': "data",
    'embed[src][type="text/html" i]': "src",
}


def frames(source: Source) -> Iterator[Mention]:
    """Read the address of every frame."""
    for tree in source.trees:
        for selector, attribute in _FRAMES.items():
            for node in tree.css(selector):
                written = node.attributes.get(attribute)
                if written:
                    title = node.attributes.get("title") or node.attributes.get("name")
                    yield Mention(via=Via.FRAME, written=written, text=title)
