"""What a page's `<link>` elements say: canonical, alternates, neighbours, feeds."""

from collections.abc import Iterator

from crawler.page.extract.mention import Mention
from crawler.page.extract.relations import channel
from crawler.page.extract.source import Source


def head_links(source: Source) -> Iterator[Mention]:
    """Read every `<link>` whose relation names a page or a feed."""
    for _, attributes in source.page.of("link"):
        if "href" not in attributes or "rel" not in attributes:
            continue
        written = attributes.get("href") or ""
        via = channel(attributes.get("rel") or "", attributes.get("type"))
        if via and written.strip():
            yield Mention(via=via, written=written, text=attributes.get("title") or None)
