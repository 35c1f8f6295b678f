"""The oracle's answer for one site as values, and the JSON of truth.json."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from oracle.liveness.verify import By, Check
from oracle.routes.passes import Agreement
from oracle.routes.sighting import Sighting
from oracle.routes.witness import WitnessPage

SCHEMA = 1
_UNTIMED = frozenset({"digest", "started", "seconds", "repeatability", "unseen", "forbidden"})
"""What tells of this exploration rather than of the site, or is told in `visits` already."""

_PASSING = frozenset({"settled", "faults"})
"""What a visit says of its own course, which may differ with the machine's load."""


class Verdict(StrEnum):
    """Whether the site gave a truth to judge against."""

    OK = "ok"
    BLOCKED = "blocked"
    LOGIN = "login"
    CONSENT = "consent"
    EMPTY = "empty"
    ERROR = "error"


class Reason(StrEnum):
    """Why a sighted in-site address is no route."""

    DEAD = "dead"
    NOT_A_DOCUMENT = "not-a-document"
    SOFT_404 = "soft-404"
    VOLATILE = "volatile"
    OFF_SITE = "off-site"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """How a route was found alive."""

    status: int | None
    final_url: str
    content_type: str | None
    by: By

    @classmethod
    def of(cls, check: Check) -> "Proof":
        """The proof that a check gives."""
        return cls(
            status=check.status,
            final_url=check.final_url,
            content_type=check.content_type,
            by=check.by,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One live in-site document within two levels."""

    url: str
    level: int
    aliases: tuple[str, ...]
    sightings: tuple[Sighting, ...]
    check: Proof


@dataclass(frozen=True, slots=True, kw_only=True)
class Excluded:
    """One sighted in-site address that is no route, or one volatile place."""

    url: str
    level: int
    reason: Reason
    evidence: str
    sightings: tuple[Sighting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Visited:
    """One page that was rendered, or was to be."""

    url: str
    final_url: str
    level: int
    status: int | None
    settled: str
    faults: tuple[str, ...] = ()
    witness: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """All that the oracle says about one site; `agreement` is None where one pass was made."""

    oracle: str
    root: str
    landed: str
    verdict: Verdict = Verdict.OK
    reason: str | None = None
    shell: bool = False
    sampled: bool = False
    unvisited: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    agreement: Agreement | None = None
    off_site_links: int = 0
    routes: tuple[Route, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    redirects: tuple[tuple[str, str], ...] = ()
    visits: tuple[Visited, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)
    started: str = ""
    seconds: float = 0.0
    witness: tuple[WitnessPage, ...] = ()

    @property
    def repeatability(self) -> float | None:
        """Jaccard's figure of the passes' routes; None where one pass was made."""
        return None if self.agreement is None else self.agreement.repeatability

    @property
    def digest(self) -> str:
        """The canonical digest: equal for equal webs, whatever the timing."""
        return _digest(self._content())

    def as_json(self) -> dict[str, object]:
        """The content of truth.json."""
        content = self._content()
        return content | {"digest": _digest(content)}

    def _content(self) -> dict[str, object]:
        return {
            "schema": SCHEMA,
            "oracle": self.oracle,
            "root": self.root,
            "landed": self.landed,
            "verdict": self.verdict,
            "reason": self.reason,
            "shell": self.shell,
            "sampled": self.sampled,
            "unvisited": list(self.unvisited),
            "forbidden": list(self.forbidden),
            "repeatability": self.repeatability,
            "unseen": None if self.agreement is None else _unseen(self.agreement),
            "off_site_links": self.off_site_links,
            "routes": [_route(route) for route in self.routes],
            "excluded": [_excluded(one) for one in self.excluded],
            "redirects": [{"from": source, "to": target} for source, target in self.redirects],
            "visits": [_visited(visit) for visit in self.visits],
            "settings": dict(self.settings),
            "started": self.started,
            "seconds": round(self.seconds, 3),
        }


def _digest(content: Mapping[str, object]) -> str:
    lasting = _lasting(content, _UNTIMED)
    visits = content["visits"]
    assert isinstance(visits, list)  # noqa: S101 - built above
    lasting["visits"] = [_lasting(visit, _PASSING) for visit in visits]
    lasting["reason"] = None  # words, also the browser's own for a fault; the verdict is closed
    told = json.dumps(lasting, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()}"


def _lasting(content: Mapping[str, object], passing: frozenset[str]) -> dict[str, object]:
    return {name: value for name, value in content.items() if name not in passing}


def _unseen(agreement: Agreement) -> dict[str, object]:
    return {
        "at_least": agreement.at_least,
        "passes": agreement.passes,
        "pages": agreement.pages,
        "by_every": agreement.by_every,
        "by_any": agreement.by_any,
        "estimates": [
            {"by": one.by, "unseen": round(one.unseen, 3), "assumes": one.assumes}
            for one in agreement.estimates
        ],
    }


def _route(route: Route) -> dict[str, object]:
    return {
        "url": route.url,
        "level": route.level,
        "aliases": list(route.aliases),
        "sightings": [_sighting(one) for one in route.sightings],
        "check": {
            "status": route.check.status,
            "final_url": route.check.final_url,
            "content_type": route.check.content_type,
            "by": route.check.by,
        },
    }


def _excluded(one: Excluded) -> dict[str, object]:
    return {
        "url": one.url,
        "level": one.level,
        "reason": one.reason,
        "evidence": one.evidence,
        "sightings": [_sighting(sighting) for sighting in one.sightings],
    }


def _sighting(one: Sighting) -> dict[str, object]:
    return {
        "url": one.url,
        "page": one.page,
        "level": one.level,
        "phase": one.phase,
        "label": one.label,
        "action": one.action,
    }


def _visited(visit: Visited) -> dict[str, object]:
    return {
        "url": visit.url,
        "final_url": visit.final_url,
        "level": visit.level,
        "status": visit.status,
        "settled": visit.settled,
        "faults": list(visit.faults),
        "witness": visit.witness,
    }
