"""The end of a crawl: its state frozen into an inventory, and the reason when that is empty."""

from dataclasses import dataclass

from crawler.config import Config
from crawler.emptiness import why_empty
from crawler.frontier import Frontier
from crawler.inventory import Inventory, Stop, candidate, sealed
from crawler.landing import Landing
from crawler.site import Site


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
    candidates = tuple(candidate(record, scope) for record in frontier)
    own = landing.path if landing else ()
    found = any(each.listed and each.url not in own for each in candidates)
    inventory = Inventory(
        root=config.root,
        landed=landed,
        settings=config.settings,
        robots=site.intake.policies if site else (),
        sitemaps=tuple(site.survey.records) if site else (),
        candidates=candidates,
        stop=course.stop,
        why_empty=None if found else why_empty(landing, frontier),
        started=course.started,
        seconds=course.seconds,
    )
    return sealed(inventory)
