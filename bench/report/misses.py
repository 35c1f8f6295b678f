"""Tells the story of a site's misses: cause, evidence, sighting, and what the crawler did."""

import math
from collections.abc import Iterator, Sequence

from bench.facts.inventory import Candidate
from bench.facts.truth import Sighting, Truth
from bench.report.words import plain, wrapped
from bench.verdict.causes import Cause
from bench.verdict.diagnose import Miss
from bench.verdict.judge import Verdict

SHOWN = 3


def listing(verdict: Verdict, *, url: str | None = None) -> str:
    """List a site's misses by cause; `url` leaves those whose address contains it."""
    misses = [miss for miss in verdict.misses if url is None or url in miss.route.url]
    return "\n".join(_lines(verdict, misses)) + "\n"


def _lines(verdict: Verdict, misses: Sequence[Miss]) -> Iterator[str]:
    name, permitted = plain(verdict.site.name), verdict.match.permitted
    if verdict.unscored:
        yield wrapped(f"{name}: ", f"not scored, {verdict.unscored}")
        return
    yield f"{name}: {len(verdict.match.missed)} of {permitted} routes missed"
    if verdict.failure:
        yield wrapped("  crawl failed: ", verdict.failure)
    if verdict.match.forbidden:
        yield f"  forbidden by robots.txt, counted apart: {len(verdict.match.forbidden)}"
    if verdict.truth and (told := passes(verdict.truth)):
        yield f"  the oracle's passes: {told}"
    for fault, lost in verdict.regressions.items():
        yield f"  regression {fault.value}: {len(lost)}"
    for cause in Cause:
        of_cause = [miss for miss in misses if miss.cause is cause]
        if of_cause:
            yield f"\n{cause.value} ({len(of_cause)})"
        for miss in of_cause:
            yield from _miss(miss)


def _miss(miss: Miss) -> Iterator[str]:
    yield f"\n  {plain(miss.route.url)}  (level {miss.route.level})"
    yield wrapped("    why      ", miss.evidence)
    if miss.cause is Cause.ANCESTOR:
        yield wrapped("    goes back to ", miss.root_cause.value)
    for blocker in miss.blockers[1:]:
        yield wrapped("    also     ", f"{blocker.cause.value}: {blocker.evidence}")
    for sighting in miss.route.sightings[:SHOWN]:
        yield wrapped("    oracle   ", sighted(sighting))
    if more := len(miss.route.sightings) - SHOWN:
        yield from [f"             and {more} more sightings"] if more > 0 else []
    for candidate in miss.encounters[:SHOWN]:
        yield wrapped("    crawler  ", met(candidate))
    if not miss.encounters:
        yield "    crawler  never met it"


def passes(truth: Truth) -> str | None:
    """Say how far the oracle's passes over the site agree, and what they missed; None of one."""
    if truth.repeatability is None:
        return None
    unseen = truth.unseen
    number, least = (unseen.passes, unseen.at_least) if unseen else ("several", 0)
    agreed = math.floor(truth.repeatability * 1000) / 1000  # 1 is said of nothing less
    return f"{number}, which agree by {agreed:.3f}; at least {least} routes unseen"


def sighted(sighting: Sighting) -> str:
    """Say where the browser had an address."""
    label = f" as “{sighting.label}”" if sighting.label else ""
    action = f" after {sighting.action}" if sighting.action else ""
    return f"{sighting.phase.value} of {sighting.page}{label}{action}"


def met(candidate: Candidate) -> str:
    """Say what the crawler did with an address."""
    via = ""
    if candidate.citation:
        source = f" on {candidate.citation.source}" if candidate.citation.source else ""
        via = f" by {candidate.citation.via}{source}"
    why = f" for {candidate.reason} ({candidate.rule})" if candidate.reason else ""
    seen = candidate.observation
    answer = f", answered {seen.status}" if seen and seen.status else ""
    return f"{candidate.url}{via}: {candidate.state.value}{why}{answer}"
