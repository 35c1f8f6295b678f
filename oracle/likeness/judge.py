"""Asks the site for addresses that nobody made, and compares what it lists with the answers.

First by what is served. Where a page that looks missing carries scripts, a browser may show
another thing than what was served (one application shell for every path), so the view decides:
rendered, it must differ from the rendered view of an impossible address and from the home page's.
Hash routes are always judged by their view.
"""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from oracle.likeness.soft404 import Likeness, Place, Template, place_of, probes, template
from oracle.likeness.views import Views
from oracle.likeness.words import has_script, words_of
from oracle.liveness.answer import Answer
from oracle.liveness.client import Client
from oracle.liveness.verify import By, Check
from oracle.scope import Scope
from oracle.url import document, fragment

MOST_PLACES = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """How a place answers for what is not there; `final` is set where it redirects to one page."""

    probe: str
    template: Template
    redirects: bool
    final: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The landed root, and the other addresses that end there."""

    landed: str
    answer: Answer

    def holds(self, address: str) -> bool:
        """Whether an address is where the root ends."""
        return address in {self.landed, document(self.landed), self.answer.final_url}


class Judge:
    """Judges live addresses of one site, with its grounds and views in memory."""

    def __init__(
        self, client: Client, views: Views, *, scope: Scope, home: Home, seed: int = 0
    ) -> None:
        """Nothing is asked yet."""
        self._client = client
        self._views = views
        self._scope = scope
        self._home = home
        self._seed = seed
        self._grounds: dict[Place, Ground | None] = {}
        self.rescued = False
        self.unjudged: set[str] = set()

    async def judge(self, alive: Mapping[str, Check]) -> dict[str, str]:
        """The evidence against each address that is not there, given its document's check.

        `rescued` tells then whether some address was like a missing one as served and a page of
        its own as seen; `unjudged` holds those for which the views did not suffice.
        """
        await self._probe({place_of(document(address)) for address in alive})
        told = {address: await self._against(address, alive[address]) for address in sorted(alive)}
        return {address: evidence for address, evidence in told.items() if evidence is not None}

    async def _against(self, address: str, check: Check) -> str | None:
        if fragment(address):
            return await self._seen(address)
        served = self._served(check)
        plain = check.by is By.HTTP and (served is None or not has_script(check.body))
        if plain:
            return served
        seen = await self._seen(address)
        self.rescued |= served is not None and seen is None
        return seen

    async def _probe(self, places: set[Place]) -> None:
        """Learn how the places answer for what is not there."""
        wanted = sorted(places - self._grounds.keys(), key=lambda p: (p.directory, p.ending))
        wanted = wanted[: max(0, MOST_PLACES - len(self._grounds))]
        grounds = await asyncio.gather(*(self._ground(place) for place in wanted))
        self._grounds.update(zip(wanted, grounds, strict=True))

    async def _ground(self, place: Place) -> Ground | None:
        """Two answers of the place, when both pretend to be pages."""
        pair = probes(place, seed=self._seed)
        first, second = await asyncio.gather(
            *(self._client.fetch(probe, admit=self._scope.holds) for probe in pair)
        )
        if not (_pretends(first) and _pretends(second)):
            return None
        final = first.final_url if first.hops and first.final_url == second.final_url else None
        return Ground(
            probe=first.url,
            template=template(words_of(first.body), words_of(second.body)),
            redirects=bool(first.hops),
            final=final,
        )

    def _served(self, check: Check) -> str | None:
        """The evidence against an address in what is served."""
        ground = self._grounds.get(place_of(check.url))
        if ground is None or check.by is By.BROWSER:
            return None
        if ground.redirects and not check.hops:
            return None
        if ground.final is not None:
            if check.final_url != ground.final:
                return None
            home = self._home.holds(ground.final)
            likeness = Likeness.HOME_REDIRECT if home else Likeness.REDIRECT
            return likeness.format(probe=ground.probe, final=ground.final)
        if not ground.template.fits(words_of(check.body)):
            return None
        copy = ground.template.fits(words_of(self._home.answer.body))
        return (Likeness.HOME_COPY if copy else Likeness.ERROR_PAGE).format(probe=ground.probe)

    async def _seen(self, address: str) -> str | None:
        """The evidence against an address in what it shows."""
        view = await self._views.of(address)
        if view is None:
            return self._unseen(address)
        for (first, second), likeness in self._rivals(address):
            one = await self._views.of(first)
            other = await self._views.of(second, load=int(first == second))
            if one is None or other is None:
                self._unseen(address)
            elif self._views.moved(first) and not self._views.moved(address):
                continue  # where what is missing is sent to may be a page itself
            elif template(one, other).fits(view):
                return likeness.format(probe=first)
        return None

    def _unseen(self, address: str) -> str | None:
        """A view is missing: too many were asked for, or it is forbidden, or there is none."""
        if address in self._views.forbidden:
            return None
        if self._views.exhausted:
            self.unjudged.add(address)
            return None
        return "shows nothing when it is rendered"

    def _rivals(self, address: str) -> Iterable[tuple[tuple[str, str], Likeness]]:
        """Pairs of loads that show what a page of its own must not show."""
        yield probes(place_of(address), seed=self._seed), Likeness.VIEW
        homes = [self._home.landed]
        if fragment(address) and document(address) != document(self._home.landed):
            homes.append(document(address))
        for home in homes:
            yield (home, home), Likeness.HOME_VIEW


def _pretends(answer: Answer) -> bool:
    return answer.is_document and not answer.left
