"""Why a crawl found nothing, in one sentence that a person can act on."""

from collections import Counter
from collections.abc import Iterable

from crawler.frontier import Record
from crawler.landing import Landing
from crawler.observation import Observation
from crawler.reading import Reading
from crawler.refusal import Reason

_SENTENCES = {
    Reason.HOST: "lead to other hosts",
    Reason.PORT: "lead to other ports",
    Reason.PATH: "lie outside the path area that was asked for",
    Reason.SCHEME: "are no web addresses",
    Reason.ROBOTS: "are forbidden by robots.txt",
    Reason.NOFOLLOW: "are marked nofollow",
}


def why_empty(landing: Landing | None, records: Iterable[Record]) -> str | None:
    """Return the sentence, or None when something besides the root was found."""
    if landing is None:
        return "The crawl was cut before the root had answered."
    if landing.failure is not None:
        return f"The root could not be read: {landing.failure}."
    last = landing.readings[-1]
    if not last.observation.document:
        return f"The root is no HTML page but {_content_type(last.observation)}."
    refusals = Counter(each.refusal.reason for each in records if each.refusal is not None)
    if refusals:
        reason, count = refusals.most_common(1)[0]
        what = _SENTENCES.get(reason, f"are refused ({reason})")
        return f"None of the addresses can be used: {count} of {refusals.total()} {what}."
    return f"{_subject(last)} names no other address, and no sitemap was found{_hint(last)}."


def _content_type(seen: Observation) -> str:
    return seen.content_type or "of no declared type"


def _subject(last: Reading) -> str:
    return f"The root's HTML ({last.observation.bytes} bytes)"


def _hint(last: Reading) -> str:
    login = last.observation.login
    return "; it asks for a login" if login else "; its links may be drawn by a script"
