"""The closed, ordered table of why a route was missed: one row a cause, the first match wins."""

from collections.abc import Callable, Iterable
from enum import StrEnum

from bench.facts.inventory import Candidate, State
from bench.facts.truth import Phase
from bench.verdict.identity import origin_of
from bench.verdict.match import fetched_alive
from bench.verdict.regressions import Regression
from bench.verdict.scene import Case, Citing, Read, shape_of


class Cause(StrEnum):
    """Why a route was missed, in the order in which causes are asked."""

    SEED_FAILED = "seed-failed"
    REFUSED_WWW = "refused-www"
    REFUSED_LANDED = "refused-landed-root"
    REFUSED_ROBOTS = "refused-robots"
    REFUSED_NOFOLLOW = "refused-nofollow"
    REFUSED_PATH = "refused-path"
    REFUSED_TRAP = "refused-trap"
    REFUSED = "refused"
    SCHEME = "scheme"
    DEPTH = "depth"
    FETCH_FAILED = "fetch-failed"
    SOFT_404 = "soft-404"
    FOLDED = "folded"
    ANCESTOR = "ancestor"
    UNREAD = "unread"
    NOT_EXTRACTED = "not-extracted"
    SCRIPT_TEXT = "script-text"
    RENDERING = "rendering"
    ACTION = "action"
    NAVIGATION = "navigation"
    PAGE_DIFFERED = "page-differed"
    VOLATILE = "volatile"
    UNEXPLAINED = "unexplained"


Explain = Callable[[Case], str | None]


def _seed_failed(case: Case) -> str | None:
    return case.scene.failure


def _refused(*reasons: str) -> Explain:
    def explain(case: Case) -> str | None:
        for candidate in case.encounters:
            if candidate.state is State.REFUSED and candidate.reason in reasons:
                return _refusal(candidate)
        return None

    return explain


def _refused_www(case: Case) -> str | None:
    """Blame www scoping: the refused host, or the only one listed, is the root's other form."""
    truth = case.scene.truth
    homes = {_host(case, truth.root), _host(case, truth.landed or truth.root)}
    for candidate in case.encounters:
        if candidate.reason == "host" and _twin(_host(case, candidate.url)) in homes:
            return _refusal(candidate)
    return _told(case, Regression.WWW, "the crawler lists nothing on the host's other form (www.)")


def _refused_landed(case: Case) -> str | None:
    """Blame landed-root scoping: refused for the host that the root itself landed on."""
    truth = case.scene.truth
    landed = _folded(_host(case, truth.landed or truth.root))
    if landed != _folded(_host(case, truth.root)):
        for candidate in case.encounters:
            if candidate.reason == "host" and _folded(_host(case, candidate.url)) == landed:
                return _refusal(candidate)
    words = f"the crawler lists nothing where the root landed, {truth.landed}"
    return _told(case, Regression.LANDED_ROOT, words)


def _told(case: Case, fault: Regression, words: str) -> str | None:
    """Explain by a detector where the crawler itself gives no reasons."""
    unmet = case.scene.inventory.bare or not case.encounters
    directly = not case.citing or any(citing.read is not Read.MISSED for citing in case.citing)
    lost = case.scene.regressions.get(fault, ())
    return words if unmet and directly and case.route.url in lost else None


def _scheme(case: Case) -> str | None:
    for candidate in case.encounters:
        if candidate.state is State.REFUSED and candidate.reason == "scheme":
            return _refusal(candidate)
        if candidate.listed:
            return f"listed only as {candidate.url}, which was never seen to be the same page"
    return _told(case, Regression.SCHEME, "the crawler lists this host under another scheme only")


def _fetch_failed(case: Case) -> str | None:
    for candidate in case.encounters:
        seen = candidate.observation
        if seen and seen.error:
            return f"{candidate.url}: {seen.error.reason} ({seen.error.detail or 'no detail'})"
        if seen and seen.status is not None and seen.status >= 400:
            return f"{candidate.url} answered {seen.status} to the crawler"
        if candidate.state is State.FAILED:
            return f"{candidate.url} could not be fetched"
    return None


def _soft_404(case: Case) -> str | None:
    for candidate in case.encounters:
        verdict = candidate.observation.soft404 if candidate.observation else None
        if verdict:
            return f"{candidate.url} judged {verdict.verdict}: {verdict.evidence or 'no evidence'}"
    return None


def _folded_away(case: Case) -> str | None:
    for candidate in case.encounters:
        if candidate.state is State.FOLDED:
            return f"{candidate.url} folded into the key {candidate.key}"
    return None


def _ancestor(case: Case) -> str | None:
    lost = [citing for citing in case.citing if citing.read in {Read.MISSED, Read.FORBIDDEN}]
    if case.encounters or not case.citing or len(lost) < len(case.citing):
        return None
    return f"shown only by {_pages(lost)}"


def _unread(case: Case) -> str | None:
    if case.encounters or not case.citing or any(citing.readable for citing in case.citing):
        return None
    unread = [citing for citing in case.citing if citing.read not in {Read.MISSED, Read.FORBIDDEN}]
    return f"shown only by {_pages(unread)}" if unread else None


def _not_extracted(case: Case) -> str | None:
    for citing in _readable(case):
        if citing.in_bytes and citing.same_bytes is not False:
            shown = citing.mention()
            return f"in the bytes of {citing.sighting.page}" + (f": {shown}" if shown else "")
    return None


def _script_text(case: Case) -> str | None:
    for citing in _readable(case):
        shown = citing.mention()
        if shown and not citing.in_bytes:
            return f"no link, but text in the bytes of {citing.sighting.page}: {shown}"
    return None


def _by_phase(phase: Phase, words: str) -> Explain:
    def explain(case: Case) -> str | None:
        readable = _readable(case)
        if any(citing.in_bytes or citing.mention() for citing in readable):
            return None
        easiest = min(readable, key=lambda citing: _ease(citing.sighting.phase), default=None)
        if easiest is None or easiest.sighting.phase is not phase:
            return None
        action = f" ({easiest.sighting.action})" if easiest.sighting.action else ""
        return f"{words} on {easiest.sighting.page}{action}"

    return explain


def _page_differed(case: Case) -> str | None:
    for candidate in case.encounters:
        seen = candidate.observation
        if seen and fetched_alive(candidate) and not (candidate.listed or seen.soft404):
            what = f"{seen.status} {seen.content_type or 'without a type'} at {seen.final_url}"
            return f"{candidate.url} answered the crawler with {what}"
    for citing in _readable(case):
        if citing.in_bytes and citing.same_bytes is False:
            return f"in the bytes of {citing.sighting.page}, where the crawler was served others"
    return None


def _volatile(case: Case) -> str | None:
    shape = shape_of(case.route.url)
    other = case.scene.shapes.get(shape) if shape else None
    return f"the crawler met {other}, the same but for a token" if other else None


# First match wins; all matches are the miss's blockers.
TABLE: tuple[tuple[Cause, Explain], ...] = (
    (Cause.SEED_FAILED, _seed_failed),
    (Cause.REFUSED_WWW, _refused_www),
    (Cause.REFUSED_LANDED, _refused_landed),
    (Cause.REFUSED_ROBOTS, _refused("robots")),
    (Cause.REFUSED_NOFOLLOW, _refused("nofollow")),
    (Cause.REFUSED_PATH, _refused("path")),
    (Cause.REFUSED_TRAP, _refused("trap")),
    (Cause.REFUSED, _refused("host", "port", "template", "length", "unparsable")),
    (Cause.SCHEME, _scheme),
    (Cause.DEPTH, _refused("depth")),
    (Cause.FETCH_FAILED, _fetch_failed),
    (Cause.SOFT_404, _soft_404),
    (Cause.FOLDED, _folded_away),
    (Cause.ANCESTOR, _ancestor),
    (Cause.UNREAD, _unread),
    (Cause.NOT_EXTRACTED, _not_extracted),
    (Cause.SCRIPT_TEXT, _script_text),
    (Cause.RENDERING, _by_phase(Phase.SCRIPT, "only after scripts ran")),
    (Cause.ACTION, _by_phase(Phase.REVEAL, "only after an action")),
    (Cause.NAVIGATION, _by_phase(Phase.NAVIGATION, "only by programmatic navigation")),
    (Cause.PAGE_DIFFERED, _page_differed),
    (Cause.VOLATILE, _volatile),
)


def _readable(case: Case) -> tuple[Citing, ...]:
    """Give the pages where the crawler could have met an address that it never met."""
    return () if case.encounters else tuple(each for each in case.citing if each.readable)


def _ease(phase: Phase) -> int:
    return tuple(Phase).index(phase)


def _refusal(candidate: Candidate) -> str:
    return f"{candidate.url} refused for {candidate.reason}: {candidate.rule or 'no rule given'}"


def _pages(citing: Iterable[Citing]) -> str:
    shown = dict.fromkeys(f"{each.sighting.page} ({each.read.value})" for each in citing)
    first, *more = shown
    return f"{first} and {len(more)} more" if more else first


def _host(case: Case, address: str) -> str:
    origin = origin_of(case.scene.atlas.identity.keys(address).spelling)
    return origin.partition("://")[2]


def _folded(host: str) -> str:
    return host.removeprefix("www.")


def _twin(host: str) -> str:
    return _folded(host) if host.startswith("www.") else f"www.{host}"
