"""A real Chromium goes through the gateway as through any proxy."""

import os
import shutil
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from playwright.async_api import Browser, Error, async_playwright

from bench.web.exchange import Log
from bench.web.gateway import Gateway
from bench.web.origin import Answer, Hang, Request, Reset, Response, Web

pytestmark = pytest.mark.browser

# None leaves it to Playwright, which may have a browser of its own.
CHROMIUM = (
    os.environ.get("BENCH_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PAGE = """<!doctype html><title>{url}</title><link rel=stylesheet href=/style.css>
<img src=/pixel.svg><h1>Seen</h1><script src=/late.js></script>
"""


def typed(kind: str, text: str) -> Response:
    return Response(headers=(("Content-Type", kind),), body=text.encode())


ANSWERS: dict[str, Answer] = {
    "/style.css": typed("text/css", "h1 { width: 7px }"),
    "/pixel.svg": typed(
        "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='3'/>"
    ),
    "/late.js": typed("text/javascript", "document.body.dataset.late = 'yes'"),
    "/old": Response(status=301, headers=(("Location", "/new"),)),
    "/reset": Reset(),
    "/hang": Hang(seconds=60),
}


class Shop:
    """A page with a style, a picture and a script; faults on some paths."""

    async def answer(self, request: Request) -> Answer:
        page = typed("text/html; charset=utf-8", PAGE.format(url=request.url))
        return ANSWERS.get(request.path, page)


WEB = Web({"shop.test": Shop(), "https://bücher.test": Shop(), "http://plain.test": Shop()})


def test_pages_over_http_and_https(run: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
    log = Log()

    async def main() -> None:
        async with Gateway(WEB, listen=log) as gateway, async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=CHROMIUM, args=FLAGS, proxy={"server": gateway.proxy}
            )
            await look(browser)
            await browser.close()

    run(main())
    assert log.count("https://shop.test/style.css") >= 1
    assert log.count("https://shop.test/new") == 1
    assert all("Chrome" in exchange.client for exchange in log.exchanges if exchange.client)


async def look(browser: Browser) -> None:
    context = await browser.new_context(ignore_https_errors=True)
    page = await context.new_page()
    rows = {
        "http://shop.test/a%20b": "http://shop.test/a%20b",
        "https://shop.test/": "https://shop.test/",
        "https://shop.test/old": "https://shop.test/new",
        "https://bücher.test/": "https://xn--bcher-kva.test/",
    }
    for asked, landed in rows.items():
        response = await page.goto(asked)
        assert response is not None
        assert (response.status, page.url, await page.title()) == (200, landed, landed)
        seen = "[document.querySelector('h1').clientWidth, document.images[0].naturalWidth]"
        assert await page.evaluate(seen) == [7, 3]
        assert await page.evaluate("document.body.dataset.late") == "yes"
    response = await page.goto("http://unknown.test/")
    assert response is not None
    assert response.status == 502
    failures = {
        "https://unknown.test/": "ERR_TUNNEL_CONNECTION_FAILED",
        "https://plain.test/": "ERR_TUNNEL_CONNECTION_FAILED",
        "https://shop.test/reset": "ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET",
    }
    for asked, failure in failures.items():
        with pytest.raises(Error, match=failure):
            await page.goto(asked)
    with pytest.raises(Error, match="Timeout"):
        await page.goto("https://shop.test/hang", timeout=500)
    websocket = """async (url) => {
        const socket = new WebSocket(url);
        return await new Promise(done => {
            socket.onerror = () => done('refused');
            socket.onopen = () => done('open');
        });
    }"""
    await page.goto("https://shop.test/")
    assert await page.evaluate(websocket, "wss://shop.test/ws") == "refused"
    await page.goto("http://plain.test/")
    assert await page.evaluate(websocket, "ws://plain.test/ws") == "refused"
