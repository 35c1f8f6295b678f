"""What depends on where the root landed: scope, gate, sitemaps and probes, wired once."""

from dataclasses import dataclass

from crawler.address.scope import Scope
from crawler.config import Config, Fault
from crawler.landing import Landing
from crawler.means import Means
from crawler.page.probing import Probing
from crawler.sitemap.survey import Survey
from crawler.state.fold import Folder
from crawler.state.frontier import Frontier
from crawler.state.intake import Intake
from crawler.state.recall import Purpose
from crawler.wire.hosts import Hosts
from crawler.work import Worker


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The site that is crawled, and all that works on it."""

    scope: Scope
    intake: Intake
    folder: Folder
    survey: Survey
    worker: Worker
    hosts: Hosts


def bounds(config: Config, home: str) -> Scope:
    """Draw the scope around an address, as the configuration widens or narrows it."""
    return Scope.of(
        home,
        hosts=config.hosts,
        paths=config.paths,
        literal_host=Fault.LITERAL_HOST in config.faults,
    )


def wire(landing: Landing, means: Means, *, frontier: Frontier) -> Site:
    """Wire up a site; of a root that never landed, the address that was asked for counts."""
    config = means.config
    home = landing.landed or landing.requested
    scope = bounds(config, landing.requested if Fault.REQUESTED_ROOT in config.faults else home)
    intake = Intake(
        frontier,
        scope=scope,
        home=Scope.of(home),
        origins=means.origins,
        listen=means.listen,
        told=config.robots.text,
        literal_scheme=Fault.LITERAL_SCHEME in config.faults,
    )
    survey = Survey(
        scope,
        config.limits,
        home=home,
        silence=config.pacing.silence,
        literal_scheme=Fault.LITERAL_SCHEME in config.faults,
    )
    root = landing.readings[-1].fingerprint if landing.readings else None
    probing = None
    if root is not None and Fault.TRUST_SOFT404 not in config.faults:
        fetcher = means.recall(Purpose.PROBE)
        probing = Probing(root, fetcher, gate=intake.gate, config=config)
    hosts = Hosts(config.pacing.silence)
    worker = Worker(
        config=config,
        pages=means.recall(Purpose.PAGE),
        sitemaps=means.recall(Purpose.SITEMAP),
        origins=means.origins,
        frontier=frontier,
        survey=survey,
        gate=intake.gate,
        probing=probing,
        hosts=hosts,
    )
    folder = Folder(frontier, intake, most_links=config.limits.page_links)
    return Site(
        scope=scope, intake=intake, folder=folder, survey=survey, worker=worker, hosts=hosts
    )
