"""Detects the four named faults from the truth and the crawler's addresses alone.

No detector reads what a crawler says about itself, so that they work for every crawler. Each gives
the routes that the fault cost, or for soft-404s the false addresses that it listed.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from bench.facts.checks import Liveness, Probe
from bench.facts.truth import Exclusion, Route, Truth
from bench.verdict.atlas import Atlas
from bench.verdict.identity import origin_of, twin, without_www
from bench.verdict.match import Match


class Regression(StrEnum):
    """The named faults."""

    WWW = "www-scoping"
    LANDED_ROOT = "landed-root"
    SCHEME = "scheme-mismatch"
    SOFT_404 = "soft-404"


class Form(NamedTuple):
    """The parts of an address that the faults turn on; `rest` is its spelling without scheme."""

    scheme: str
    host: str
    path: str
    rest: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evidence:
    """What the detectors may read; `listed` leaves the root out, in any spelling."""

    requested: Form
    landed: Form
    routes: tuple[Route, ...]
    missed: tuple[Route, ...]
    sighted: Mapping[str, tuple[Form, ...]]
    listed: tuple[Form, ...]
    soft_404s: frozenset[str]


Detector = Callable[[Evidence], frozenset[str]]


def detect(
    truth: Truth,
    atlas: Atlas,
    match: Match,
    listed: Iterable[str],
    *,
    probes: Iterable[Probe] = (),
) -> dict[Regression, tuple[str, ...]]:
    """Run every detector; a fault that cost nothing is left out."""
    listed, probes = tuple(listed), tuple(probes)
    if _one_place(truth, match, listed):
        soft = tuple(sorted(_soft_404s(match, probes).intersection(listed)))
        return {Regression.SOFT_404: soft} if soft else {}
    evidence = evidence_of(truth, atlas, match, listed, probes)
    found = {fault: detector(evidence) for fault, detector in DETECTORS}
    return {fault: tuple(sorted(lost)) for fault, lost in found.items() if lost}


def evidence_of(
    truth: Truth, atlas: Atlas, match: Match, listed: Iterable[str], probes: Iterable[Probe]
) -> Evidence:
    """Gather what the detectors may read."""
    routes = (*(found.route for found in match.found), *match.missed)
    addresses = [
        address
        for address in listed
        if (place := atlas.locate(address)) is None or place.at != "root"
    ]
    soft = _soft_404s(match, probes)
    return Evidence(
        requested=_form(atlas, truth.root),
        landed=_form(atlas, truth.landed or truth.root),
        routes=routes,
        missed=match.missed,
        sighted={
            route.url: tuple(_form(atlas, address) for address in _sighted(route))
            for route in routes
        },
        listed=tuple(_form(atlas, address) for address in addresses),
        soft_404s=frozenset(soft.intersection(addresses)),
    )


def _one_place(truth: Truth, match: Match, listed: Iterable[str]) -> bool:
    """Tell at a glance that all has one origin and no landing: then no scope can have failed."""
    if truth.landed not in {None, truth.root}:
        return False
    home = "/".join((*truth.root.split("/", 3)[:3], ""))
    routes = chain((found.route for found in match.found), match.missed)
    sighted = (each.url for route in routes for each in route.sightings or (route,))
    return all(address.startswith(home) for address in chain(listed, sighted))


def _soft_404s(match: Match, probes: Iterable[Probe]) -> set[str]:
    soft = {address for address, why in match.excluded if why.reason is Exclusion.SOFT_404}
    return soft | {probe.url for probe in probes if probe.verdict is Liveness.SOFT_404}


def www_scoping(evidence: Evidence) -> frozenset[str]:
    """Find routes sighted only on the www form of the host that the whole list does without."""
    used = {form.host for form in evidence.listed} or {evidence.requested.host}
    lost = {
        route.url
        for route in evidence.missed
        if all(
            form.host not in used and twin(form.host) in used
            for form in evidence.sighted[route.url]
        )
    }
    return _with_descendants(evidence, lost)


def landed_root(evidence: Evidence) -> frozenset[str]:
    """Find the routes where the root landed, if the list has nothing there."""
    side = _landed_side(evidence.requested, evidence.landed)
    if side is None or any(side(form) for form in evidence.listed):
        return frozenset()
    lost = {
        route.url
        for route in evidence.missed
        if all(side(form) for form in evidence.sighted[route.url])
    }
    return _with_descendants(evidence, lost)


def scheme_mismatch(evidence: Evidence) -> frozenset[str]:
    """Find routes that the list has, if at all, only under the scheme that nobody sighted."""
    by_rest: dict[str, set[str]] = {}
    by_host: dict[str, set[str]] = {}
    for form in evidence.listed:
        by_rest.setdefault(form.rest, set()).add(form.scheme)
        by_host.setdefault(form.host, set()).add(form.scheme)
    missed = {route.url for route in evidence.missed}
    lost = set()
    for route in evidence.routes:
        forms = evidence.sighted[route.url]
        told = set().union(*(by_rest.get(form.rest, set()) for form in forms))
        only_other = bool(told) and told.isdisjoint(form.scheme for form in forms)
        wholly_lacking = route.url in missed and all(
            form.scheme not in by_host.get(form.host, {form.scheme}) for form in forms
        )
        if only_other or wholly_lacking:
            lost.add(route.url)
    return _with_descendants(evidence, lost)


def soft_404(evidence: Evidence) -> frozenset[str]:
    """Find listed addresses that only look alive."""
    return evidence.soft_404s


DETECTORS: tuple[tuple[Regression, Detector], ...] = (
    (Regression.WWW, www_scoping),
    (Regression.LANDED_ROOT, landed_root),
    (Regression.SCHEME, scheme_mismatch),
    (Regression.SOFT_404, soft_404),
)


def _landed_side(requested: Form, landed: Form) -> Callable[[Form], bool] | None:
    """Tell what lies where the root landed; None where nobody could scope it away."""
    if without_www(requested.host) != without_www(landed.host):
        return lambda form: without_www(form.host) == without_www(landed.host)
    asked, area = (form.path.rpartition("/")[0] + "/" for form in (requested, landed))
    if area.startswith(asked):
        return None
    return lambda form: form.path.startswith(area)


def _with_descendants(evidence: Evidence, lost: set[str]) -> frozenset[str]:
    """Add the missed routes that only lost pages show: they went with them."""
    lost = set(lost)
    rest = [route for route in evidence.missed if route.sightings and route.url not in lost]
    while lost:
        more = {
            route.url
            for route in rest
            if route.url not in lost and all(sighting.page in lost for sighting in route.sightings)
        }
        if not more:
            break
        lost |= more
    return frozenset(lost)


def _sighted(route: Route) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sighting.url for sighting in route.sightings)) or (route.url,)


def _form(atlas: Atlas, address: str) -> Form:
    keys = atlas.identity.keys(address)
    scheme, _, host = origin_of(keys.spelling).partition("://")
    # The path as it is: a slash at its end tells a folder from a page.
    path = keys.exact.partition("://")[2].partition("#")[0].partition("?")[0].partition("/")[2]
    return Form(scheme, host, f"/{path}", keys.spelling.partition("://")[2])
