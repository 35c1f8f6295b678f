"""Is it alive, a document, in site: asked by the second request stack, then by the browser.

What the second stack is told plainly stands: a document, 404 or 410, another kind of content, a
redirect out of the site. Everything else (403, 429, 5xx, no answer, redirects that never end) may
be said to that stack alone, so the browser asks again, and an address is dead only if both agree.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from oracle.likeness.tokens import mask
from oracle.liveness.answer import DOCUMENTS, Answer, Failure, media_of
from oracle.liveness.client import Client
from oracle.routes.visit import FORBIDDEN, Rendered, Visit
from oracle.scope import Scope
from oracle.url import document, identity

_GONE = frozenset({404, 410})
REFUSED = frozenset({401, 403, 429, 503})
"""Statuses with which a site says that it does not want this client."""


class Standing(StrEnum):
    """What an address turned out to be."""

    ALIVE = "alive"
    DEAD = "dead"
    NOT_A_DOCUMENT = "not-a-document"
    OFF_SITE = "off-site"


class By(StrEnum):
    """Who was answered."""

    HTTP = "http"
    BROWSER = "browser"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What is known of one address (without fragment), and the words for it."""

    url: str
    standing: Standing
    status: int | None
    final_url: str
    by: By
    evidence: str
    content_type: str | None = None
    hops: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    @property
    def refused(self) -> bool:
        """Whether the site did not want to be asked."""
        return self.standing is Standing.DEAD and self.status in REFUSED


async def verify(
    addresses: Iterable[str],
    client: Client,
    render: Callable[[str], Awaitable[Rendered]],
    *,
    scope: Scope,
) -> dict[str, Check]:
    """Check each address, without its fragment; the result is keyed by that."""
    documents = sorted({document(address) for address in addresses})
    answers = await asyncio.gather(*(client.fetch(url, admit=scope.holds) for url in documents))
    checks: dict[str, Check] = {}
    for answer in answers:
        check = judged(answer)
        if check is None:  # one page at a time: the browser has only one
            check = appealed(answer, await render(answer.url), scope)
        checks[answer.url] = check
    return checks


def judged(answer: Answer) -> Check | None:
    """The verdict of the second stack, or None where the browser must be asked."""
    if answer.left:
        return _check(answer, Standing.OFF_SITE, f"redirects to {answer.final_url}")
    if answer.failure is not None or answer.status is None:
        return None
    if answer.status in _GONE:
        return _check(answer, Standing.DEAD, f"answers {answer.status}")
    if answer.is_document:
        return _check(answer, Standing.ALIVE, "answers 200 with a document")
    if 200 <= answer.status < 300:
        return _check(answer, Standing.NOT_A_DOCUMENT, _kind(answer))
    return None


def appealed(answer: Answer, page: Rendered, scope: Scope) -> Check:
    """The verdict after the browser, too, was answered."""
    told = _told(answer)
    final = identity(page.final_url) or page.url
    standing, said = _seen(page, final, scope)
    if page.settled == FORBIDDEN:
        said = f"{told} to the request stack, and robots.txt forbids to ask the browser"
    elif standing is Standing.DEAD and page.status not in _GONE:
        said = f"{told} to the request stack, and {said} to the browser"
    return Check(
        url=answer.url,
        standing=standing,
        status=answer.status if page.status is None else page.status,
        final_url=final,
        by=By.BROWSER,
        evidence=said,
        content_type=page.content_type and media_of(page.content_type),
        hops=(*answer.hops, *(hop for hop in page.redirects if hop not in answer.hops)),
    )


def steadied(check: Check, again: Check | None) -> Check:
    """The check of an address that is redirected to another token each time.

    Such an address is where it ends itself; where it leads is told with the token masked.
    """
    if again is None or again.final_url == check.final_url:
        return check
    if mask(again.final_url) != mask(check.final_url):
        return check
    return replace(check, final_url=check.url, hops=((check.url, mask(check.final_url)),))


def home_check(landed: str, answer: Answer, home: Visit) -> Check:
    """The check of the landed root, which the browser has seen, whatever the stack was told."""
    heard = judged(answer)
    if heard is not None and heard.standing is Standing.ALIVE:
        return replace(heard, url=document(landed))
    return Check(
        url=document(landed),
        standing=Standing.ALIVE,
        status=home.status,
        final_url=document(landed),
        by=By.BROWSER,
        evidence="is the root",
        content_type=home.content_type and media_of(home.content_type),
    )


def _seen(page: Rendered, final: str, scope: Scope) -> tuple[Standing, str]:
    """What the browser's answer alone says."""
    if not scope.holds(final) and page.status is not None:
        return Standing.OFF_SITE, f"redirects to {final}"
    if page.download:
        return Standing.NOT_A_DOCUMENT, "is a download"
    if page.status == 200:
        if page.content_type is None or media_of(page.content_type) in DOCUMENTS:
            return Standing.ALIVE, "answers 200 to the browser"
        return Standing.NOT_A_DOCUMENT, f"is {media_of(page.content_type)}"
    return Standing.DEAD, f"answers {page.status}" if page.status else "gives no answer"


def _check(answer: Answer, standing: Standing, evidence: str) -> Check:
    return Check(
        url=answer.url,
        standing=standing,
        status=answer.status,
        final_url=answer.final_url,
        by=By.HTTP,
        evidence=evidence,
        content_type=answer.content_type,
        hops=answer.hops,
        body=answer.body,
    )


def _kind(answer: Answer) -> str:
    if answer.status != 200:
        return f"answers {answer.status}"
    return "is an attachment" if answer.attachment else f"is {answer.media or 'of no known type'}"


def _told(answer: Answer) -> str:
    """What the second stack was told, without what differs from run to run."""
    if answer.failure is None:
        return f"answers {answer.status}"
    return "gives no answer" if answer.failure in _SILENT else str(answer.failure)


_SILENT = frozenset({Failure.TIMEOUT, Failure.CONNECT, Failure.TLS, Failure.PROTOCOL})
