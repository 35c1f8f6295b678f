"""The same crawl by Scrapy, as its documentation has it: one spider, its own link extractor."""

import sys
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

# Scrapy lives in a virtual environment of the benchmark's own.
from scrapy import Spider  # type: ignore[import-not-found]
from scrapy.crawler import CrawlerProcess  # type: ignore[import-not-found]
from scrapy.http import TextResponse  # type: ignore[import-not-found]
from scrapy.linkextractors import LinkExtractor  # type: ignore[import-not-found]

SETTINGS = {
    "LOG_LEVEL": "ERROR",
    "ROBOTSTXT_OBEY": True,
    "DOWNLOAD_DELAY": 0,
    "TELNETCONSOLE_ENABLED": False,
}


class Site(Spider):  # type: ignore[misc]  # untyped here, see above
    """Follow every link of the root's host."""

    name = "site"

    def __init__(self, url: str) -> None:
        super().__init__()
        self.start_urls = [url]
        host = urlsplit(url).netloc
        self._links = LinkExtractor(allow_domains=[host], unique=True)

    def parse(self, response: Any) -> Iterator[Any]:
        """Yield the page, and a request for each link."""
        if isinstance(response, TextResponse):
            yield {"url": response.url}
            for link in self._links.extract_links(response):
                yield response.follow(link, callback=self.parse)


if __name__ == "__main__":
    concurrency = int(sys.argv[2])
    limits = {
        "CONCURRENT_REQUESTS": concurrency,
        "CONCURRENT_REQUESTS_PER_DOMAIN": concurrency,
    }
    process = CrawlerProcess(SETTINGS | limits)
    process.crawl(Site, url=sys.argv[1])
    process.start()
