"""Serve the lab for a person to browse, or for another crawler to try."""

import asyncio
import signal
from collections.abc import Callable, Iterable
from pathlib import Path

from bench.lab.catalogue import LabSite, load, names
from bench.web.gateway import Gateway
from bench.web.origin import Web

Say = Callable[[str], None]


def serve(say: Say, asked: Iterable[str] = (), *, ca_dir: Path | None = None) -> None:
    """Serve the named lab sites, or all of them, until Ctrl-C.

    Raises:
        KeyError: there is no site of that name.
        BrokenSiteError: a site's files cannot be read.
    """
    sites = [load(name) for name in asked or names()]
    asyncio.run(_until_interrupted(say, sites, ca_dir))


async def _until_interrupted(say: Say, sites: list[LabSite], ca_dir: Path | None) -> None:
    over = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, over.set)
    async with Gateway(web(sites), ca_dir=ca_dir) as gateway:
        for line in guide(gateway, sites):
            say(line)
        await over.wait()


def web(sites: Iterable[LabSite]) -> Web:
    """All hosts of several sites."""
    whole = Web()
    for site in sites:
        whole |= site.web
    return whole


def guide(gateway: Gateway, sites: list[LabSite]) -> Iterable[str]:
    """Say what is served, and how to get at it."""
    width = max((len(site.name) for site in sites), default=0)
    for site in sites:
        yield f"{site.name:<{width}}  {site.root}"
        yield f"{'':<{width}}  {site.trait}"
    yield ""
    yield f"proxy   {gateway.proxy}"
    yield f"CA      {gateway.ca}"
    for site in sites[:1]:
        yield f"try     curl -x {gateway.proxy} --cacert {gateway.ca} -L {site.root}"
    proxies = f"http_proxy={gateway.proxy} https_proxy={gateway.proxy}"
    yield f"crawl   {proxies} SSL_CERT_FILE={gateway.ca}"
    yield "Ctrl-C ends it. Flaky sites count attempts per client and address, from when it began."
