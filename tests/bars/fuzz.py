"""Feeds mutated inputs to one part of the crawler; a process of its own, as a hang cannot be caught.

    python -m tests.bars.fuzz PART INPUTS SEED

prints its figures as one line of JSON, and below it each exception, and each input that costs more
than the bound, with the input; whoever hangs is ended by a watchdog with its traceback.
"""

# ruff: noqa: E501, Q003 - seeds are easier read as they are

import faulthandler
import json
import random
import sys
import time
from collections.abc import Callable, Sequence

from crawler.address import folding, kinds, traps
from crawler.address import url as addresses
from crawler.address.url import Resolved
from crawler.page import charset, document, soft404
from crawler.page.extract import extract
from crawler.robots import policy as robots
from crawler.sitemap import reading as sitemap

BOUND = 1.0  # CPU seconds for one input of at most this size
LARGE = 100_000
WATCHDOG = 60.0
PAGE = "https://site.test/d/p.html?q"


def robots_txt(data: bytes) -> None:
    found = robots.parse(data, "https://site.test/robots.txt", token="RouteRecall")  # noqa: S106
    for path in ("/", "/a/b.html?x=y", "/%2F*$", "/" + "ab" * 200):
        decision = found.decide(f"https://site.test{path}")
        assert decision.allowed or decision.text


def sitemap_file(data: bytes) -> None:
    found = sitemap.read(data, limits=sitemap.Limits(bytes=1_000_000, entries=1000))
    assert len(found.entries) + len(found.nested) <= 1000
    assert found.kind is not None or found.error is not None
    for entry in found.entries[:20]:
        addresses.resolve(entry.loc, PAGE)


def html_page(data: bytes) -> None:
    page = document.read(data, PAGE, content_type="text/html")
    found = extract(page, (("Link", data[:200].decode("latin-1")),), token="RouteRecall")  # noqa: S106
    for link in found.links:
        assert (link.url is None) is (link.refusal is not None)
    soft404.fingerprint(PAGE, final_url=PAGE, status=200, html=page.text)


def address(data: bytes) -> None:
    written = data.decode("utf-8", "replace")
    found = addresses.resolve(written, PAGE, charset="cp1252" if data[:1] > b"m" else "utf-8")
    if not isinstance(found, Resolved):
        return
    assert addresses.parse(found.url) == found
    key = addresses.key(found.url)
    assert addresses.key(key) == key
    kinds.kind(found.url)
    traps.trap(found.url)
    traps.artefact(found.url)
    folding.fold_escapes(found.url)
    charset.sniff(data, written[:80])


ROBOTS: tuple[bytes, ...] = (
    b"User-agent: *\nDisallow: /a*b$\nAllow: /\n", b"User-agent: RouteRecall\nDisallow: /*?*x=\n",
    b"\xef\xbb\xbfUser-agent: a\nUser-agent: routerecall/1\nCrawl-delay: 1.5\nDisallow: /%2f\n",
    b"Sitemap: /s.xml\nSitemap: http://[\n", b"<html><body>no</body></html>", b"# only\r\r\n\0",
    b"Disallow: /\nUser-agent:*\nDisallow:\n", b"User-agent: *\nDisallow: /\xe9\xff*%zz%2a%24$\n",
)  # fmt: skip
SITEMAPS: tuple[bytes, ...] = (
    (b'<?xml version="1.0" encoding="utf-8"?><urlset xmlns="http://x"><url><loc>https://s.test/a</loc>'
    b"<lastmod>2024-01-01</lastmod></url></urlset>"),
    b"<sitemapindex><sitemap><loc>https://s.test/1.xml</loc></sitemap></sitemapindex>",
    b"<rss><channel><item><link>https://s.test/1</link><guid>x</guid></item></channel></rss>",
    b"<feed xmlns='http://www.w3.org/2005/Atom'><entry><link rel='alternate' href='/p'/></entry></feed>",
    b"https://s.test/1\nhttps://s.test/2\n", b"\x1f\x8b\x08\0\0\0\0\0\0\x03KL\xa6%\0\0",
    b"<!DOCTYPE x [<!ENTITY a 'b'><!ENTITY c '&a;&a;'>]><urlset><url><loc>http://s/&c;</loc></url>",
    b"<urlset><url><loc><![CDATA[https://s.test/?a&b]]>&amp;</loc></url></urlset>",
)  # fmt: skip
PAGES: tuple[bytes, ...] = (
    (b"<!doctype html><meta charset=utf-8><title>t</title><base href=/b/><a href='x?y=1#z'>t</a>"
    b"<area href=/q><iframe srcdoc='<a href=i>'></iframe><noscript><a href=n>n</a></noscript>"),
    b"<frameset><frame src=a.html></frameset>", b"<meta http-equiv=refresh content='0; url=\"/r\"'>",
    b"<svg><a xlink:href='s'><text>t</text></a></svg><template><a href=no></template>",
    b"<a onclick=\"location='/h/'\" href=\"javascript:go('/j','x')\"><img alt=p></a><form><input type=password>",
    b"<link rel=canonical href=/c><link rel='next' href=2><meta name=robots content='noindex, nofollow'>",
    b"<div><template shadowrootmode=open><a href=sh>s</a></template></div><table><tr><td><p><b><a href=/t>",
    b"<p><b><i></b><a href=1><div></a></p><select><option><a href=2></select><!-- <a href=3> --><script>'<a href=4>'</script>",
)  # fmt: skip
ADDRESSES: tuple[bytes, ...] = (
    b"https://user@site.test:443/a/../b;c=d/%7Ee?utm_source=x&b=2&a=1#/route", b"//host.test\\x", b"?q=\xc3\xa9",
    b"http://[::1]:80/%zz|x", b"mailto:a@b", b"../../../index.html", b"http://b\xc3\xbccher.test/\xe6\x97\xa5?\xe6\x97\xa5",
    b" \t/a b\n#!x", b"/a/a/a/a?x=1&x=1&x=1;jsessionid=1", b"http://0x7f.1/{{x}}/${y}", b"https:foo:99999",
)  # fmt: skip
WORDS: tuple[bytes, ...] = (
    b"<", b">", b"</", b"/>", b"&", b"&amp;", b"<![CDATA[", b"]]>", b"<!--", b"-->", b"%", b"%2F", b"\0", b"\r\n",
    b"\xff", b"\xef\xbb\xbf", b"<div>", b"<b>", b"<table>", b"<td>", b"<svg>", b"<style>", b"<script>", b"</div>",
    b"<meta ", b"charset=", b"<base href=", b"<a href=", b"<p>", b"<li>", b"<ul>", b"<rt>", b"<form>", b"=\"", b"'",
    b"User-agent: *\n", b"Disallow: /", b"*", b"$", b"#", b"?", b"&a=1", b"/", b"/..", b":", b"@", b"[", b"\xc3\xa9",
    b"<loc>", b"<url>", b"<sitemap>", b"<?xml ", b"<!ENTITY ", b"xmlns:a='b'", b"http://", b"0", b" ", b"\t", b"\\",
)  # fmt: skip
PARTS: dict[str, tuple[Callable[[bytes], None], Sequence[bytes]]] = {
    "robots": (robots_txt, ROBOTS),
    "sitemap": (sitemap_file, SITEMAPS),
    "html": (html_page, PAGES),
    "url": (address, ADDRESSES),
}


def mutated(corpus: Sequence[bytes], chance: random.Random) -> bytes:
    """Make one input: a seed cut, doubled, spliced with others, strewn with words and noise."""
    data = chance.choice(corpus)
    for _ in range(chance.randrange(1, 7)):
        at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        match chance.randrange(7):
            case 0:
                data = data[:at] + data[to:]
            case 1:
                data = data[:to] + data[at:to] * chance.randrange(1, 5) + data[to:]
            case 2:
                other = chance.choice(corpus)
                data = data[:at] + other[chance.randrange(len(other)) :]
            case 3:
                data = data[:at] + chance.choice(WORDS) * chance.randrange(1, 4) + data[at:]
            case 4:
                data = data[:at] + chance.randbytes(chance.randrange(1, 5)) + data[to:]
            case 5:
                data = data[:at] + chance.choice(WORDS) + data[to:]
            case _:
                pair = chance.choice(WORDS) + chance.choice(WORDS)
                data = data[:at] + pair * chance.randrange(1, 30) + data[at:]
    return data[:20_000]


def swollen(corpus: Sequence[bytes], chance: random.Random) -> bytes:
    """Make a large input of few pieces again and again: what is not linear shows in it."""
    some = chance.choices([*WORDS, *corpus], k=chance.randrange(1, 4))
    piece = b"".join(some) or b"<"
    return (chance.choice((b"", chance.choice(corpus))) + piece * (LARGE // len(piece)))[:LARGE]


def main(part: str, inputs: int, seed: int) -> int:
    """Feed the part its inputs; return 1 when one of them went wrong."""
    try_, corpus = PARTS[part]
    chance = random.Random(seed)  # noqa: S311 - the same inputs in every run
    faults: list[str] = []
    slowest, worst = 0.0, b""
    for number in range(inputs):
        data = (swollen if number % 500 == 0 else mutated)(corpus, chance)
        if number % 100 == 0:
            faulthandler.dump_traceback_later(WATCHDOG, exit=True)
        started = time.process_time()
        try:
            try_(data)
        except Exception as error:  # noqa: BLE001 - whatever is raised is a finding
            faults.append(f"{type(error).__name__}: {error}: {data[:300]!r}")
        took = time.process_time() - started
        if took > slowest:
            slowest, worst = took, data
        if took > BOUND:
            faults.append(f"{took:.1f} s: {data[:120]!r} ({len(data)} bytes)")
    figures = {
        "bar": "fuzz",
        "part": part,
        "inputs": inputs,
        "faults": len(faults),
        "slowest_ms": round(slowest * 1000),
        "slowest": repr(worst[:60]),
    }
    print(json.dumps(figures))  # noqa: T201 - the figures are the answer
    for fault in faults[:10]:
        print(fault)  # noqa: T201
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
