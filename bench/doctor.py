"""Says what of the environment is there, and gets a browser where none is."""

import asyncio
import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.ask import open_asker
from bench.lab import catalogue
from bench.sides import Found, Missing, find_chromium, install_chromium, why_unfit
from bench.sites.suite import SuiteErrors, load
from bench.web.gateway import Gateway

SITES = Path("sites.yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at; `needed` ones must be well for anything to work."""

    what: str
    well: bool
    told: str
    needed: bool = True


def examine() -> Iterator[Finding]:
    """Look at all that a run needs, one after the other."""
    yield Finding(what="python", well=True, told=f"{platform.python_version()} {sys.executable}")
    yield _browser()
    yield asyncio.run(_gateway())
    yield from _packages()


def get_browser() -> Iterator[str]:
    """Get a Chromium where there is none; tells what it does."""
    if isinstance(find_chromium(), Found):
        return
    yield "no browser yet; getting one, which may take some minutes"
    got = install_chromium()
    if isinstance(got, Missing):
        yield got.log


def _browser() -> Finding:
    found = find_chromium()
    if isinstance(found, Missing):
        return Finding(what="browser", well=False, told=found.message)
    if (why := asyncio.run(why_unfit())) is not None:
        return Finding(what="browser", well=False, told=why)
    told = f"{found.version or 'Chromium'} {found.path or ''} ({found.source})"
    return Finding(what="browser", well=True, told=told)


async def _gateway() -> Finding:
    """Ask the gateway for a lab page over TLS."""
    lab = catalogue.load("plain")
    began = time.monotonic()
    try:
        async with (
            Gateway(lab.web) as gateway,
            open_asker(proxy=gateway.proxy, ca=gateway.ca) as asker,
        ):
            reply = await asker.get(lab.root)
    except OSError as error:
        return Finding(what="gateway", well=False, told=f"no loopback server: {error}")
    took = f"{lab.root} over TLS in {(time.monotonic() - began) * 1000:.0f} ms"
    told = took if reply.status == 200 else f"{lab.root}: {reply.error or reply.status}"
    return Finding(what="gateway", well=reply.status == 200, told=told)


def _packages() -> Iterator[Finding]:
    """Tell which served sites of the sites.yaml at hand are installed."""
    try:
        suite = load(SITES)
    except SuiteErrors:
        return
    for group in suite.groups:
        for site in group.sites:
            if site.serve is None or site.package is None:
                continue
            there = Path(site.serve).is_dir()
            told = site.serve if there else f"not installed; apt-get install {site.package}"
            yield Finding(what=site.name, well=there, told=told, needed=False)
