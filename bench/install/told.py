"""Says in lines how sites stand on this machine."""

from collections.abc import Iterator, Sequence

from bench.install.state import Standing


def lines_of(standings: Sequence[Standing]) -> Iterator[str]:
    """Yield a line for each site that is not ready, and the sum."""
    for each in standings:
        if not each.ready:
            what = each.site.package or each.site.sources
            here = f", {each.version} is here" if each.version else ""
            yield f"{each.site.name}: {each.state} ({what}, pinned to {each.site.version}{here})"
    yield f"{sum(each.ready for each in standings)} of {len(standings)} sites are ready"
