"""Trafilatura: its spider, and what its search for sitemaps and feeds gives."""

import sys
from copy import deepcopy

from trafilatura.settings import DEFAULT_CONFIG
from trafilatura.sitemaps import sitemap_search
from trafilatura.spider import focused_crawler

STEP = 20


def main(url, pages, delay):
    """Print each address when it is known, step by step."""
    config = deepcopy(DEFAULT_CONFIG)
    config["DEFAULT"]["SLEEP_TIME"] = delay
    told, todo, known = set(), None, None
    for found in sitemap_search(url, sleep_time=float(delay)):
        told.add(found)
        print(found)
    for _ in range(0, pages, STEP):
        todo, known = focused_crawler(
            url,
            max_seen_urls=STEP,
            max_known_urls=100_000,
            todo=todo,
            known_links=known,
            config=config,
        )
        for found in known:
            if found not in told:
                told.add(found)
                print(found)
        if not todo:
            break


main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
