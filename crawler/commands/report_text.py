"""Evidence as lines for a person: a heading with a count, and what it counts below."""

from collections.abc import Iterable, Iterator

from crawler.answer.evidence import METHODS, Evidence, Mention
from crawler.sitemap.public import UNKNOWN


def lines(found: Evidence) -> Iterator[str]:
    """Yield the lines of a report."""
    yield f"{found.root} (landed: {found.landed or 'nowhere'}; stopped: {found.stop})"
    yield f"public pages: {_public(found)}"
    yield from _section(
        "listed addresses that redirect",
        (
            f"{each.url} -> {each.final_url} ({', '.join(map(str, each.statuses))})"
            for each in found.redirected
        ),
    )
    yield from _section(
        "pages that failed",
        (
            f"{each.url}: {each.why}{' (still listed)' if each.listed else ''}; "
            f"{_cited(each.cited)}"
            for each in found.failed
        ),
    )
    if found.unmapped is None:
        yield from ("", "pages in no sitemap: unknown, as there was no sitemap")
    else:
        yield from _section("pages in no sitemap", found.unmapped)
    yield from _section(
        "eligible but pending: what they show is unknown",
        (f"{each.url}: {each.why}; {_cited(each.cited)}" for each in found.pending),
    )
    yield from _section(
        "canonical conflicts",
        (f"{each.conflict}: {' -> '.join(each.way)}: {each.why}" for each in found.canonicals),
    )
    for method, (_, meaning) in METHODS.items():
        groups = [each for each in found.duplicates if each.method == method]
        yield from _section(
            f"duplicates, {method}, by {meaning}",
            (f"{each.digest[:19]}: {' '.join(each.urls)}" for each in groups),
        )


def _section(heading: str, items: Iterable[str]) -> Iterator[str]:
    told = list(items)
    yield ""
    yield f"{heading}: {len(told)}"
    yield from (f"  {item}" for item in told)


def _public(found: Evidence) -> str:
    if found.public_page_count is None:
        return UNKNOWN
    return f"{found.public_page_count} advertised, {found.public_page_count_in_scope} in scope"


def _cited(mention: Mention) -> str:
    words = f" as {mention.text!r}" if mention.text else ""
    return f"{mention.via} on {mention.source or 'the command line'}{words}"
