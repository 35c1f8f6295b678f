"""The crawler reads the links of real pages, and resolves addresses, as Chromium does."""

import asyncio
import random
import re
from pathlib import Path

import pytest

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.address.url import Resolved
from crawler.page import document
from crawler.page.extract.anchors import anchors
from crawler.page.extract.frames import frames
from crawler.page.extract.mention import resolve_all
from crawler.page.extract.source import open_source
from tests.bars.chromium import browsing, told

pytestmark = [pytest.mark.bar, pytest.mark.browser, pytest.mark.timeout(3600)]

DOCS = Path("/usr/share/doc")
SITES = {
    "sqlite3-doc": DOCS / "sqlite3",
    "python3.11-doc": DOCS / "python3.11" / "html",
    "postgresql-doc-15": DOCS / "postgresql-doc-15" / "html",
}


def ours(url: str, body: bytes, content_type: str) -> set[str]:
    """The links of a page as the crawler reads them."""
    source = open_source(document.read(body, url, content_type=content_type), ())
    links = resolve_all([*anchors(source), *frames(source)], source)
    return {link.url for link in links if link.url is not None}


def without_place(url: str) -> str:
    """Drop the fragment that names a place on a page."""
    address, _, fragment = url.partition("#")
    return url if addresses.is_hash_route(fragment) else address


async def compare(host: str, folder: Path, pages: list[Path]) -> list[tuple[str, set[str]]]:
    different = []
    async with browsing() as chromium:
        for page in pages:
            url = f"https://{host}/{page.relative_to(folder).as_posix()}"
            read = addresses.parse(url)
            assert isinstance(read, Resolved)
            body = page.read_bytes()
            shown = await chromium.links(read.url, body)
            theirs = {without_place(each) for each in shown if each.startswith("http")}
            if difference := theirs ^ ours(read.url, body, "text/html"):
                different.append((read.url, difference))
    return different


@pytest.mark.parametrize("name", SITES)
def test_links_are_those_of_chromium(name: str) -> None:
    if not SITES[name].is_dir():
        pytest.skip(f"apt-get install {name}")
    pages = sorted(SITES[name].rglob("*.html"))
    different = asyncio.run(compare(f"{name}.test", SITES[name], pages))
    equal = len(pages) - len(different)
    told({"bar": "links", "site": name, "equal": equal, "pages": len(pages)})
    assert different == []


PIECES = (
    *("http:", "https:", "HTTP:", "//", "/", "\\", "a", "b.html", "..", ".", "./", "../", "%2e"),
    *("?", "&", "=", "#", "#/x", "#!y", "%", "%41", "%zz", "|", "^", "`", "{", "}", "<", ">"),
    *('"', "'", " ", "\t", "\n", "\r", "é", "ß", "日本", "😀", "\u00ad", "\u200d", "\ufffd", "@"),
    *("u:p@", ":80", ":443", ":0", ":99999", "[", "]", "[::1]", "127.1", "0x7f.1", "1", "256"),
    *("example.test", "EXAMPLE.test", "xn--bcher-kva.test", "bücher.test", "a_b.test", "-", "_"),
    *("~", "+", ";", ",", "$", "*", "(", ")", "\x7f", "\x00", "\x1f", "file:", "mailto:", "www."),
    *("javascript:", "data:", "ftp:", "a:b", "C|", "%2E."),
)  # fmt: skip
BASES = (
    "https://site.test/d/p.html?q#f",
    "http://www.site.test:8080/",
    "https://site.test/a//b/%41",
)


# Chromium escapes these in a host, where the standard keeps them or refuses the address.
OWN_WAY = re.compile(r"https?://[^/?#]*%(?:20|27|2A)")


def written(chance: random.Random) -> str:
    return "".join(chance.choices(PIECES, k=chance.randrange(1, 9)))


def resolved(address: str, base: str) -> str | None:
    found = addresses.resolve(address, base)
    return None if isinstance(found, Refused) else found.url


async def theirs(pairs: list[tuple[str, str]]) -> list[str | None]:
    async with browsing(scripts=True) as chromium:
        found: list[str | None] = []
        for at in range(0, len(pairs), 5000):
            found += await chromium.resolve(pairs[at : at + 5000])
        return found


def test_addresses_resolve_as_in_chromium() -> None:
    chance = random.Random(20261130)  # noqa: S311 - the same addresses in every run
    pairs = [(written(chance), chance.choice(BASES)) for _ in range(50_000)]
    different = []
    for (address, base), right in zip(pairs, asyncio.run(theirs(pairs)), strict=True):
        if right and OWN_WAY.match(right):
            continue
        web = right if right and right.startswith(("http://", "https://")) else None
        expected = without_place(web) if web else None
        if resolved(address, base) != expected:
            different.append((address, base, resolved(address, base), expected))
    told({"bar": "addresses", "equal": len(pairs) - len(different), "of": len(pairs)})
    assert different[:20] == []
