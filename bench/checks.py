"""The bench's own look at a site: robots.txt, what lies beyond the truth, what it may lack."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from bench.ask import Asker, ask_alive, ask_robots
from bench.crawls import Crawls, read_crawls
from bench.facts.checks import Checks, Pool, PoolEntry, PoolProbe, PrecisionSample, Probe
from bench.facts.truth import Truth
from bench.parts import Parts, read_parts
from bench.sites.site import Site
from bench.store import write_json
from bench.verdict.atlas import atlas_of
from bench.verdict.match import beyond_truth, hops_of
from bench.verdict.pool import pool_of
from bench.verdict.robots import read_robots
from bench.web.origin import origin_of

SCHEMA = 1
SIDES = ("truth", "witness", "inventory")
SAMPLE = 200
MOST_ORIGINS = 20

Item = TypeVar("Item")


async def check(site: Site, out: Path, asker: Asker, *, crawlers: Iterable[str] = ()) -> None:
    """Ask what the judge will need to know of each crawler's answer, and write checks.json."""
    files = read_parts(out, SIDES).sound()
    crawls = read_crawls(out, crawlers)
    robots = await ask_robots(asker, _origins(files))
    checks = Checks(robots=robots)
    if files.truth is not None and files.inventory is not None:
        listed = sorted(beyond_truth(files.truth, crawls.told(files.inventory)))
        beyond = _drawn(site, listed)
        others = {
            name: sorted(beyond_truth(files.truth, crawls.told(each)))
            for name, each in crawls.listed.items()
        }
        drawn = {name: _drawn(site, each) for name, each in others.items()}
        entries = _pool(site, files.truth, files, crawls)
        allowed = read_robots(robots)
        may = [entry for entry in entries if allowed.decide(entry.url).allowed]
        pool = _drawn(site, may)
        asked = (*beyond, *(entry.url for entry in pool), *chain.from_iterable(drawn.values()))
        told = await _ask(site, files.truth, asker, asked)
        checks = Checks(
            robots=robots,
            precision=PrecisionSample(
                beyond=len(listed),
                sample=tuple(told[url] for url in beyond),
            ),
            pool=Pool(
                beyond=len(may),
                forbidden=len(entries) - len(may),
                sample=tuple(_probed(entry, told[entry.url]) for entry in pool),
            ),
            crawlers={
                name: PrecisionSample(
                    beyond=len(others[name]), sample=tuple(told[url] for url in each)
                )
                for name, each in drawn.items()
            },
        )
    write_json(out / "checks.json", {"schema": SCHEMA, **asdict(checks)})


def _origins(files: Parts) -> tuple[str, ...]:
    """Give every origin that holds a route, the landed root's first."""
    sides = (files.truth, files.inventory)
    landed = [side.landed for side in sides if side is not None and side.landed]
    routes = [] if files.truth is None else [route.url for route in files.truth.routes]
    return tuple(dict.fromkeys(map(origin_of, (*landed, *routes))))[:MOST_ORIGINS]


def _drawn(site: Site, items: Sequence[Item]) -> list[Item]:
    """Draw a sample, in the order given; seeded, so that the same web gives the same one."""
    draw = random.Random(site.name)  # noqa: S311 - a sample, no secret
    chosen = draw.sample(range(len(items)), min(SAMPLE, len(items)))
    return [items[at] for at in sorted(chosen)]


def _pool(site: Site, truth: Truth, files: Parts, crawls: Crawls) -> tuple[PoolEntry, ...]:
    inventories = [files.inventory] if files.inventory else []
    inventories += crawls.inventories
    hops = [hop for each in inventories for hop in hops_of(each)]
    at_home = _at_home(site, truth)
    return pool_of(
        truth,
        atlas_of(truth).with_hops(hops),
        witness=files.witness,
        inventories=inventories,
        in_site=lambda url: at_home(url) and _in_area(site, url),
    )


async def _ask(site: Site, truth: Truth, asker: Asker, urls: Iterable[str]) -> dict[str, Probe]:
    """Ask about each address once, however many samples it is in."""
    probes = await ask_alive(
        asker, dict.fromkeys(urls), at_home=_at_home(site, truth), shell=truth.shell
    )
    return {probe.url: probe for probe in probes}


def _probed(entry: PoolEntry, probe: Probe) -> PoolProbe:
    return PoolProbe(
        **asdict(entry), verdict=probe.verdict, status=probe.status, final_url=probe.final_url
    )


def _at_home(site: Site, truth: Truth) -> Callable[[str], bool]:
    homes = frozenset(map(_home, (truth.landed or truth.root, *site.hosts)))
    return lambda url: _home(url) in homes


def _in_area(site: Site, url: str) -> bool:
    path = urlsplit(url).path or "/"
    # Whole segments: /docs holds /docs/a, and not /docs-old.
    areas = [area.rstrip("/") for area in site.paths]
    return not areas or any(path == area or path.startswith(f"{area}/") for area in areas)


def _home(place: str) -> str:
    """Give a host as scope compares it: one leading www dropped, ports 80 and 443 as one."""
    try:
        parts = urlsplit(place if "://" in place else f"//{place}")
        host, port = (parts.hostname or "").removeprefix("www."), parts.port
    except ValueError:
        return place  # no address at all, and so nobody's home
    return host if port in {None, 80, 443} else f"{host}:{port}"
