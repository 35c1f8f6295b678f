"""What the Link headers of a response say."""

import re
from collections.abc import Iterator

from crawler.address.citation import Via
from crawler.page.extract.mention import Mention
from crawler.page.extract.relations import channel
from crawler.page.extract.source import Source

_TARGET = re.compile(r"<([^<>]*)>([^<]*)")
_PARAMETER = re.compile(r";\s*([A-Za-z*]+)\s*=\s*(?:\"([^\"]*)\"|([^\s\",;]+))")


def header_links(source: Source) -> Iterator[Mention]:
    """Read every Link header whose relation names a page or a feed, against the page itself."""
    for value in source.header("link"):
        for written, rest in _TARGET.findall(value):
            parameters: dict[str, str] = {}
            for name, quoted, bare in _PARAMETER.findall(rest):
                parameters.setdefault(name.lower(), quoted or bare)
            via = channel(parameters.get("rel", ""), parameters.get("type"))
            # A link with an anchor speaks of another page than this one.
            if via is None or not written.strip() or "anchor" in parameters:
                continue
            via = via if via in {Via.CANONICAL, Via.FEED} else Via.HEADER
            text = parameters.get("title")
            yield Mention(via=via, written=written, text=text, against_page=True)
