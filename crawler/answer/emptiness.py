"""Why a crawl found nothing, in one sentence that a person can act on."""

from collections import Counter
from collections.abc import Iterable

from crawler.address.refusal import Reason
from crawler.landing import Landing
from crawler.state.record import Record, State
from crawler.wire.observation import Observation

_REFUSED = {
    Reason.HOST: "lead to other hosts",
    Reason.PORT: "lead to other ports",
    Reason.PATH: "lie outside the path area that was asked for",
    Reason.SCHEME: "are no web addresses",
    Reason.ROBOTS: "are forbidden by robots.txt",
    Reason.NOFOLLOW: "are marked nofollow",
    Reason.DEPTH: "lie deeper than was asked for",
    Reason.TEMPLATE: "are templates that nobody filled in",
    Reason.TRAP: "grow out of themselves without end",
    Reason.LENGTH: "are too long to be addresses",
    Reason.UNPARSABLE: "cannot be read as addresses",
}


def why_empty(landing: Landing | None, records: Iterable[Record]) -> str:
    """Return the sentence for a crawl that lists nothing besides its root."""
    if landing is None:
        return "The crawl was cut before the root had answered."
    if landing.failure is not None:
        return f"The root could not be read: {landing.failure}."
    root = landing.readings[-1].observation
    if not root.document:
        return f"The root is no HTML page but {root.content_type or 'of no declared type'}."
    faults = Counter(_fault(each) for each in records if each.url not in landing.path)
    if not faults:
        return f"The root's HTML ({root.bytes} bytes) names no other address{_hint(root)}."
    fault, count = faults.most_common(1)[0]
    return f"None of the addresses can be listed: {count} of {faults.total()} {fault}."


def _fault(record: Record) -> str:
    """Say what is wrong with an address, as the end of a sentence about many."""
    if record.refusal is not None:
        reason = record.refusal.reason
        return _REFUSED.get(reason, f"are refused ({reason})")
    seen = record.observation
    if record.state is State.FOLDED or seen is None:
        return "are other spellings, or guesses without a proof"
    if seen.soft404 is not None:
        return "only look alive (soft-404)"
    if seen.error is not None:
        return f"could not be fetched ({seen.error.reason})"
    return "are no HTML pages" if seen.status == 200 else f"answered {seen.status}"


def _hint(root: Observation) -> str:
    if root.error is not None:
        return f"; they may be all that came of it ({root.error.reason}: {root.error.detail})"
    return "; it asks for a login" if root.login else "; its links may be drawn by a script"
