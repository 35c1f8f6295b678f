"""What the oracle's own data say about the site as a whole: judged, or why it cannot be."""

import re
from dataclasses import dataclass

from oracle.likeness.words import words
from oracle.liveness.answer import DOCUMENTS, media_of
from oracle.liveness.verify import REFUSED
from oracle.routes.truth import Verdict
from oracle.routes.visit import Visit

FEW_ROUTES = 3
"""At most so many routes (imprint, privacy, help) hang on a page that lets nobody in."""

SHORT = 250
"""Words of a page that has little to say but one thing."""

_CHALLENGE = re.compile(
    r"just a moment|attention required|checking your browser|verify (?:that )?you are (?:a )?human"
    r"|are you a robot|access denied|pardon our interruption|unusual traffic|captcha"
    r"|enable javascript and cookies to continue|ddos protection",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"\b(?:log ?in|sign ?in|anmelden|connexion|iniciar sesi[oó]n)\b", re.IGNORECASE
)
_CONSENT = re.compile(
    r"before you continue|we value your privacy|(?:accept|reject|agree to) (?:all )?(?:the )?"
    r"cookies|cookie consent|consent to (?:the )?(?:use|processing)|zustimmen und weiter",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How the site's addresses fared."""

    routes: int
    sighted: int
    refused: int


def unseen(home: Visit) -> tuple[Verdict, str] | None:
    """Why the root itself keeps the site from being seen, or None when it does not."""
    faults = f" ({'; '.join(home.faults)})" if home.faults else ""
    if home.status is None:
        return Verdict.ERROR, f"{home.url} gave the browser no page{faults}."
    if home.status == 401:
        return Verdict.LOGIN, f"{home.final_url} answers 401: it wants a login."
    if home.status in REFUSED:
        return Verdict.BLOCKED, f"{home.final_url} answers the browser {home.status}."
    if home.status != 200:
        return Verdict.ERROR, f"{home.final_url} answers {home.status}, not 200."
    if home.download or media_of(home.content_type or "text/html") not in DOCUMENTS:
        kind = "a download" if home.download else media_of(home.content_type) or "of no known type"
        return Verdict.ERROR, f"{home.final_url} is no HTML document but {kind}."
    return None


def verdict(home: Visit, tally: Tally) -> tuple[Verdict, str | None]:
    """The verdict on a site whose root was seen."""
    told = f"{home.title} {home.text}"
    bare = tally.routes <= FEW_ROUTES and words(told).total() <= SHORT
    if bare and _CHALLENGE.search(told):
        return Verdict.BLOCKED, f"{home.final_url} shows a challenge: {home.title[:80]!r}."
    if tally.refused * 2 > tally.sighted:
        share = f"{tally.refused} of {tally.sighted} addresses"
        return Verdict.BLOCKED, f"{share} refused both the request stack and the browser."
    if bare and (home.login or (home.url != home.final_url and _LOGIN.search(home.title))):
        return Verdict.LOGIN, f"{home.final_url} shows a login form and next to nothing else."
    if bare and tally.routes == 0 and _CONSENT.search(told):
        return Verdict.CONSENT, f"{home.final_url} shows a consent wall that was not passed."
    if tally.routes == 0:
        return _emptiness(home, tally)
    return Verdict.OK, None


def _emptiness(home: Visit, tally: Tally) -> tuple[Verdict, str]:
    if tally.sighted > 0:
        said = f"None of the {tally.sighted} addresses that the browser saw is a live document."
        return Verdict.EMPTY, said
    if home.settled == "not-shown":
        faults = "; ".join(home.faults)
        return Verdict.ERROR, f"{home.final_url} came and could not be read ({faults})."
    return Verdict.EMPTY, f"The browser saw no address of the site on {home.final_url}."
