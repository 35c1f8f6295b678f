"""What a page's `<link>` elements say: canonical, alternates, neighbours, feeds."""

from collections.abc import Iterator

from crawler.citation import Via
from crawler.extract.relations import channel
from crawler.extract.source import Mention, Source


def head_links(source: Source) -> Iterator[Mention]:
    """Read every `<link>` whose relation names a page or a feed."""
    for node in source.document.tree.css("link[rel][href]"):
        attributes = node.attributes
        written = attributes.get("href") or ""
        via = channel(attributes.get("rel") or "", attributes.get("type"))
        if via and written.strip():
            yield Mention(via=via, written=written, text=attributes.get("title") or None)


def canonical(source: Source) -> Mention | None:
    """Return the page's own canonical: its first `<link>`, else its header's."""
    found = (mention for mention in head_links(source) if mention.via is Via.CANONICAL)
    return next(found, None)
