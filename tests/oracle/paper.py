"""A web on paper: pages in a mapping, served by the gateway, and read by a visitor of our own."""

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from ada_url import join_url
from selectolax.lexbor import LexborHTMLParser

from bench.web.gateway import Gateway
from bench.web.origin import Answer, Request, Response, Web, origin_of
from oracle.config import Config
from oracle.explore import explore
from oracle.routes.sighting import Phase, Sighting
from oracle.routes.truth import Truth
from oracle.routes.visit import Rendered, Visit


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What an address answers, to the request stack and to the browser."""

    body: str = ""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    to: str | None = None  # where it redirects
    headers: tuple[tuple[str, str], ...] = ()
    view: str | None = None  # what is seen once scripts ran, if it is not the body
    drawn: tuple[str, ...] = ()  # links that a script adds
    moves: str | None = None  # where a script goes while it loads
    later: str | None = None  # what a second visit shows
    browser: int | None = None  # the status that the browser gets, if it is another


Paper = Mapping[str, Page]
"""By address; one that ends in `*` answers for all that begin so."""


def find(paper: Paper, url: str) -> Page:
    if url in paper:
        return paper[url]
    stars = [key for key in paper if key.endswith("*") and url.startswith(key[:-1])]
    return paper[max(stars, key=len)] if stars else Page(status=404, body="<h1>Not here</h1>")


@dataclass(frozen=True, slots=True)
class PaperOrigin:
    """Serves the paper; what was asked for is kept."""

    paper: Paper
    asked: list[str] = field(default_factory=list)

    async def answer(self, request: Request) -> Answer:
        self.asked.append(request.url)
        page = find(self.paper, request.url)
        headers = (("content-type", page.kind), *page.headers)
        if page.to is not None:
            headers = (*headers, ("location", _fresh(page.to)))
        return Response(status=page.status, headers=headers, body=_fresh(page.body).encode())


@dataclass(frozen=True, slots=True)
class PaperVisitor:
    """Reads the paper as a browser would."""

    paper: Paper
    visited: list[str] = field(default_factory=list)
    rendered: list[str] = field(default_factory=list)

    async def visit(self, url: str, *, level: int) -> Visit:
        self.visited.append(url)
        page, seen = self._open(url)
        again = page.later is not None and self.visited.count(url) > 1
        body = _fresh((again and page.later) or page.body)
        links = [*_links(body), *(_fresh(link) for link in page.drawn)]
        return Visit(
            url=url,
            final_url=seen.final_url,
            level=level,
            status=seen.status,
            content_type=seen.content_type,
            redirects=seen.redirects,
            settled="quiet",
            title=seen.title,
            text=seen.text,
            body=body.encode(),
            sightings=tuple(
                Sighting(
                    url=join_url(seen.final_url, link),
                    page=seen.final_url,
                    level=level + 1,
                    phase=Phase.SCRIPT if link in page.drawn else Phase.HTML,
                    locator=f"a:nth-of-type({number})",
                )
                for number, link in enumerate(links)
            ),
        )

    async def render(self, url: str) -> Rendered:
        self.rendered.append(url)
        return self._open(url)[1]

    async def reset(self) -> None:
        pass

    def _shown(self, at: str) -> Page:
        """The page, or the view behind its fragment."""
        return self.paper.get(at) or find(self.paper, at.partition("#")[0])

    def _open(self, url: str) -> tuple[Page, Rendered]:
        at, hops = url, []
        page = self._shown(at)
        for _ in range(9):
            onward = page.to or page.moves
            if onward is None:
                break
            target = join_url(at, _fresh(onward))
            hops.append((at, target))
            at = target
            page = self._shown(at)
        tree = LexborHTMLParser(page.body)
        text = page.view if page.view is not None else tree.body.text() if tree.body else ""
        return page, Rendered(
            url=url,
            final_url=at,
            status=page.browser or page.status,
            content_type=page.kind,
            redirects=tuple(hops),
            text=text,
        )


@dataclass(frozen=True, slots=True)
class PaperBrowser:
    """Opens paper sites."""

    visitor: PaperVisitor
    version: str = "Paper/1"

    async def site(self, config: Config) -> PaperVisitor:
        del config
        return self.visitor


@asynccontextmanager
async def served(paper: Paper, folder: Path) -> AsyncIterator[tuple[Config, PaperOrigin]]:
    """The paper behind a gateway, and a configuration that reaches it."""
    origin = PaperOrigin(paper)
    hosts = {origin_of(url.rstrip("*")): origin for url in paper}
    async with Gateway(Web(hosts), ca_dir=folder) as gateway:
        yield Config(root=next(iter(paper)), proxy=gateway.proxy, ca=gateway.ca), origin


async def explored(paper: Paper, folder: Path, **settings: object) -> Truth:
    """The truth of a paper site whose first page is the root."""
    async with served(paper, folder) as (config, _):
        browser = PaperBrowser(PaperVisitor(paper))
        return await explore(replace(config, **settings), browser)  # type: ignore[arg-type] # settings of Config


def levels(truth: Truth) -> dict[int, list[str]]:
    return {
        level: [route.url for route in truth.routes if route.level == level] for level in (1, 2)
    }


def aside(truth: Truth) -> dict[str, list[str]]:
    told: dict[str, list[str]] = {}
    for one in truth.excluded:
        told.setdefault(one.reason, []).append(one.url)
    return told


def _fresh(text: str) -> str:
    return text.replace("%NONCE%", secrets.token_hex(8))


def _links(body: str) -> list[str]:
    tree = LexborHTMLParser(body)
    return [node.attributes.get("href") or "" for node in tree.css("a[href]")]
