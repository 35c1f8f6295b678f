"""Explains the miss of a route whose address the crawler met: what it did with it instead."""

from collections.abc import Callable, Iterator

from bench.facts.inventory import Candidate, State
from bench.verdict.identity import origin_of, twin, without_www
from bench.verdict.match import fetched_alive
from bench.verdict.regressions import Regression
from bench.verdict.scene import Case

Explain = Callable[[Case], str | None]

MET = "which was never seen to be the same page"


def seed_failed(case: Case) -> str | None:
    """Blame the crawl as a whole."""
    return case.scene.failure


def refused(*reasons: str) -> Explain:
    """Make the row that blames a refusal for one of these reasons."""

    def explain(case: Case) -> str | None:
        return next(_refusals(case, *reasons), None)

    return explain


def refused_www(case: Case) -> str | None:
    """Blame www scoping: what is refused, or listed alone, is the other form of the host."""
    truth = case.scene.truth
    homes = {_host(case, truth.root), _host(case, truth.landed or truth.root)}
    for candidate in case.encounters:
        if candidate.reason == "host" and twin(_host(case, candidate.url)) in homes:
            return refusal(candidate)
        if candidate.listed and _host(case, candidate.url) == twin(_host(case, case.route.url)):
            return f"listed only as {candidate.url}, {MET}"
    return _told(case, Regression.WWW, "the crawler lists nothing on the host's other form (www.)")


def refused_landed(case: Case) -> str | None:
    """Blame landed-root scoping: refused for the host that the root itself landed on."""
    truth = case.scene.truth
    landed = without_www(_host(case, truth.landed or truth.root))
    if landed != without_www(_host(case, truth.root)):
        for candidate in case.encounters:
            if candidate.reason == "host" and without_www(_host(case, candidate.url)) == landed:
                return refusal(candidate)
    words = f"the crawler lists nothing where the root landed, {truth.landed}"
    return _told(case, Regression.LANDED_ROOT, words)


def scheme(case: Case) -> str | None:
    """Blame the scheme: refused for it, or listed with the other one."""
    told = next(_refusals(case, "scheme"), None)
    if told:
        return told
    host = _host(case, case.route.url)
    for candidate in case.encounters:
        if candidate.listed and _host(case, candidate.url) == host:
            return f"listed only as {candidate.url}, {MET}"
    return _told(case, Regression.SCHEME, "the crawler lists this host under another scheme only")


def fetch_failed(case: Case) -> str | None:
    """Blame the answer: an error, a status, or none."""
    for candidate in case.encounters:
        seen = candidate.observation
        if seen and seen.error:
            return f"{candidate.url}: {seen.error.reason} ({seen.error.detail or 'no detail'})"
        if seen and seen.status is not None and seen.status >= 400:
            return f"{candidate.url} answered {seen.status} to the crawler"
        if candidate.state is State.FAILED:
            return f"{candidate.url} could not be fetched"
    return None


def soft_404(case: Case) -> str | None:
    """Blame the crawler's own verdict on the page."""
    for candidate in case.encounters:
        verdict = candidate.observation.soft404 if candidate.observation else None
        if verdict:
            return f"{candidate.url} judged {verdict.verdict}: {verdict.evidence or 'no evidence'}"
    return None


def folded(case: Case) -> str | None:
    """Blame the crawler's key, which took the address for another."""
    for candidate in case.encounters:
        if candidate.state is State.FOLDED:
            return f"{candidate.url} folded into the key {candidate.key}"
    return None


def left(case: Case) -> str | None:
    """Blame a budget: the address itself was left pending, and is not listed."""
    for candidate in case.encounters:
        if candidate.state is State.PENDING and not candidate.listed:
            why = candidate.pending or "it does not say why"
            return f"{candidate.url} was left pending: {why}"
    return None


def answered_otherwise(case: Case) -> str | None:
    """Blame the page: it answered the crawler well, but with something else."""
    for candidate in case.encounters:
        seen = candidate.observation
        if seen and fetched_alive(candidate) and not (candidate.listed or seen.soft404):
            what = f"{seen.status} {seen.content_type or 'without a type'} at {seen.final_url}"
            return f"{candidate.url} answered the crawler with {what}"
    return None


def volatile(case: Case) -> str | None:
    """Blame a token: the crawler met the same address with another one."""
    return f"the crawler met {case.twin.url}, the same but for a token" if case.twin else None


def _told(case: Case, fault: Regression, words: str) -> str | None:
    """Explain by a detector where the crawler itself gives no reasons."""
    unmet = case.scene.inventory.bare or not case.encounters
    directly = not case.citing or any(not citing.lost for citing in case.citing)
    lost = case.scene.regressions.get(fault, ())
    return words if unmet and directly and case.route.url in lost else None


def _refusals(case: Case, *reasons: str) -> Iterator[str]:
    for candidate in case.encounters:
        if candidate.state is State.REFUSED and candidate.reason in reasons:
            yield refusal(candidate)


def refusal(candidate: Candidate) -> str:
    """Say what the crawler refused, why, and by which rule."""
    return f"{candidate.url} refused for {candidate.reason}: {candidate.rule or 'no rule given'}"


def _host(case: Case, address: str) -> str:
    return origin_of(case.scene.key(address)).partition("://")[2]
