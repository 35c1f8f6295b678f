"""The parts of an inventory as plain values for JSON, in the words of the file format."""

from collections.abc import Iterable
from typing import Any

from crawler.address.citation import Citation
from crawler.page.soft404 import SoftVerdict
from crawler.robots.policy import Policy
from crawler.sitemap.public import PublicPages
from crawler.sitemap.record import SitemapRecord
from crawler.state.candidate import Candidate, counts
from crawler.stop import Stop
from crawler.wire.observation import Hop, Observation, Trouble

Row = dict[str, Any]


def robots(policy: Policy) -> Row:
    """Return the `robots` record of an origin's policy."""
    return {
        "record": "robots",
        "origin": policy.url.removesuffix("/robots.txt"),
        "url": policy.url,
        "status": policy.status,
        "outcome": policy.outcome,
        "group": policy.group,
        "rules": list(policy.lines),
        "sitemaps": list(policy.sitemaps),
        "crawl_delay": policy.crawl_delay,
        "error": policy.error,
        "notes": list(policy.notes),
        "redirects": [_hop(hop) for hop in policy.redirects],
        "at": policy.at,
    }


def sitemap(record: SitemapRecord) -> Row:
    """Return the `sitemap` record of one sitemap that was named."""
    problem = record.error
    return {
        "record": "sitemap",
        "url": record.url,
        "source": record.source,
        "level": record.level,
        "lastmod": record.lastmod,
        "status": record.status,
        "final_url": record.final_url,
        "kind": record.kind,
        "ok": record.ok,
        "complete": record.complete,
        "urls": record.urls,
        "bytes": record.bytes,
        "error": problem
        and {"reason": problem.reason, "line": problem.line, "column": problem.column},
        "seconds": record.seconds,
        "at": record.at,
    }


def candidate(each: Candidate) -> Row:
    """Return the `candidate` record of an address."""
    refusal = each.refusal
    return {
        "record": "candidate",
        "url": each.url,
        "key": each.key,
        "kind": each.kind,
        "citation": citation(each.citation),
        "channels": sorted(each.channels),
        "admission": "refused" if refusal else "admitted",
        "reason": refusal.reason if refusal else None,
        "rule": refusal.rule if refusal else None,
        "state": each.state,
        "pending": each.pending,
        "lastmod": each.lastmod,
        "observation": each.observation and observation(each.observation),
        "listed": each.listed,
    }


def end(stop: Stop, candidates: Iterable[Candidate], public: PublicPages | None) -> Row:
    """Return the fields of the `end` record that say what there is."""
    return {
        "stop": stop,
        "comparable": stop is not Stop.SECONDS,
        "counts": counts(candidates),
        "public_page_count": public and public.advertised,
        "public_page_count_in_scope": public and public.in_scope,
    }


def citation(cited: Citation) -> Row:
    """Return a citation's fields."""
    return {
        "via": cited.via,
        "source": cited.source,
        "text": cited.text,
        "depth": cited.depth,
        "written": cited.written,
    }


def observation(seen: Observation) -> Row:
    """Return an observation's fields."""
    return {
        "status": seen.status,
        "final_url": seen.final_url,
        "redirects": [_hop(hop) for hop in seen.redirects],
        "content_type": seen.content_type,
        "attachment": seen.attachment,
        "document": seen.document,
        "bytes": seen.bytes,
        "truncated": seen.truncated,
        "sha256": seen.sha256,
        "text_sha256": seen.text_sha256,
        "canonical": seen.canonical,
        "canonical_header": seen.canonical_header,
        "noindex": seen.noindex,
        "login": seen.login,
        "soft404": seen.soft404 and _soft404(seen.soft404),
        "error": seen.error and _trouble(seen.error),
        "attempts": seen.attempts,
        "seconds": seen.seconds,
        "at": seen.at,
    }


def _hop(hop: Hop) -> Row:
    return {"url": hop.url, "status": hop.status, "location": hop.location}


def _soft404(verdict: SoftVerdict) -> Row:
    return {"verdict": verdict.verdict, "evidence": verdict.evidence}


def _trouble(trouble: Trouble) -> Row:
    return {"reason": trouble.reason, "detail": trouble.detail}
