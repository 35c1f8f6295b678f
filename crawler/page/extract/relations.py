"""The channel of a link relation: one table for `<link>` and for the Link header."""

from crawler.address.citation import Via

# Relations that name another page; the rest (stylesheet, icon, preload, …) name parts of this one.
_CHANNELS = {
    "canonical": Via.CANONICAL,
    "alternate": Via.ALTERNATE,
    "next": Via.NEXT,
    **dict.fromkeys(("prev", "previous"), Via.PREV),
    **dict.fromkeys(
        (
            "first", "last", "start", "begin", "end", "up", "top",
            "home", "contents", "toc", "index", "chapter", "section", "subsection", "appendix",
            "glossary", "help", "search", "author", "license", "copyright", "bookmark", "about",
            "prerender", "amphtml", "shortlink", "privacy-policy", "terms-of-service",
        ),
        Via.LINK,
    ),
}  # fmt: skip
_FEEDS = frozenset({"application/rss+xml", "application/atom+xml", "application/rdf+xml"})
_PAGES = frozenset({"", "text/html", "application/xhtml+xml"})


def channel(rel: str, media_type: str | None) -> Via | None:
    """Return the channel of a relation, or None when it names no page or feed."""
    words = rel.lower().split()
    kind = (media_type or "").partition(";")[0].strip().lower()
    # An alternate stylesheet is a stylesheet.
    if "stylesheet" in words:
        return None
    if kind in _FEEDS:
        return Via.FEED if "alternate" in words or "feed" in words else None
    if kind not in _PAGES:
        return None
    return next((_CHANNELS[word] for word in words if word in _CHANNELS), None)
