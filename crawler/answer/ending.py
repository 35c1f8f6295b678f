"""The end of a crawl: its state frozen into an inventory, and the reason when that is empty."""

from dataclasses import dataclass

from crawler.answer.emptiness import why_empty
from crawler.answer.inventory import Inventory, sealed
from crawler.config import Config
from crawler.landing import Landing
from crawler.site import Site
from crawler.sitemap.public import public_pages
from crawler.state.candidate import candidate, why_pending
from crawler.state.frontier import Frontier
from crawler.stop import Stop
from crawler.wire.hosts import Hosts


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How a crawl went: why it stopped, when it began, how long it took."""

    stop: Stop
    started: str
    seconds: float


def freeze(
    config: Config,
    course: Course,
    *,
    landing: Landing | None,
    site: Site | None,
    frontier: Frontier,
) -> Inventory:
    """Freeze what was found; without a landed root nothing is listed."""
    if site is not None:
        site.survey.abandon("the crawl stopped before it was read")
    landed = landing.landed if landing else None
    scope = site.scope if site and landed else None
    hosts = site.hosts if site else Hosts(config.pacing.silence)
    candidates = tuple(
        candidate(
            record,
            scope,
            pending=why_pending(
                record, course.stop, depth=config.budget.depth, silent=hosts.gave_up
            ),
        )
        for record in frontier
    )
    sitemaps = tuple(site.survey.records) if site else ()
    own = landing.path if landing else ()
    found = any(each.listed and each.url not in own for each in candidates)
    inventory = Inventory(
        root=config.root,
        landed=landed,
        settings=config.settings,
        robots=site.intake.policies if site else (),
        sitemaps=sitemaps,
        candidates=candidates,
        public_pages=public_pages(frontier, sitemaps),
        links_over=site.folder.links_over if site else 0,
        stop=course.stop,
        why_empty=None if found else why_empty(landing, frontier),
        started=course.started,
        seconds=course.seconds,
    )
    return sealed(inventory)
