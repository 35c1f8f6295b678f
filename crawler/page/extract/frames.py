"""Pages shown inside a page: frames, iframes, and objects that say they are HTML."""

from collections.abc import Iterator

from crawler.address.citation import Via
from crawler.page.extract.mention import Mention
from crawler.page.extract.source import Source

# The tag; the attribute with the address; whether its type must say that it is a page.
_FRAMES = (
    ("frame", "src", False),
    ("iframe", "src", False),
    ("object", "data", True),
    ("embed", "src", True),
)


def frames(source: Source) -> Iterator[Mention]:
    """Read the address of every frame."""
    for tag, attribute, typed in _FRAMES:
        for _, attributes in source.all(tag):
            written = attributes.get(attribute)
            if not written or (typed and (attributes.get("type") or "").lower() != "text/html"):
                continue
            title = attributes.get("title") or attributes.get("name")
            yield Mention(via=Via.FRAME, written=written, text=title)
