"""Tells all that is known of one address: sighting, encounter, rule, the way up, the remedy."""

from collections.abc import Callable, Iterator, Mapping

from bench.report.misses import met, sighted
from bench.report.words import percent, plain, wrapped
from bench.verdict.diagnose import Miss
from bench.verdict.judge import Verdict
from bench.verdict.priorities import of_site
from bench.verdict.remedies import REMEDIES
from bench.verdict.whereabouts import Fate, Whereabouts

SHOWN = 5
FIRST = 3


def told(verdict: Verdict, at: Whereabouts) -> str:
    """Tell the story of one address of a judged site."""
    head = [f"{plain(at.url)}  ({plain(verdict.site.name)})"]
    if verdict.unscored:
        head.append(wrapped("  ", f"the site is not scored, {verdict.unscored}"))
    return "\n".join((*head, *_BY_FATE[at.fate](at))) + "\n"


def story(miss: Miss) -> Iterator[str]:
    """Tell one miss whole, line by line."""
    yield f"  missed: level {miss.route.level}, cause {miss.cause.value}"
    yield wrapped("    why      ", miss.evidence)
    for link in miss.chain:
        yield wrapped("    because  ", f"{link.url}: {link.cause.value}: {link.evidence}")
    yield wrapped("    remedy   ", REMEDIES[miss.root_cause])
    for blocker in miss.blockers[1:]:
        yield wrapped("    also     ", f"{blocker.cause.value}: {blocker.evidence}")
    for sighting in miss.route.sightings[:SHOWN]:
        yield wrapped("    oracle   ", sighted(sighting))
    if (more := len(miss.route.sightings) - SHOWN) > 0:
        yield f"             and {more} more sightings"
    for candidate in miss.encounters[:SHOWN]:
        yield wrapped("    crawler  ", met(candidate))
    if not miss.encounters:
        yield "    crawler  never met it"


def gains(verdict: Verdict) -> str:
    """Say what to fix first on a site; nothing where no cause alone keeps a route back."""
    found, permitted = len(verdict.match.found), verdict.match.permitted
    first = of_site(verdict.misses, found, permitted=permitted)[:FIRST] if permitted else ()
    return "".join(
        wrapped(
            "fix first: " if at == 0 else "then:      ",
            f"{gain.cause.value}, which alone keeps back {gain.routes}; recall"
            f" {percent(found / permitted)} -> {percent(gain.recall)} %",
        )
        + "\n"
        for at, gain in enumerate(first)
    )


def _missed(at: Whereabouts) -> Iterator[str]:
    if at.miss is not None:
        if at.miss.url != at.url:
            yield wrapped("    is       ", at.miss.url)
        yield from story(at.miss)


def _found(at: Whereabouts) -> Iterator[str]:
    if at.found is not None:
        told = f"found, as {at.found.candidate.url} (tier {at.found.tier.value})"
        yield wrapped("  ", told + ("" if at.found.verified else ", not verified"))
        yield wrapped("    crawler  ", met(at.found.candidate))
        for sighting in at.found.route.sightings[:SHOWN]:
            yield wrapped("    oracle   ", sighted(sighting))


def _forbidden(at: Whereabouts) -> Iterator[str]:
    yield "  a route that robots.txt forbids for the crawler's token: counted apart, no miss"
    yield wrapped("    rule     ", at.rule or "its own address is allowed, no sighted one is")
    yield from _encounters(at)


def _excluded(at: Whereabouts) -> Iterator[str]:
    if at.excluded is not None:
        why = f"{at.excluded.reason.value} ({at.excluded.evidence or 'no evidence'})"
        yield wrapped("  ", f"no route: the oracle sighted it and put it aside: {why}")
    yield from _encounters(at)


def _root(_: Whereabouts) -> Iterator[str]:
    yield "  the root itself, which counts in no recall"


def _beyond(at: Whereabouts) -> Iterator[str]:
    yield "  no miss: the crawler lists it, and the oracle never sighted it within two levels"
    yield from _encounters(at)


def _met(at: Whereabouts) -> Iterator[str]:
    yield "  no route, and not listed: the crawler met it"
    yield from _encounters(at)


def _encounters(at: Whereabouts) -> Iterator[str]:
    for candidate in at.encounters[:SHOWN]:
        yield wrapped("    crawler  ", met(candidate))


def _unknown(at: Whereabouts) -> Iterator[str]:
    yield "  neither the oracle nor the crawler has this address"
    if not at.near:
        yield "  nor one that looks like it"
    for address in at.near:
        yield wrapped("    near     ", address)


_BY_FATE: Mapping[Fate, Callable[[Whereabouts], Iterator[str]]] = {
    Fate.MISSED: _missed,
    Fate.FOUND: _found,
    Fate.FORBIDDEN: _forbidden,
    Fate.EXCLUDED: _excluded,
    Fate.ROOT: _root,
    Fate.BEYOND: _beyond,
    Fate.MET: _met,
    Fate.UNKNOWN: _unknown,
}
