"""One site as far as it is known, and the steps that make it known better."""

import asyncio
from collections.abc import Iterable

from oracle.config import Config
from oracle.events import Checked, Visited
from oracle.likeness.judge import Home, Judge
from oracle.likeness.looks import Looks
from oracle.likeness.tokens import bears_token, mask
from oracle.likeness.views import Views
from oracle.liveness.verify import Standing, home_check, judged, steadied, verify
from oracle.reach import Reach
from oracle.root import Root
from oracle.routes.assemble import Alive, Fate, Findings, assemble
from oracle.routes.fates import Known, fates
from oracle.routes.intake import Intake, named
from oracle.routes.passes import Agreement, agreement
from oracle.routes.verdict import Tally, is_walled
from oracle.routes.visit import Visit
from oracle.scope import Scope
from oracle.url import document, fragment, identity

MOST_ADDRESSES = 20_000
"""Addresses checked of one site; the rest is named as unvisited."""

MOVES = 3
"""Rounds in which what pages moved on to is closed in its turn."""

BATCH = 200
"""Addresses checked between two looks at the clock."""


class Survey:
    """The state of one exploration."""

    def __init__(self, config: Config, reach: Reach, *, scope: Scope, root: Root) -> None:
        """Take the root as the browser and the second request stack saw it."""
        self._config = config
        self._client = reach.client
        self._visitor = reach.visitor
        self._scope = scope
        self._listen = reach.listen
        self._clock = asyncio.get_running_loop().time
        self._start = self._clock()
        self._views = Views(reach.visitor)
        self._looks = Looks(scope)
        self._judge = Judge(
            reach.client,
            self._views,
            scope=scope,
            home=Home(landed=root.loadable, answer=root.answer),
            seed=config.seed,
        )
        self._walled = 0
        self._visited: set[str] = set()
        self.root = root
        self.intake = Intake(scope)
        self.known = Known(restless=set(root.restless))
        self.roots = root.roots
        self.known.learn({document(root.landed): home_check(root.landed, root.answer, root.home)})
        self._take(root.home)

    @property
    def shell(self) -> bool:
        """Whether one application shell answers for pages that only a browser tells apart."""
        return self._judge.rescued

    async def visit(self, url: str, *, level: int) -> None:
        """Visit one page and take what it shows."""
        page = named(await self._visitor.visit(url, level=level), self.known.restless)
        self._take(page)
        self._visited.add(url)
        self._walled += is_walled(page)
        self._listen(Visited(url=url, level=level, sightings=len(page.sightings)))

    async def look_again(self, pages: Iterable[str], *, level: int) -> None:
        """Look a second time at pages, to tell what is made anew for every request."""
        pages = sorted(set(pages))
        for page in pages:
            check = self.known.checks.get(document(page))
            if check is not None and check.body:
                self._looks.served(page, check.body, base=check.final_url)
        if self._config.passes == 1:
            await self._revisit(self._looks.to_revisit(pages), level=level, turn=1)
        for turn in range(1, self._config.passes):
            await self._revisit(pages, level=level, turn=turn)

    async def close(self, level: int) -> None:
        """Check and judge what was seen and is not known yet."""
        for _ in range(MOVES):  # judging renders, and what is rendered may move on by script
            fresh = self._fresh()
            for start in range(0, len(fresh), BATCH):
                if self.late(1.0) or len(self.known.closed) >= MOST_ADDRESSES:
                    break
                await self._close_batch(fresh[start : start + BATCH])
        alive = sum(isinstance(fate, Alive) for fate in self._fates().values())
        self._listen(Checked(level=level, addresses=len(self.intake.addresses), alive=alive))

    def findings(self) -> Findings:
        """The routes as they stand, and what was put aside."""
        return assemble(
            self.intake.sightings,
            fates=self._fates() | {self.roots.landed: self._root_fate()},
            drawn=self._looks.volatile(),
            redirects=self.redirects(),
            roots=self.roots,
        )

    def tally(self, found: Findings) -> Tally:
        """How the addresses of the site fared."""
        checks = [self.known.checks.get(document(one)) for one in self.intake.addresses]
        return Tally(
            routes=len(found.routes),
            sighted=len(self.intake.addresses),
            refused=sum(check is not None and check.refused for check in checks),
            visited=len(self._visited),
            walled=self._walled,
        )

    def agreement(self, found: Findings) -> Agreement | None:
        """How far the passes agree, if there were more than one."""
        if self._config.passes == 1:
            return None
        names = {shown.url: route.url for route in found.routes for shown in route.sightings}
        return agreement(self.intake.passes, names)

    def redirects(self) -> frozenset[tuple[str, str]]:
        """Every hop that was observed, by the browser or the second request stack."""
        hops = {hop for check in self.known.checks.values() for hop in check.hops}
        return frozenset(self.intake.redirects | hops)

    def late(self, share: float) -> bool:
        """Whether that share of the time is over."""
        limit = self._config.seconds
        return limit is not None and self._clock() - self._start > limit * share

    def _take(self, page: Visit) -> None:
        self.intake.take(page)
        self._views.keep(page)
        self._looks.seen(page.url, page.sightings)

    async def _revisit(self, pages: Iterable[str], *, level: int, turn: int) -> None:
        """Visit pages again as a client that the site never met."""
        for number, page in enumerate(pages):
            if self.late(1.0):
                return
            if number == 0:
                await self._visitor.reset()
                self._looks.renew()
            visit = named(await self._visitor.visit(page, level=level), self.known.restless)
            self._looks.seen(page, visit.sightings)
            self.intake.see(visit, turn=turn)

    def _fresh(self) -> list[str]:
        """Addresses that are neither closed, nor the root, nor volatile."""
        self._follow_moves()
        moved = {url for url in self.known.moved.values() if self._scope.holds(url)}
        seen = (self.intake.addresses - self._looks.volatile()) | moved
        return sorted(one for one in seen - self.known.closed if not self.roots.holds(one))

    def _follow_moves(self) -> None:
        """Learn where pages went by script: to another document, or to another view behind `#`."""
        for url in (self.intake.addresses | self._visited) & self._views.finals.keys():
            onward = identity(self._views.finals[url])
            if onward is None or onward == url or mask(onward) in self.known.restless:
                continue
            if onward == document(url) and not fragment(url).startswith(("#/", "#!")):
                continue  # a visit says where it ended without such a fragment
            if fragment(url) or document(onward) != document(url):
                self.known.moved[url] = onward

    async def _close_batch(self, addresses: list[str]) -> None:
        unknown = [one for one in addresses if document(one) not in self.known.checks]
        checks = await verify(unknown, self._client, self._views.render, scope=self._scope)
        for url, check in checks.items():
            if check.hops and bears_token(check.final_url):
                again = judged(await self._client.fetch(url, admit=self._scope.holds))
                checks[url] = steady = steadied(check, again)
                if steady is not check:
                    self.known.restless.add(mask(check.final_url))
        self.known.learn(checks)
        alive = {
            one: check
            for one in addresses
            if (check := self.known.checks[document(one)]).standing is Standing.ALIVE
        }
        self.known.against |= await self._judge.judge(alive)
        self.known.unjudged |= self._judge.unjudged
        self.known.closed.update(addresses)

    def _fates(self) -> dict[str, Fate]:
        return fates(self.intake.addresses & self.known.closed, self.known, self._scope)

    def _root_fate(self) -> Fate:
        return fates([self.roots.landed], self.known, self._scope)[self.roots.landed]
