"""Our own crawler as one command among the others, so that its figures are like theirs."""

import shlex
import sys

from bench.crawlers.command import Errand
from bench.sites.crawler import OWN, Crawler, Output
from bench.sites.site import Site


def own(crawler: Crawler, site: Site, errand: Errand) -> Crawler:
    """Give the command that crawls a site as the site's entry says."""
    far = site.budget
    options = {
        "--proxy": errand.proxy,
        "--ca": errand.ca,
        "--pages": errand.pages,
        "--depth": far.depth,
        "--seconds": far.seconds,
        "--delay": errand.delay,
        "--concurrency": errand.concurrency,
    }
    words = [sys.executable, "-P", "-m", "crawler", errand.url]
    words += [f"{name}={value}" for name, value in options.items() if value is not None]
    words += [f"--host={each}" for each in site.hosts]
    words += [f"--path={each}" for each in site.paths]
    return Crawler(
        name=OWN,
        command=shlex.join(words),
        output=Output.INVENTORY,
        seconds=crawler.seconds,
        memory=crawler.memory,
        told=crawler.told,
    )
