"""The lab's sites themselves: asked over the wire, and read as a static crawler would."""

import asyncio
import gzip
import re
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import ada_url
import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser

from bench.lab.catalogue import LabSite, load, names
from bench.lab.check import check
from bench.lab.truth import ANY, Excluded, Written
from bench.verdict.causes import Cause
from bench.web.gateway import Gateway

ALL = names()
ALIVE = tuple(name for name in ALL if load(name).fails is None)
DOCUMENTS = {"text/html", "application/xhtml+xml"}
ATTEMPTS = 4
ASCII = "".join(map(chr, range(0x21, 0x7F)))
AGENT = "plain-crawler"  # some sites have another face for who is called a crawler
MISTAKES = {
    Cause.REFUSED_TRAP,
    Cause.REFUSED,
    Cause.FOLDED,
    Cause.SOFT_404,
}  # of rules that a plain walk lacks
DEEP = 8  # clicks that a walk goes: beyond lies only the calendar that never ends

Ask = Callable[[str], Awaitable[httpx.Response | None]]


@pytest.fixture(scope="module")
def ca_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ca")


# What one client is told


async def served(site: LabSite, use: Callable[[Ask], Awaitable[None]], ca_dir: Path) -> None:
    """Let a client use the site over the wire; it asks again after a fault."""
    async with Gateway(site.web, ca_dir=ca_dir) as gateway:
        trust = ssl.create_default_context(cafile=str(gateway.ca))
        async with httpx.AsyncClient(
            proxy=gateway.proxy,
            verify=trust,
            follow_redirects=True,
            timeout=httpx.Timeout(10, read=1),
            headers={"User-Agent": AGENT},
        ) as http:

            async def ask(url: str) -> httpx.Response | None:
                answer = None
                for _ in range(ATTEMPTS):
                    try:
                        answer = await http.get(url)
                    except httpx.HTTPError:
                        answer = None
                    else:
                        if answer.status_code != 429 and answer.status_code < 500:
                            break
                return answer

            await use(ask)


def place(url: str) -> tuple[str, str]:
    """What must agree for an address to be in site: the host without www., and the port."""
    parsed = ada_url.URL(url)
    return str(parsed.hostname).removeprefix("www."), str(parsed.port)


def spelled(url: object) -> str:
    """Spell an address as browsers do."""
    return str(ada_url.URL(str(url)).href)


def asked(url: object) -> str:
    """Spell an address as it is asked for: without what stands behind the hash."""
    return spelled(url).partition("#")[0]


def is_document(answer: httpx.Response | None) -> bool:
    if answer is None or answer.status_code != 200:
        return False
    kind = answer.headers.get("content-type", "").partition(";")[0]
    return kind in DOCUMENTS and "content-disposition" not in answer.headers


@pytest.mark.parametrize("name", ALL)
def test_truth_and_answers_agree(name: str) -> None:
    assert asyncio.run(check(load(name))) == ()


@pytest.mark.parametrize("name", ALIVE)
def test_what_the_truth_says_is_served(name: str, ca_dir: Path) -> None:
    site = load(name)

    async def use(ask: Ask) -> None:
        root = await ask(site.root)
        assert is_document(root)
        for url in site.routes.get(1, frozenset()) | site.routes.get(2, frozenset()):
            answer = await ask(url)
            assert is_document(answer), url
            assert answer is not None
            assert asked(answer.url) == asked(url)
            assert answer.history == []
        for reason, urls in site.excluded.items():
            for url in urls:
                answer = await ask(url.replace(ANY, "0123456789abcdef"))
                assert AS_EXCLUDED[Excluded(reason)](answer, site), f"{reason}: {url}"

    asyncio.run(served(site, use, ca_dir))


AS_EXCLUDED: dict[Excluded, Callable[[httpx.Response | None, LabSite], bool]] = {
    Excluded.DEAD: lambda answer, _: answer is None or answer.status_code in {404, 410},
    Excluded.NOT_A_DOCUMENT: lambda answer, _: (
        answer is not None and answer.status_code == 200 and not is_document(answer)
    ),
    Excluded.SOFT_404: lambda answer, _: is_document(answer),
    Excluded.VOLATILE: lambda answer, _: is_document(answer),
    Excluded.OFF_SITE: lambda answer, site: (
        answer is not None and place(str(answer.url)) != place(site.landed)
    ),
}


# What a static crawler can find


def links(answer: httpx.Response) -> Iterator[str]:
    """Every address that a served page holds and lets robots follow."""
    meta = re.search(rb'<meta charset="([\w-]+)"', answer.content)
    charset = answer.charset_encoding or (meta[1].decode() if meta else "utf-8")
    text = answer.content.decode(charset)
    base = str(answer.url)
    for node in LexborHTMLParser(text).css("base[href]"):
        base = absolute(node.attributes["href"] or "", base, charset)
    refresh = re.search(r"url=(\S+)", answer.headers.get("refresh", ""))
    if refresh:
        yield absolute(refresh[1], base, charset)
    for written in written_links(text, followed='content="nofollow"' not in text):
        yield absolute(written, base, charset)


def written_links(text: str, *, followed: bool) -> Iterator[str]:
    """What links, frames, handlers and refreshes of a page hold, and of what it embeds."""
    # A declared shadow root is part of the page, any other template is not.
    tree = LexborHTMLParser(re.sub(r"<template shadowrootmode[^>]*>", "<div>", text))
    for node in tree.css("a[href], area[href], frame[src], iframe[src], [onclick], [srcdoc]"):
        held = node.attributes.get("href") or node.attributes.get("src") or ""
        code = held if held.startswith("javascript:") else node.attributes.get("onclick") or ""
        rules = (node.attributes.get("rel") or "").split()
        if node.attributes.get("srcdoc"):
            yield from written_links(node.attributes["srcdoc"] or "", followed=followed)
        elif node.tag == "iframe" or (followed and "nofollow" not in rules):
            yield from (*re.findall(r"'(/[^']*)'", code), held)
    for node in tree.css("meta[http-equiv=refresh]"):
        yield (node.attributes["content"] or "").partition("url=")[2]


def absolute(written: str, base: str, charset: str) -> str:
    path, mark, query = written.partition("?")
    url = spelled(ada_url.URL(path + mark + quote(query.encode(charset), safe=ASCII), base))
    page, _, fragment = url.partition("#")
    return url if fragment.startswith("/") else page


async def sitemaps(site: LabSite, ask: Ask) -> AsyncIterator[str]:
    """Every in-site address that the sitemaps of robots.txt hold, on the landed root's scheme."""
    origin = str(ada_url.URL(site.landed).origin)
    robots = await ask(f"{origin}/robots.txt")
    maps = re.findall(r"(?m)^Sitemap: (\S+)", robots.text if robots else "")
    for url in maps:
        answer = await ask(url)
        body = answer.content if answer and answer.status_code == 200 else b""
        body = gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body
        found = re.findall(r"<loc>\s*(\S+?)\s*</loc>", body.decode())
        for entry in (entry for entry in found if place(entry) == place(site.landed)):
            if b"<sitemapindex" in body:
                maps.append(entry)
            else:
                yield origin + str(ada_url.URL(entry).pathname)


async def reached(site: LabSite, ask: Ask) -> frozenset[str]:
    """Every document that served HTML and sitemaps lead to; robots.txt aside."""
    steps = {site.landed: 0} | {url: 1 async for url in sitemaps(site, ask)}
    queue = list(steps)
    documents = set()
    for url in queue:
        answer = await ask(url)
        if not is_document(answer) or steps[url] > DEEP:
            continue
        assert answer is not None
        _, mark, view = url.partition("#")
        documents.add(asked(answer.url) + mark + view)
        for link in links(answer):
            if place(link) == place(site.landed) and link not in steps:
                steps[link] = steps[url] + 1
                queue.append(link)
    return frozenset(documents)


@pytest.mark.parametrize("name", ALIVE)
def test_static_misses_are_what_a_plain_walk_misses(name: str, ca_dir: Path) -> None:
    site = load(name)

    async def use(ask: Ask) -> None:
        routes = frozenset[str]().union(*site.routes.values())
        mistaken = frozenset[str]().union(*(site.causes.get(cause, ()) for cause in MISTAKES))
        assert routes - await reached(site, ask) == site.static_misses - mistaken

    asyncio.run(served(site, use, ca_dir))


# What the sites are as a set


def test_causes_are_those_of_the_judge() -> None:
    assert {cause for name in ALL for cause in load(name).causes} <= set(Cause)


def test_each_host_is_of_one_site() -> None:
    homes = {name: {host.partition("://")[2] for host in load(name).hosts} for name in ALL}
    counts = Counter(host for hosts in homes.values() for host in hosts)
    assert [host for host, count in counts.items() if count > 1] == []
    assert all(host.endswith(".test") for host in counts)


def test_each_site_says_its_trait_in_a_sentence_of_its_own() -> None:
    traits = [load(name).trait for name in ALL]
    assert all(trait.endswith((".", ").")) for trait in traits)
    assert len(set(traits)) == len(ALL)


def test_a_third_was_written_blind() -> None:
    blind = [name for name in ALL if load(name).written is Written.BLIND]
    assert 3 * len(blind) >= len(ALL)


def test_the_table_of_the_lab_names_each_site() -> None:
    table = (Path(__file__).parents[3] / "docs" / "lab.md").read_text("utf-8")
    assert tuple(sorted(re.findall(r"(?m)^\| `([\w-]+)` \|", table))) == ALL


# Each of the four faults costs routes where it should, and nowhere else


def written_in(site: LabSite) -> Iterator[ada_url.URL]:
    """Every absolute in-site address that the answers hold."""
    for declared in site.declared:
        for url in re.findall(r"https?://[^\s\"'<>]+", declared.body.decode("utf-8", "replace")):
            if place(url) == place(site.landed):
                yield ada_url.URL(url)


def by_another_scheme(site: LabSite) -> bool:
    landed = ada_url.URL(site.landed)
    return any(url.protocol != landed.protocol for url in written_in(site))


def by_another_host(site: LabSite) -> bool:
    landed = ada_url.URL(site.landed)
    return any(url.hostname != landed.hostname for url in written_in(site))


def by_another_root(site: LabSite) -> bool:
    return place(site.root) != place(site.landed)


def by_soft_404s(site: LabSite) -> bool:
    """Soft-404s that a static crawler is led to; those that scripts draw cost it nothing."""
    paths = {str(ada_url.URL(url).pathname) for url in site.excluded[Excluded.SOFT_404]}
    html = "".join(declared.body.decode("utf-8", "replace") for declared in site.declared)
    return any(f'"{path}"' in html for path in paths)


@pytest.mark.parametrize(
    ("sensitive", "expected"),
    [
        (by_another_host, {"www-redirect"}),
        (by_another_root, {"landed-elsewhere"}),
        (by_another_scheme, {"scheme"}),
        (by_soft_404s, {"soft404-page", "soft404-redirect", "soft404-home"}),
    ],
)
def test_a_fault_shows_on_its_own_sites_alone(
    sensitive: Callable[[LabSite], bool], expected: set[str]
) -> None:
    assert {name for name in ALIVE if sensitive(load(name))} == expected
