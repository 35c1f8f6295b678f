"""What depends on where the root landed: scope, gate, sitemaps and probes, wired once."""

from dataclasses import dataclass

from crawler import events
from crawler.config import Config, Fault
from crawler.fetch import Fetcher
from crawler.fold import Folder
from crawler.frontier import Frontier
from crawler.intake import Intake
from crawler.landing import Landing
from crawler.origins import Origins
from crawler.probing import Probing
from crawler.scope import Scope
from crawler.survey import Survey
from crawler.work import Worker


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The site that is crawled, and all that works on it."""

    scope: Scope
    intake: Intake
    folder: Folder
    survey: Survey
    worker: Worker


def wire(  # noqa: PLR0913 - the crawl's parts, each named by its caller
    landing: Landing,
    *,
    config: Config,
    fetcher: Fetcher,
    origins: Origins,
    frontier: Frontier,
    listen: events.Listener,
) -> Site:
    """Wire up a site; of a root that never landed, the address that was asked for counts."""
    home = landing.landed or landing.requested
    scope = Scope.of(
        landing.requested if Fault.REQUESTED_ROOT in config.faults else home,
        hosts=config.hosts,
        paths=config.paths,
        literal_host=Fault.LITERAL_HOST in config.faults,
    )
    intake = Intake(
        frontier,
        scope=scope,
        home=Scope.of(home),
        origins=origins,
        listen=listen,
        literal_scheme=Fault.LITERAL_SCHEME in config.faults,
    )
    survey = Survey(scope, config.limits, home=home)
    root = landing.readings[-1].fingerprint if landing.readings else None
    probing = None
    if root is not None and Fault.TRUST_SOFT404 not in config.faults:
        probing = Probing(root, fetcher, gate=intake.gate, config=config)
    worker = Worker(
        config=config,
        fetcher=fetcher,
        origins=origins,
        frontier=frontier,
        survey=survey,
        gate=intake.gate,
        probing=probing,
    )
    folder = Folder(frontier, intake)
    return Site(scope=scope, intake=intake, folder=folder, survey=survey, worker=worker)
