"""Measures a lab site, as it is or edited, with crawler and oracle set as a test wants them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import crawler.config
import oracle.config
from bench.ask import open_asker
from bench.checks import check
from bench.lab import catalogue
from bench.sites.site import Site
from bench.store import write, write_json
from bench.web.gateway import Gateway
from crawler.answer.inventory import write_lines
from crawler.crawl import crawl
from oracle.browser import open_browser
from oracle.explore import explore
from oracle.routes.witness import write_zip
from tests.bench.gate.seeded import Edit


def variant(name: str, edit: Edit, folder: Path) -> catalogue.LabSite:
    """Load a lab site with its pages edited."""
    home = folder / name
    home.mkdir(parents=True)
    for file in (catalogue.HERE / name).iterdir():
        if file.is_file():
            (home / file.name).write_bytes(file.read_bytes())
    text = (home / "site.http").read_text("utf-8")
    (home / "site.http").write_text(edit(text), "utf-8")
    return catalogue.load(name, folder)


async def measure(
    lab: catalogue.LabSite, out: Path, *, crawling: Mapping[str, Any], seeing: Mapping[str, Any]
) -> None:
    """Measure a site into a folder as a run does: a real browser, a real crawl, real asks."""
    async with Gateway(lab.web) as gateway:
        way: dict[str, Any] = {"proxy": gateway.proxy, "ca": gateway.ca}
        async with open_browser(**way) as browser:
            truth = await explore(oracle.config.Config(root=lab.root, **way, **seeing), browser)
        write_json(out / "truth.json", truth.as_json())
        write_zip(out / "witness.zip", truth.witness)
        gateway.serve(lab.fresh().web)
        config = _config(lab.root, crawling, way)
        inventory = await crawl(config)
        write(out / "inventory.jsonl", (f"{line}\n" for line in write_lines(inventory)))
        async with open_asker(**way) as asker:
            await check(Site(name=lab.name, group="lab", lab=lab.name), out, asker)
    record = {
        "schema": 1,
        "name": lab.name,
        "group": "lab",
        "entry": {"lab": lab.name},
        "digests": {"truth": truth.digest, "inventory": inventory.digest},
    }
    (out / "site.json").write_text(json.dumps(record))


def _config(root: str, crawling: Mapping[str, Any], way: Mapping[str, Any]) -> Any:
    faults = [crawling["faults"]] if "faults" in crawling else []
    limits: dict[str, Any] = (
        {"page_links": crawling["page_links"]} if "page_links" in crawling else {}
    )
    return crawler.config.Config(
        root=root,
        paths=crawling.get("paths", ()),
        budget=crawler.config.Budget(depth=crawling.get("depth")),
        limits=crawler.config.Limits(**limits),
        faults=frozenset(map(crawler.config.Fault, faults)),
        **way,
    )
