"""The bytes of a robots.txt to the lines that govern one robot: RFC 9309's groups, merged."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

CAP = 500 * 1024

# Spellings that sites use and the large search engines accept.
FIELDS = {
    "user-agent": "agent",
    "useragent": "agent",
    "user agent": "agent",
    "disallow": "disallow",
    "dissallow": "disallow",
    "dissalow": "disallow",
    "disalow": "disallow",
    "diasllow": "disallow",
    "disallaw": "disallow",
    "allow": "allow",
    "sitemap": "sitemap",
    "sitemaps": "sitemap",
    "site-map": "sitemap",
    "crawl-delay": "delay",
    "crawldelay": "delay",
    "crawl delay": "delay",
}
_UTF8_BOMS = (b"\xef\xbb\xbf", b"\xc3\xaf\xc2\xbb\xc2\xbf")  # the second: a BOM read as Latin-1
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_LINE_END = re.compile(r"\r\n|\n|\r")
_WITHOUT_COLON = re.compile(r"([A-Za-z-]+)\s+(\S.*)")
_PRODUCT = re.compile(r"[^/\s]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One directive: its number in the file, its text without comment, its meaning."""

    number: int
    text: str
    field: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Governing:
    """What a robots.txt says to one robot, and to everyone about sitemaps."""

    group: str | None
    rules: tuple[Line, ...]
    delays: tuple[Line, ...]
    sitemaps: tuple[Line, ...]
    known: int


def decode(data: bytes) -> tuple[str, bool]:
    """Return the text, at most `CAP` bytes of it, and whether it was cut.

    Bytes that are no UTF-8 come through as surrogate escapes, so that rules can be compared
    octet by octet.
    """
    cut = len(data) > CAP
    if cut:
        # The last line is only half there, and half a rule forbids more than the whole one.
        data = data[: 1 + max(data.rfind(b"\n", 0, CAP), data.rfind(b"\r", 0, CAP))]
    if data.startswith(_UTF16_BOMS):
        return data.decode("utf-16", "replace").lstrip("\ufeff"), cut
    for bom in _UTF8_BOMS:
        data = data.removeprefix(bom)
    return data.decode("utf-8", "surrogateescape").replace("\0", ""), cut


def printable(text: str) -> str:
    """Replace the surrogate escapes of `decode`, for records and messages."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def lines(text: str) -> Iterator[Line]:
    """Read the lines that hold a known directive."""
    for number, raw in enumerate(_LINE_END.split(text), start=1):
        stripped = raw.partition("#")[0].strip()
        name, colon, value = stripped.partition(":")
        field = FIELDS.get(name.strip().lower()) if colon else None
        if field is None and (bare := _WITHOUT_COLON.fullmatch(stripped)):
            field, value = FIELDS.get(bare[1].lower()), bare[2]
        if field is not None:
            yield Line(number=number, text=stripped, field=field, value=value.strip())


def select(text: str, token: str) -> Governing:
    """Merge the groups that name the token, or those for everyone when none does."""
    wanted = token.lower()
    found: dict[str, list[Line]] = {}
    named: set[str] = set()
    sitemaps: list[Line] = []
    naming = False
    known = 0
    for line in lines(text):
        known += 1
        if line.field == "sitemap":
            sitemaps.append(line)
        elif line.field == "agent":
            # Consecutive agent lines share a group; only a rule ends their run.
            if not naming:
                named = set()
            naming = True
            agent = product(line.value)
            if agent in {wanted, "*"}:
                named.add(agent)
                found.setdefault(agent, [])
        else:
            naming = naming and line.field == "delay"
            for agent in named:
                found[agent].append(line)
    group = next((name for name in (wanted, "*") if name in found), None)
    ours = found[group] if group is not None else []
    return Governing(
        group=group,
        rules=tuple(line for line in ours if line.field in {"allow", "disallow"}),
        delays=tuple(line for line in ours if line.field == "delay"),
        sitemaps=tuple(sitemaps),
        known=known,
    )


def product(agent: str) -> str:
    """Return the product token of a User-agent line: lower case, version cut off."""
    token = _PRODUCT.match(agent)
    return token[0].lower() if token else ""
