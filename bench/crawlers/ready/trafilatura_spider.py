"""Trafilatura: its spider, and what its search for sitemaps gives."""

import os
import sys
from copy import deepcopy

# It takes `http_proxy` for a SOCKS proxy; its downloads by curl know all others.
if proxy := os.environ.pop("http_proxy", None):
    os.environ["ALL_PROXY"] = proxy

from trafilatura.settings import DEFAULT_CONFIG
from trafilatura.sitemaps import sitemap_search
from trafilatura.spider import focused_crawler

STEP = 20
MOST = 100_000


def main(url, pages, delay):
    """Print each address when it is known, step by step."""
    config = deepcopy(DEFAULT_CONFIG)
    config["DEFAULT"]["SLEEP_TIME"] = delay
    told = dict.fromkeys(sitemap_search(url, sleep_time=float(delay)))
    print(*told, sep="\n")
    todo, known = None, None
    for _ in range(0, pages, STEP):
        todo, known = focused_crawler(url, STEP, MOST, todo, known, config=config)
        print(*(each for each in known if each not in told), sep="\n")
        told |= dict.fromkeys(known)
        if not todo:
            break


main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
