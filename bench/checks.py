"""The bench's own look at a site: robots.txt, and a sample of what lies beyond the truth."""

import random
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from urllib.parse import urlsplit

from bench import record
from bench.ask import Asker, ask_alive, ask_robots
from bench.facts.checks import Checks, PrecisionSample
from bench.facts.inventory import Inventory
from bench.facts.truth import Truth
from bench.sites.site import Site
from bench.store import write_json
from bench.verdict.match import beyond_truth
from bench.web.origin import origin_of

SCHEMA = 1
SAMPLE = 200
MOST_ORIGINS = 20


async def check(site: Site, out: Path, asker: Asker) -> None:
    """Ask what the judge will need to know, and write checks.json."""
    truth, inventory = _read(out)
    origins = _origins(truth, inventory)
    robots = await ask_robots(asker, origins)
    precision = None
    if truth is not None and inventory is not None:
        precision = await _precision(site, truth, inventory, asker)
    checks = Checks(robots=robots, precision=precision)
    write_json(out / "checks.json", {"schema": SCHEMA, **asdict(checks)})


def _read(out: Path) -> tuple[Truth | None, Inventory | None]:
    truth, inventory = out / "truth.json", out / "inventory.jsonl"
    return (
        record.read_truth(truth) if truth.is_file() else None,
        record.read_inventory(inventory) if inventory.is_file() else None,
    )


def _origins(truth: Truth | None, inventory: Inventory | None) -> tuple[str, ...]:
    """Give every origin that holds a route, the landed root's first."""
    landed = [side.landed for side in (truth, inventory) if side is not None and side.landed]
    routes = [] if truth is None else [route.url for route in truth.routes]
    return tuple(dict.fromkeys(map(origin_of, (*landed, *routes))))[:MOST_ORIGINS]


async def _precision(
    site: Site, truth: Truth, inventory: Inventory, asker: Asker
) -> PrecisionSample:
    beyond = sorted(beyond_truth(truth, inventory))
    # Seeded by the site: the same web gives the same sample.
    draw = random.Random(site.name)  # noqa: S311 - a sample, no secret
    sample = sorted(draw.sample(beyond, min(SAMPLE, len(beyond))))
    homes = _homes((truth.landed or truth.root, *site.hosts))
    probes = await ask_alive(
        asker, sample, at_home=lambda url: not _homes((url,)).isdisjoint(homes), shell=truth.shell
    )
    return PrecisionSample(beyond=len(beyond), sample=probes)


def _homes(places: Iterable[str]) -> frozenset[str]:
    """Give hosts as scope compares them: one leading www dropped, ports 80 and 443 as one."""
    return frozenset(_home(place) for place in places)


def _home(place: str) -> str:
    parts = urlsplit(place if "://" in place else f"//{place}")
    host = (parts.hostname or "").removeprefix("www.")
    return host if parts.port in {None, 80, 443} else f"{host}:{parts.port}"
