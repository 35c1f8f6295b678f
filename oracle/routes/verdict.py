"""What the oracle's own data say about the site as a whole: judged, or why it cannot be.

A wall is told by its own page (`walls`), and only where the page has next to nothing else: a site
with routes that writes about captchas, or has a sign-in form in its bar, is a site.
"""

import re
from dataclasses import dataclass

from oracle.likeness.words import words
from oracle.liveness.answer import DOCUMENTS, media_of
from oracle.liveness.verify import REFUSED
from oracle.routes.truth import Verdict
from oracle.routes.visit import Visit
from oracle.routes.walls import BOTS, CONSENT_PLACES, CONSENT_WORDS, is_sign_in, shown_by

FEW_ROUTES = 3
"""At most so many routes (imprint, privacy, help) hang on a page that lets nobody in."""

SHORT = 250
"""Words of a page that has little to say but one thing."""

_LOGIN = re.compile(
    r"\b(?:log ?in|sign ?in|anmelden|connexion|iniciar sesi[oó]n)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How the site's addresses and level-1 pages fared; `walled` pages showed only a wall."""

    routes: int
    sighted: int
    refused: int
    visited: int = 0
    walled: int = 0


def is_walled(page: Visit) -> bool:
    """Whether a page was refused to the browser, or is a bot wall's and no more."""
    if page.status in REFUSED:
        return True
    return not page.sightings and _is_short(page) and shown_by(page, BOTS) is not None


def unseen(home: Visit) -> tuple[Verdict, str] | None:
    """Why the root itself keeps the site from being seen, or None when it does not."""
    faults = f" ({'; '.join(home.faults)})" if home.faults else ""
    if home.status is None:
        return Verdict.ERROR, f"{home.url} gave the browser no page{faults}."
    if home.status == 401:
        return Verdict.LOGIN, f"{home.final_url} answers 401: it wants a login."
    if home.status != 200:
        wall = shown_by(home, BOTS)
        if home.status in REFUSED or wall is not None:
            whose = "" if wall is None else f", with the page of {wall}"
            return Verdict.BLOCKED, f"{home.final_url} answers the browser {home.status}{whose}."
        return Verdict.ERROR, f"{home.final_url} answers {home.status}, not 200."
    if home.download or media_of(home.content_type or "text/html") not in DOCUMENTS:
        kind = "a download" if home.download else media_of(home.content_type) or "of no known type"
        return Verdict.ERROR, f"{home.final_url} is no HTML document but {kind}."
    return None


def verdict(home: Visit, tally: Tally) -> tuple[Verdict, str | None]:
    """The verdict on a site whose root was seen: the first doubt that holds, or none."""
    told = (doubt(home, tally) for doubt in _DOUBTS)
    return next((one for one in told if one is not None), (Verdict.OK, None))


def _challenge(home: Visit, tally: Tally) -> tuple[Verdict, str] | None:
    wall = shown_by(home, BOTS) if _is_bare(home, tally) else None
    if wall is None:
        return None
    return Verdict.BLOCKED, f"{home.final_url} shows a challenge ({wall}): {home.title[:80]!r}."


def _refusals(_: Visit, tally: Tally) -> tuple[Verdict, str] | None:
    if tally.refused * 2 > tally.sighted:
        share = f"{tally.refused} of {tally.sighted} addresses"
        return Verdict.BLOCKED, f"{share} refused both the request stack and the browser."
    if tally.walled * 2 > tally.visited:
        return Verdict.BLOCKED, f"{tally.walled} of {tally.visited} pages showed only a wall."
    return None


def _login(home: Visit, tally: Tally) -> tuple[Verdict, str] | None:
    bare = _is_bare(home, tally)
    if is_sign_in(home.final_url, home.url) and (bare or home.login):
        return Verdict.LOGIN, f"{home.url} leads to a sign-in: {home.final_url}."
    if bare and (home.login or (home.url != home.final_url and _LOGIN.search(home.title))):
        return Verdict.LOGIN, f"{home.final_url} shows a login form and next to nothing else."
    return None


def _consent(home: Visit, tally: Tally) -> tuple[Verdict, str] | None:
    """Whether the page is a consent wall's: by its place, or by its words and nothing beside."""
    place = home.url != home.final_url and CONSENT_PLACES.shows(home)
    words = tally.routes == 0 and CONSENT_WORDS.shows(home)
    if not (_is_bare(home, tally) and (place or words)):
        return None
    return Verdict.CONSENT, f"{home.final_url} shows a consent wall that was not passed."


def _emptiness(home: Visit, tally: Tally) -> tuple[Verdict, str] | None:
    if tally.routes > 0:
        return None
    if tally.sighted > 0:
        said = f"None of the {tally.sighted} addresses that the browser saw is a live document."
        return Verdict.EMPTY, said
    if home.settled == "not-shown":
        faults = "; ".join(home.faults)
        return Verdict.ERROR, f"{home.final_url} came and could not be read ({faults})."
    return Verdict.EMPTY, f"The browser saw no address of the site on {home.final_url}."


_DOUBTS = (_challenge, _refusals, _login, _consent, _emptiness)


def _is_bare(home: Visit, tally: Tally) -> bool:
    return tally.routes <= FEW_ROUTES and _is_short(home)


def _is_short(page: Visit) -> bool:
    return words(f"{page.title} {page.text}").total() <= SHORT
