// Crawlee for JavaScript: every link of the host by its Cheerio crawler, and the sitemaps.
const { CheerioCrawler, Configuration, ProxyConfiguration, log } = require('@crawlee/cheerio');
const { RobotsTxtFile } = require('@crawlee/utils');

const [url, pages, concurrency, proxy] = process.argv.slice(2);

async function main() {
    log.setLevel(log.LEVELS.ERROR);
    const crawler = new CheerioCrawler({
        proxyConfiguration: proxy ? new ProxyConfiguration({ proxyUrls: [proxy] }) : undefined,
        respectRobotsTxtFile: true,
        maxRequestsPerCrawl: Number(pages),
        maxConcurrency: Number(concurrency),
        async requestHandler({ request, enqueueLinks }) {
            console.log(request.loadedUrl ?? request.url);
            await enqueueLinks();
        },
    }, new Configuration({ persistStorage: false }));
    const robots = await RobotsTxtFile.find(url, proxy || undefined).catch(() => null);
    const listed = robots ? await robots.parseUrlsFromSitemaps().catch(() => []) : [];
    await crawler.run([url, ...listed]);
}

main();
