"""The exploration: root, level 1 and what it leads to; what is alive of it; a truth.

Levels are closed one after the other. What a level showed is first looked at a second time (for
addresses made anew for every request), then checked by the second request stack, then judged
against what the site answers for addresses that nobody made; only then are its routes visited.
"""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import Protocol

from oracle.config import LIVENESS_AGENT, Config
from oracle.events import Finished, Landed, Listener, Planned, ignore
from oracle.exchange import Heard
from oracle.liveness.client import Client
from oracle.liveness.manners import Polite
from oracle.liveness.pace import Pace
from oracle.liveness.robots import Robots
from oracle.order import visiting_order
from oracle.reach import Reach
from oracle.root import rooted
from oracle.routes.truth import Truth, Verdict
from oracle.routes.verdict import unseen, verdict
from oracle.routes.visit import Visitor
from oracle.scope import scope_of
from oracle.survey import Survey
from oracle.url import identity

VISITING_SHARE = 0.75
"""The part of a limit in seconds after which no page is visited any more."""

_SHAPING = (
    "visits",
    "seconds",
    "delay",
    "passes",
    "seed",
    "hosts",
    "paths",
    "token",
    "respect_robots",
)
"""The settings that shape a truth; how the web is reached does not."""


class Browser(Protocol):
    """Opens one site after the other."""

    @property
    def version(self) -> str:
        """Which browser it is."""
        ...

    async def site(self, config: Config) -> Visitor:
        """A visitor of one site, without anything that another left behind."""
        ...


async def explore(
    config: Config, browser: Browser, *, listen: Listener = ignore, heard: Heard | None = None
) -> Truth:
    """Explore one site; whatever the site does, the answer is a truth with its verdict.

    `heard` is told what the second request stack exchanges with the web.

    Raises:
        ValueError: the root is no http or https address, or a host or path of the scope is none.
    """
    root = identity(config.root)
    if root is None:
        message = f"not an http or https address: {config.root}"
        raise ValueError(message)
    began = datetime.now(UTC)
    clock = asyncio.get_running_loop().time
    start = clock()
    pace = Pace(config.delay)
    async with Client(config, pace=pace, heard=heard) as client:
        truth = await _explored(replace(config, root=root), browser, client, pace, listen)
    listen(
        Finished(
            routes=len(truth.routes), excluded=len(truth.excluded), verdict=str(truth.verdict)
        )
    )
    return replace(
        truth,
        oracle=f"{LIVENESS_AGENT} {browser.version}",
        settings={name: getattr(config, name) for name in _SHAPING},
        started=began.isoformat(timespec="seconds").replace("+00:00", "Z"),
        seconds=clock() - start,
    )


async def _explored(
    config: Config, browser: Browser, client: Client, pace: Pace, listen: Listener
) -> Truth:
    robots = None
    if config.respect_robots:
        robots = Robots(client, token=config.token, slow=pace.slow)
    if robots is not None and (no := await robots.objection(config.root)):
        said = Verdict.ERROR if no.unreachable else Verdict.BLOCKED
        return _failed(config.root, said, f"{no.why}.")
    visitor = Polite(await browser.site(config), pace=pace, robots=robots)
    home = await visitor.visit(config.root, level=0)
    landed = identity(home.final_url) or config.root
    listen(Landed(root=config.root, landed=landed))
    if (trouble := unseen(home)) is not None:
        return replace(_failed(config.root, *trouble), landed=landed)
    scope = scope_of(landed, hosts=config.hosts, paths=config.paths)
    reach = Reach(client=client, visitor=visitor, listen=listen)
    root = await rooted(config.root, home, reach, scope=scope)
    survey = Survey(config, reach, scope=scope, root=root)
    await survey.look_again([config.root], level=0)
    await survey.close(1)
    left = await _visit_level_one(survey, config, robots, listen)
    await survey.close(2)
    return _truth(survey, config, left)


async def _visit_level_one(
    survey: Survey, config: Config, robots: Robots | None, listen: Listener
) -> tuple[str, ...]:
    """Visit the level-1 routes as far as the budgets reach; what they left."""
    routes = [route.url for route in survey.findings().routes if route.level == 1]
    order = visiting_order(routes, seed=config.seed)
    planned, left = order[: config.visits - 1], order[config.visits - 1 :]
    listen(Planned(pages=len(planned), left=len(left)))
    seen: list[str] = []
    for number, url in enumerate(planned):
        if survey.late(VISITING_SHARE):
            left = (*planned[number:], *left)
            break
        if robots is not None and (no := await robots.objection(url)):
            survey.intake.refuse(url, no.why)
            continue
        await survey.visit(url, level=1)
        seen.append(url)
    await survey.look_again(seen, level=1)
    return left


def _truth(survey: Survey, config: Config, left: tuple[str, ...]) -> Truth:
    found = survey.findings()
    said, reason = verdict(survey.root.home, survey.tally(found))
    return Truth(
        oracle="",
        root=config.root,
        landed=survey.roots.landed,
        verdict=said,
        reason=reason,
        shell=survey.shell,
        sampled=bool(left or found.unjudged),
        unvisited=tuple(sorted({*left, *found.unjudged})),
        forbidden=tuple(sorted(survey.intake.forbidden)),
        agreement=survey.agreement(found),
        off_site_links=survey.intake.off_site_links,
        routes=found.routes,
        excluded=found.excluded,
        redirects=tuple(sorted(survey.redirects())),
        visits=tuple(survey.intake.visits),
        witness=tuple(survey.intake.witness),
    )


def _failed(root: str, verdict: Verdict, reason: str) -> Truth:
    return Truth(oracle="", root=root, landed=root, verdict=verdict, reason=reason)
