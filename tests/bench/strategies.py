"""Tiny worlds by hand, and drawn ones: truths, inventories, witnesses, verdicts."""

import hashlib
from collections.abc import Iterable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from bench.facts.checks import Checks, RobotsAnswer
from bench.facts.inventory import (
    Candidate,
    Citation,
    Inventory,
    Observation,
    SitemapRead,
    State,
    Stop,
)
from bench.facts.site import SiteFacts
from bench.facts.truth import Excluded, Exclusion, Phase, Redirect, Route, Sighting, Truth
from bench.facts.witness import Witness, WitnessPage
from bench.verdict.judge import Verdict, judge

HOME = "https://a.test/"


def at(path: str, home: str = HOME) -> str:
    """Make an address of a path; whole addresses stay."""
    return path if "://" in path else f"{home.rstrip('/')}{path}"


def sighting(url: str, page: str = "/", phase: Phase = Phase.HTML, **more: Any) -> Sighting:
    return Sighting(
        url=at(url), page=at(page), phase=phase, **{"level": 1 if page == "/" else 2, **more}
    )


def route(url: str, *sightings: Sighting, aliases: Iterable[str] = (), level: int = 0) -> Route:
    """Make a route; without sightings it is a link in the root page's bytes."""
    shown = sightings or (sighting(url),)
    return Route(
        url=at(url),
        level=level or min(each.level for each in shown),
        aliases=tuple(map(at, aliases)),
        sightings=shown,
    )


def truth(*routes: Route, root: str = HOME, landed: str = HOME, **more: Any) -> Truth:
    return Truth(root=root, landed=landed, routes=routes, **more)


def excluded(url: str, reason: Exclusion) -> Excluded:
    return Excluded(url=at(url), level=1, reason=reason, sightings=(sighting(url),))


def redirects(*pairs: tuple[str, str]) -> tuple[Redirect, ...]:
    return tuple(Redirect(from_=at(source), to=at(to)) for source, to in pairs)


def fetched(url: str, *, listed: bool = True, body: bytes | None = None, **seen: Any) -> Candidate:
    """Make a candidate that was fetched well, unless told otherwise."""
    told: dict[str, Any] = {"status": 200, "final_url": at(url), "content_type": "text/html"}
    if body is not None:
        told["sha256"] = f"sha256:{hashlib.sha256(body).hexdigest()}"
    return Candidate(
        url=at(url),
        listed=listed,
        channels=("link",),
        state=State.FETCHED,
        observation=Observation(**{**told, **seen}),
    )


def refused(url: str, reason: str, rule: str = "the rule") -> Candidate:
    return Candidate(url=at(url), listed=False, state=State.REFUSED, reason=reason, rule=rule)


def pending(url: str) -> Candidate:
    return Candidate(url=at(url), listed=True, state=State.PENDING)


def seed(**more: Any) -> Candidate:
    """Make the root as the crawler met it."""
    told = fetched(HOME, **more)
    return Candidate(
        url=told.url,
        listed=told.listed,
        citation=Citation(via="seed"),
        channels=("seed",),
        state=told.state,
        observation=told.observation,
    )


def inventory(*candidates: Candidate, **more: Any) -> Inventory:
    return Inventory(candidates=candidates, **{"stop": Stop.EXHAUSTED, **more})


def bare(*urls: str) -> Inventory:
    """Make the answer of a crawler that only prints addresses."""
    return Inventory(
        candidates=tuple(Candidate(url=at(url), listed=True) for url in urls),
        stop=Stop.TOLD,
        bare=True,
    )


def served(url: str, body: str) -> WitnessPage:
    return WitnessPage(
        url=at(url),
        final_url=at(url),
        body=body.encode(),
        status=200,
        content_type="text/html; charset=utf-8",
        sha256=hashlib.sha256(body.encode()).hexdigest(),
    )


def robots(text: str, origin: str = "https://a.test", status: int | None = 200) -> Checks:
    answer = RobotsAnswer(origin=origin, url=f"{origin}/robots.txt", status=status, text=text)
    return Checks(robots=(answer,))


def judged(
    facts: Truth | None,
    told: Inventory | None,
    *pages: WitnessPage,
    checks: Checks | None = None,
    site: SiteFacts | None = None,
) -> Verdict:
    """Judge a world as the bench does."""
    return judge(
        site or SiteFacts(name="a", group="lab"),
        facts,
        inventory=told,
        checks=checks,
        witness=Witness(pages=pages) if pages else None,
    )


SITEMAP = SitemapRead(url=at("/sitemap.xml"), ok=True)

# How long one example takes says how busy the machine is, and nothing of the judge.
drawn = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])

_PATHS = ["/a", "/a/", "/a/index.html", "/b?x=1&y=2", "/b?y=2&x=1", "/b?utm_source=z"]
_PATHS += ["/c", "/#/v", "/d"]
_HOSTS = ["https://a.test", "http://a.test", "https://www.a.test", "https://b.test"]
ADDRESSES = st.sampled_from([f"{host}{path}" for host in _HOSTS for path in _PATHS])
_SIGHTINGS = st.builds(sighting, ADDRESSES, st.just("/") | ADDRESSES, st.sampled_from(Phase))
_ROUTES = st.builds(
    Route,
    url=ADDRESSES,
    level=st.integers(1, 2),
    sightings=st.lists(_SIGHTINGS, max_size=2).map(tuple),
    aliases=st.lists(ADDRESSES, max_size=1).map(tuple),
)


def _candidate(url: str, state: State, *, listed: bool, reason: str | None, to: str) -> Candidate:
    seen = Observation(status=200, final_url=to) if state is State.FETCHED else None
    return Candidate(
        url=url,
        listed=listed and state is not State.REFUSED,
        state=state,
        reason=reason,
        observation=seen,
    )


CANDIDATES = st.builds(
    _candidate,
    ADDRESSES,
    st.sampled_from(State),
    listed=st.booleans(),
    reason=st.sampled_from(["host", "robots", "trap", "scheme", None]),
    to=ADDRESSES,
)
TRUTHS = st.builds(
    Truth,
    root=st.sampled_from([HOME, "http://a.test/", "https://b.test/d/"]),
    landed=st.just(HOME),
    routes=st.lists(_ROUTES, max_size=4).map(tuple),
    redirects=st.lists(st.builds(Redirect, from_=ADDRESSES, to=ADDRESSES), max_size=2).map(tuple),
    excluded=st.lists(
        st.builds(Excluded, url=ADDRESSES, level=st.just(1), reason=st.sampled_from(Exclusion)),
        max_size=2,
    ).map(tuple),
)
INVENTORIES = st.builds(
    Inventory,
    candidates=st.lists(CANDIDATES, max_size=4).map(tuple),
    stop=st.sampled_from(Stop),
    bare=st.booleans(),
)
CHECKS = st.sampled_from(["", "User-agent: *\nDisallow: /b", "User-agent: *\nDisallow: /"]).map(
    robots
)
