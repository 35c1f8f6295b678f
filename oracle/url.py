"""Addresses as the oracle tells them apart: what is exactly the same, and what may be a variant.

Parsing and serialising are the WHATWG standard's (ada). `identity` only drops what never reaches
a server or a router; `loose` names the form that variants of one address share, which proves
nothing until both were seen to answer alike.
"""

import re
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode

from ada_url import URL, join_url

LONGEST = 4096
"""Addresses beyond this many characters are traps or data, not routes."""

_HASH_ROUTE = re.compile(r"#[/!]")
_INDEX = re.compile(r"/(?:index|default)\.(?:html?|xhtml|php|aspx?|jsp|cgi)$", re.IGNORECASE)
_SLASHES = re.compile(r"/{2,}")
_ESCAPE = re.compile(r"%([0-9a-fA-F]{2})")
_UNRESERVED = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~",
)
_TRACKING = re.compile(
    r"utm_\w+|mtm_\w+|pk_\w+|[gdmyt]clid|gbraid|wbraid|fbclid|msclkid|twclid|ttclid|igshid"
    r"|mc_[ce]id|_g[al]|_hs(?:enc|mi)|mkt_tok|vero_id|li_fat_id",
    re.IGNORECASE,
)
_ROOT_FRAGMENTS = frozenset({"", "#", "#/", "#!", "#!/"})


def parse(text: str) -> URL | None:
    """The parsed http or https address, or None when it is none, or too long."""
    if len(text) > LONGEST:
        return None
    try:
        url = URL(text)
    except ValueError:
        return None
    return url if url.protocol in {"http:", "https:"} and url.hostname else None


@lru_cache(maxsize=65536)
def identity(text: str) -> str | None:
    """The address as a browser would serialise it, or None when it is no http or https one.

    The fragment stays: the browser hands over only those that are routes of their own. A name and
    a password go, as they go from a browser's address line: they are no part of where one is.
    """
    url = parse(text)
    if url is None:
        return None
    if url.username or url.password:
        url.username = url.password = ""
    if "|" in url.pathname:  # the one character that browsers escape in paths and ada does not
        url.pathname = url.pathname.replace("|", "%7C")
    return str(url.href).removesuffix("#")


def resolve(base: str, reference: str) -> str | None:
    """Where a reference of a header or of markup leads; a fragment stays if it is a route."""
    try:
        joined = identity(join_url(base, reference.strip()))
    except ValueError:
        return None
    return joined if joined is None or _HASH_ROUTE.search(joined) else document(joined)


def document(address: str) -> str:
    """The address without its fragment: what a server is asked for."""
    return address.partition("#")[0]


def fragment(address: str) -> str:
    """The fragment with its `#`, or nothing."""
    _, mark, rest = address.partition("#")
    return mark + rest


def opens_app(address: str, landed: str) -> bool:
    """Whether the fragment is the one with which the landed root's application opens."""
    return fragment(address) in _ROOT_FRAGMENTS or fragment(address) == fragment(landed)


def origin(address: str) -> str:
    """Scheme, host and port."""
    return str(URL(address).origin)


def place(address: str) -> str:
    """Path, query and fragment: the address within its origin."""
    return address[address.index("/", address.index("//") + 2) :]


@lru_cache(maxsize=65536)
def loose(address: str) -> str:
    """The form that an address shares with its variants.

    Variants are trailing slash, index page, doubled slashes, tracking parameters, the order of
    parameters, and the spelling of escapes.
    """
    url = URL(address)
    path = _INDEX.sub("/", _SLASHES.sub("/", _ESCAPE.sub(_plain, url.pathname)))
    pairs = parse_qsl(url.search.removeprefix("?"), keep_blank_values=True)
    kept = sorted(pair for pair in pairs if not _TRACKING.fullmatch(pair[0]))
    query = f"?{urlencode(kept)}" if kept else ""
    return f"{url.origin}{path.rstrip('/') or '/'}{query}{url.hash}"


def plainness(address: str) -> tuple[int, int, str]:
    """Orders the variants of one route: without parameters first, then short, then by letter."""
    return len(URL(address).search), len(address), address


def _plain(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if character in _UNRESERVED else escape[0].upper()
