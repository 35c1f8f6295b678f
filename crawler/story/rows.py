"""Events as plain values for JSON: a table, one row a kind of event."""

from collections.abc import Callable
from typing import Any

from crawler.address.scope import Scope
from crawler.answer import rows
from crawler.state import changes
from crawler.story import events

Row = dict[str, Any]


def row(event: events.Event) -> Row:
    """Return an event as plain values; `event` names its kind."""
    name, facts = _ROWS[type(event)]
    return {**facts(event), "event": name}


def _scope_fixed(event: events.ScopeFixed) -> Row:
    return {
        "root": event.root,
        "scope": _scope(event.scope),
        "root_redirect": event.root_redirect,
        "settings": dict(event.settings),
    }


def _scope(drawn: Scope | None) -> Row | None:
    """Return what a scope allows; None: nothing."""
    if drawn is None:
        return None
    return {
        "root": drawn.root,
        "schemes": ["http", "https"],
        "hosts": {host: sorted(ports) for host, ports in drawn.ports.items()},
        "www_folded": not drawn.literal_host,
        "paths": list(drawn.paths),
    }


def _discovery(event: events.Discovery) -> Row:
    return {
        **rows.robots(event.policy),
        "found": event.found,
        "rules_for_us": list(event.policy.lines),
        "text": event.text,
    }


def _landed(event: events.Landed) -> Row:
    return {
        "requested": event.requested,
        "landed": event.landed,
        "how": event.how,
        "path": list(event.path),
        "scope": _scope(event.scope),
        "failure": event.failure,
    }


def _sitemap(event: events.SitemapRead) -> Row:
    return rows.sitemap(event.sitemap)


def _found(event: changes.CandidateFound) -> Row:
    return {
        "url": event.url,
        "kind": event.kind,
        "citation": rows.citation(event.citation),
        "reason": event.refusal.reason if event.refusal else None,
        "rule": event.refusal.rule if event.refusal else None,
        "lastmod": event.lastmod,
        "discovered_kinds": dict(event.discovered_kinds),
    }


def _cited(event: changes.CandidateCited) -> Row:
    return {
        "url": event.url,
        "via": event.via,
        "depth": event.depth,
        "lastmod": event.lastmod,
        "discovered_kinds": dict(event.discovered_kinds),
    }


def _admitted(event: changes.CandidateAdmitted) -> Row:
    return {
        "url": event.url,
        "citation": rows.citation(event.citation),
        "discovered_kinds": dict(event.discovered_kinds),
    }


def _refused(event: changes.CandidateRefused) -> Row:
    return {
        "url": event.url,
        "reason": event.refusal.reason,
        "rule": event.refusal.rule,
        "discovered_kinds": dict(event.discovered_kinds),
    }


def _settled(event: changes.CandidateSettled) -> Row:
    return {
        "url": event.url,
        "observation": rows.observation(event.observation),
        "failed": event.failed,
        "discovered_kinds": dict(event.discovered_kinds),
    }


def _page(event: events.PageFetched) -> Row:
    return {
        "url": event.url,
        "state": event.state,
        "status": event.status,
        "depth": event.depth,
        "known": event.known,
        "fetched": event.fetched,
        "links_over": event.links_over,
        "discovered_kinds": dict(event.discovered_kinds),
    }


def _given_up(event: events.HostGivenUp) -> Row:
    return {"host": event.host, "timeouts": event.timeouts}


def _stopped(event: events.Stopped) -> Row:
    return {"stop": event.stop}


def _finished(event: events.Finished) -> Row:
    return {
        "stop": event.stop,
        "known": event.known,
        "listed": event.listed,
        "why_empty": event.why_empty,
        "digest": event.digest,
        "started": event.started,
        "seconds": event.seconds,
    }


_ROWS: dict[type, tuple[str, Callable[[Any], Row]]] = {
    events.ScopeFixed: ("scope", _scope_fixed),
    events.Discovery: ("discovery", _discovery),
    events.Landed: ("landed", _landed),
    events.SitemapRead: ("sitemap", _sitemap),
    changes.CandidateFound: ("found", _found),
    changes.CandidateCited: ("cited", _cited),
    changes.CandidateAdmitted: ("admitted", _admitted),
    changes.CandidateRefused: ("refused", _refused),
    changes.CandidateSettled: ("settled", _settled),
    events.PageFetched: ("page", _page),
    events.HostGivenUp: ("host-given-up", _given_up),
    events.Stopped: ("stopped", _stopped),
    events.Finished: ("finished", _finished),
}
