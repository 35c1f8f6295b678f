"""Makes of a crawler's template and one site the words and the environment of a command."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bench.sites.crawler import Crawler
from bench.sites.crawlers import PLACE

PROXIES = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY")
NO_PROXY = ("no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY")
TRUST = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS")
TOKEN = "RouteRecall"  # noqa: S105 - the name in robots.txt that recall is counted for, no secret


@dataclass(frozen=True, slots=True, kw_only=True)
class Errand:
    """One site as a command is told of it; without a proxy, the site is live."""

    url: str
    proxy: str | None = None
    ca: Path | None = None
    pages: int = 5000
    delay: float = 0.0
    concurrency: int = 8


def words(template: str, errand: Errand, *, out: Path | None = None) -> list[str]:
    """Fill in a template; it is split first, so that an address is one word whatever is in it."""
    values = {
        "url": errand.url,
        "host": urlsplit(errand.url).hostname or "",
        "proxy": errand.proxy or "",
        "ca": str(errand.ca or ""),
        "out": str(out or ""),
        "pages": str(errand.pages),
        "delay": f"{errand.delay:g}",
        "concurrency": str(errand.concurrency),
        "token": TOKEN,
    }
    return [
        PLACE.sub(lambda found: values.get(found[1], found[0]), word)
        for word in shlex.split(template)
    ]


def writes_out(crawler: Crawler) -> bool:
    """Whether the addresses come in a file rather than on the standard output."""
    return "out" in PLACE.findall(crawler.command)


def environment(
    crawler: Crawler, errand: Errand, *, ours: Mapping[str, str], scratch: Path
) -> dict[str, str]:
    """Give a command's environment: ours, the way to the site, and what the entry sets.

    A Python program prints each address at once: what was printed counts, also when it is cut.
    """
    told = {**ours, "TMPDIR": str(scratch), "PYTHONUNBUFFERED": "1"}
    if errand.proxy:
        told |= dict.fromkeys(PROXIES, errand.proxy) | dict.fromkeys(NO_PROXY, "")
    if errand.ca:
        told |= dict.fromkeys(TRUST, str(errand.ca))
    return told | dict(crawler.env)
