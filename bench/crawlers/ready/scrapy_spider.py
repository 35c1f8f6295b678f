"""Scrapy: every link of the host, and the sitemaps that robots.txt names."""

from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import SitemapSpider


class Everything(SitemapSpider):
    """Prints each page that it was given."""

    name = "everything"
    custom_settings = {
        "ROBOTSTXT_OBEY": True,
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
    }

    def __init__(self, url, **rest):
        host = urlsplit(url).hostname
        self.root = url
        self.allowed_domains = [host]
        self.sitemap_urls = [urljoin(url, "/robots.txt")]
        self.links = LinkExtractor(allow_domains=[host])
        super().__init__(**rest)

    async def start(self):
        """Begin at the root, go on with the sitemaps."""
        yield Request(self.root)
        async for each in super().start():
            yield each

    def parse(self, response):
        """Print a page and follow its links."""
        if isinstance(response, HtmlResponse):
            print(response.url)
            yield from response.follow_all(self.links.extract_links(response))
