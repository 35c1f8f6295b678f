"""What an answer turned out to be: an observation and, of a document, all that it cites."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from crawler.address.refusal import Refused
from crawler.config import Config
from crawler.page import document, soft404
from crawler.page.document import Document
from crawler.page.extract import Extraction, extract
from crawler.page.soft404 import Fingerprint, SoftVerdict
from crawler.wire.answer import Answer, Appetite, Headers, header
from crawler.wire.fetch import Fetched
from crawler.wire.observation import Failure, Observation, Trouble

# Judges the fingerprint of a page; None instead of a judge: nothing can be told by fingerprints.
Judge = Callable[[Fingerprint], SoftVerdict | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A fetch that was looked at; only a document has an extraction.

    `requested` is what was asked for, `refused` why the way ended before its end.
    """

    requested: str
    observation: Observation
    refused: Refused | None = None
    extraction: Extraction | None = None
    fingerprint: Fingerprint | None = None


def page_appetite(config: Config) -> Appetite:
    """Want documents whole, of error pages enough to keep the connection, and else a head."""
    limits = config.limits

    def wanted(status: int, headers: Headers) -> int:
        if _is_document(status, headers):
            return limits.page_bytes
        is_html = document.is_html(header(headers, "Content-Type"))
        return limits.error_bytes if is_html else limits.head_bytes

    return wanted


def read(
    fetched: Fetched, *, token: str, judge: Judge | None = None, keep_fingerprint: bool = False
) -> Reading:
    """Look at what a fetch brought; its body is dropped."""
    answer = fetched.answer
    if answer is None:
        seen = _unanswered(fetched)
        return Reading(requested=fetched.requested, observation=seen, refused=fetched.refused)
    if not _is_document(answer.status, answer.headers):
        return Reading(requested=fetched.requested, observation=_observe(fetched, answer))
    found = fingerprint = None
    try:
        content_type = answer.header("Content-Type")
        page = document.read(answer.body, fetched.url, content_type=content_type)
        found = extract(page, answer.headers, token=token)
        fingerprint = _fingerprint(fetched, page, found) if judge or keep_fingerprint else None
        soft404 = judge(fingerprint) if judge and fingerprint else None
        seen = _observe_page(fetched, answer, found, soft404)
    except Exception as error:  # noqa: BLE001 - one hostile page must not end the crawl
        detail = f"the page could not be read: {type(error).__name__}"
        trouble = Trouble(reason=Failure.PROTOCOL, detail=detail)
        seen = replace(_observe_page(fetched, answer), error=trouble)
        return Reading(requested=fetched.requested, observation=seen)
    return Reading(
        requested=fetched.requested, observation=seen, extraction=found, fingerprint=fingerprint
    )


def _fingerprint(fetched: Fetched, page: Document, found: Extraction) -> Fingerprint:
    return soft404.fingerprint(
        fetched.requested,
        final_url=fetched.url,
        status=200,
        html=page.text,
        login=found.login_form,
    )


def _is_document(status: int, headers: Headers) -> bool:
    return (
        status == 200
        and document.is_html(header(headers, "Content-Type"))
        and not _is_attachment(headers)
    )


def _is_attachment(headers: Headers) -> bool:
    disposition = header(headers, "Content-Disposition") or ""
    return disposition.partition(";")[0].strip().lower() == "attachment"


def _observe(fetched: Fetched, answer: Answer) -> Observation:
    """Describe an answer that is no document."""
    return Observation(
        status=answer.status,
        final_url=fetched.url,
        redirects=fetched.hops,
        content_type=answer.header("Content-Type"),
        attachment=_is_attachment(answer.headers),
        bytes=answer.size,
        truncated=answer.truncated,
        sha256=None if answer.truncated else hashlib.sha256(answer.body).hexdigest(),
        error=answer.trouble,
        attempts=fetched.attempts,
        seconds=fetched.seconds,
        at=fetched.at,
    )


def _observe_page(
    fetched: Fetched,
    answer: Answer,
    found: Extraction | None = None,
    soft404: SoftVerdict | None = None,
) -> Observation:
    """Describe a document, with what was found in it as far as it could be read."""
    whole = not answer.truncated
    return Observation(
        status=answer.status,
        final_url=fetched.url,
        redirects=fetched.hops,
        content_type=answer.header("Content-Type"),
        document=True,
        bytes=answer.size,
        truncated=answer.truncated,
        sha256=hashlib.sha256(answer.body).hexdigest() if whole else None,
        text_sha256=found.text_sha256 if found and whole else None,
        canonical=found.canonical if found else None,
        canonical_header=found.canonical_header if found else None,
        noindex=found is not None and found.noindex,
        login=found is not None and found.login_form,
        soft404=soft404,
        error=answer.trouble if whole else answer.trouble or _cut(answer),
        attempts=fetched.attempts,
        seconds=fetched.seconds,
        at=fetched.at,
    )


def _cut(answer: Answer) -> Trouble:
    detail = f"only the first {len(answer.body)} bytes were read"
    return Trouble(reason=Failure.TOO_LARGE, detail=detail)


def _unanswered(fetched: Fetched) -> Observation:
    """Describe a fetch that ended in trouble, or before a hop that the gate refused."""
    return Observation(
        status=None,
        final_url=fetched.url,
        redirects=fetched.hops,
        error=fetched.trouble or _refused_hop(fetched.refused),
        attempts=fetched.attempts,
        seconds=fetched.seconds,
        at=fetched.at,
    )


def _refused_hop(refused: Refused | None) -> Trouble | None:
    if refused is None:
        return None
    return Trouble(reason=Failure.REFUSED_HOP, detail=f"{refused.reason}: {refused.rule}")
