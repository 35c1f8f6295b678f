"""Crawlee for Python: every link of the host by its Parsel crawler, and the usual sitemap."""

import asyncio
import logging
import sys
from urllib.parse import urljoin

from crawlee import ConcurrencySettings, service_locator
from crawlee.crawlers import ParselCrawler
from crawlee.http_clients import ImpitHttpClient
from crawlee.proxy_configuration import ProxyConfiguration
from crawlee.request_loaders import SitemapRequestLoader
from crawlee.storage_clients import MemoryStorageClient


async def main(url, pages, concurrency, proxy):
    """Print each page that was given."""
    service_locator.set_storage_client(MemoryStorageClient())
    # A closed web has certificates of its own.
    client = ImpitHttpClient(verify=not proxy)
    way = ProxyConfiguration(proxy_urls=[proxy]) if proxy else None
    sitemap = SitemapRequestLoader([urljoin(url, "/sitemap.xml")], http_client=client)
    crawler = ParselCrawler(
        http_client=client,
        proxy_configuration=way,
        request_manager=await sitemap.to_tandem(),
        respect_robots_txt_file=True,
        max_requests_per_crawl=pages,
        concurrency_settings=ConcurrencySettings(
            desired_concurrency=concurrency, max_concurrency=concurrency
        ),
        configure_logging=False,
    )

    @crawler.router.default_handler
    async def page(context):
        print(context.request.loaded_url or context.request.url)
        await context.enqueue_links(strategy="same-hostname")

    await crawler.run([url])


logging.basicConfig(level=logging.ERROR)
asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]))
