"""Hold a lab site's truth against its own answers, without crawler, browser or socket."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass

import ada_url

from bench.lab import truth
from bench.lab.catalogue import LabSite
from bench.lab.truth import ANY, Excluded, Place, Truth
from bench.sites.nodes import Flaw
from bench.web.origin import Request, Response, Unserved, origin_of

HOPS = 10
ATTEMPTS = 5
DOCUMENTS = ("text/html", "application/xhtml+xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Where an address ends, and with which answer; None where nothing answers."""

    url: str
    response: Response | None

    @property
    def status(self) -> int | None:
        """The final status."""
        return None if self.response is None else self.response.status

    @property
    def document(self) -> bool:
        """Whether it is a live document."""
        if self.response is None or self.response.status != 200:
            return False
        kind = (self.response.header("content-type") or "").partition(";")[0].strip().lower()
        attached = (self.response.header("content-disposition") or "").startswith("attachment")
        return kind in DOCUMENTS and not attached


Verdict = Callable[[str, Outcome, Truth], bool]
"""Whether an address ends as its place in the truth says."""


async def check(site: LabSite) -> tuple[Flaw, ...]:
    """Every place where truth and answers contradict each other."""
    file = site.folder / "truth.yaml"
    told = truth.parse(file.read_bytes(), str(file))
    flaws = list(_sets(told, site))
    if told.fails is None:
        flaws += [flaw async for flaw in _answers(told, site)]
    return tuple(flaws)


def _sets(told: Truth, site: LabSite) -> Iterator[Flaw]:
    """What is wrong in the truth taken by itself."""
    file = str(site.folder / "truth.yaml")
    routes = [place for places in told.routes.values() for place in places]
    excluded = [place for places in told.excluded.values() for place in places]
    names = {place.url for place in routes}
    counts = Counter(place.url for place in (*routes, *excluded))
    missing = list(told.static_misses)
    missed = {place.url for place in missing}
    caused = [place for places in told.causes.values() for place in places]
    causes = Counter(place.url for place in caused)
    rules: tuple[tuple[str, list[Place], Callable[[str], bool]], ...] = (
        ("is named more than once", [*routes, *excluded], lambda url: counts[url] > 1),
        ("is the root itself", [*routes, *excluded], {told.root, told.landed}.__contains__),
        ("is not in site", [*routes, *excluded], lambda url: not _in_site(url, told.landed)),
        ("is a static miss, but no route", missing, lambda url: url not in names),
        ("is forbidden, but no route", list(told.forbidden), lambda url: url not in names),
        ("has a cause, but is no static miss", caused, lambda url: url not in missed),
        ("has more than one cause", caused, lambda url: causes[url] > 1),
        ("has no cause", missing, lambda url: bool(caused) and url not in causes),
    )
    for what, places, wrong in rules:
        for place in places:
            if wrong(place.url):
                yield Flaw(file=file, line=place.line, key="", what=f"{place.url} {what}")
    if told.fails and routes:
        yield Flaw(file=file, line=routes[0].line, key="routes", what="a site that fails has none")
    if " ".join(told.trait.split()) != " ".join(site.heading.split()):
        what = f"differs from the heading of site.http: {site.heading}"
        yield Flaw(file=file, line=1, key="trait", what=what)


async def _answers(told: Truth, site: LabSite) -> AsyncIterator[Flaw]:
    """What the site answers otherwise than the truth says."""
    file = str(site.folder / "truth.yaml")
    landed = await _end(site, told.landed)
    if not landed.document:
        what = f"{told.landed} is no live document: {landed.status}"
        yield Flaw(file=file, line=1, key="landed", what=what)
    rows: list[tuple[str, Place, Verdict]] = [
        ("routes", place, _route) for places in told.routes.values() for place in places
    ]
    for reason, places in told.excluded.items():
        rows += [(f"excluded.{reason}", place, _VERDICTS[reason]) for place in places]
    for key, place, verdict in rows:
        outcome = await _end(site, place.url.replace(ANY, "0123456789abcdef"))
        if not verdict(place.url, outcome, told):
            what = (
                f"{place.url} is not: ends at {outcome.url} with {outcome.status or 'no answer'}"
            )
            yield Flaw(file=file, line=place.line, key=key, what=what)


def _route(url: str, outcome: Outcome, _told: Truth) -> bool:
    return outcome.document and outcome.url == url.partition("#")[0]


_VERDICTS: dict[Excluded, Verdict] = {
    Excluded.DEAD: lambda _url, outcome, _told: outcome.status is None or outcome.status >= 400,
    Excluded.SOFT_404: lambda _url, outcome, _told: outcome.document,
    Excluded.NOT_A_DOCUMENT: lambda _url, outcome, _told: (
        outcome.status == 200 and not outcome.document
    ),
    Excluded.VOLATILE: lambda _url, outcome, _told: outcome.status is not None,
    Excluded.OFF_SITE: lambda _url, outcome, told: not _in_site(outcome.url, told.landed),
}


async def _end(site: LabSite, url: str) -> Outcome:
    """Follow an address by HTTP redirects alone."""
    for _ in range(HOPS):
        url = url.partition("#")[0]
        response = await _ask(site, url)
        location = response and 300 <= response.status < 400 and response.header("location")
        if not location:
            return Outcome(url=url, response=response)
        url = str(ada_url.URL(location, url).href)
    return Outcome(url=url, response=None)


async def _ask(site: LabSite, url: str) -> Response | None:
    """Ask as one patient client: again after a fault, a few times."""
    origin = site.web.find(origin_of(url))
    if isinstance(origin, Unserved):
        return None
    parsed = ada_url.URL(url)
    request = Request(
        method="GET",
        origin=origin_of(url),
        path=str(parsed.pathname),
        query=str(parsed.search)[1:] or None,
        headers=(("user-agent", "check"), ("host", str(parsed.host))),
    )
    answer = None
    for _ in range(ATTEMPTS):
        answer = await origin.answer(request)
        if isinstance(answer, Response) and answer.status != 429 and answer.status < 500:
            return answer
    return answer if isinstance(answer, Response) else None


def _in_site(url: str, landed: str) -> bool:
    return _place(url) == _place(landed)


def _place(url: str) -> tuple[str, str]:
    parsed = ada_url.URL(url)
    return str(parsed.hostname).removeprefix("www."), str(parsed.port)
