"""Addresses against the URL standard's own table, as far as it speaks of web addresses."""

import json
from pathlib import Path

from crawler.address import url as addresses
from crawler.address.refusal import Refused
from crawler.address.url import Resolved

TABLE = json.loads(Path(__file__).with_name("whatwg.json").read_text("utf-8"))
# ada lets these labels pass, which decode to nothing; no such host can be registered.
NO_HOSTS = frozenset(
    {
        "http://a.b.c.XN--pokxncvks", "http://a.b.c.Xn--pokxncvks", "http://a.b.c.xn--pokxncvks",
        "http://10.0.0.XN--pokxncvks", "http://10.0.0.xN--pokxncvks", "http://10.0.0.xn--pokxncvks",
        "https://xn--/",
    }
)  # fmt: skip


def read(written: str, base: str | None) -> str | None:
    """Resolve as a crawl does; None: refused."""
    if base is None:
        found = addresses.parse(written)
    else:
        page = addresses.parse(base)
        assert isinstance(page, Resolved)
        found = addresses.resolve(written, page.url)
    return None if isinstance(found, Refused) else found.url


def wanted(href: str | None) -> str | None:
    """Take of the standard's answer what a crawl keeps: no other scheme, no place on a page."""
    if href is None or not href.startswith(("http://", "https://")):
        return None
    address, _, fragment = href.partition("#")
    return href if addresses.is_hash_route(fragment) else address


def test_addresses_are_read_as_the_standard_says() -> None:
    different = {
        written: (read(written, base), wanted(href))
        for written, base, href in TABLE["cases"]
        if read(written, base) != wanted(href)
    }
    assert different == {each: (f"{each.lower().rstrip('/')}/", None) for each in NO_HOSTS}


def test_the_table_is_whole() -> None:
    assert len(TABLE["cases"]) == 694
