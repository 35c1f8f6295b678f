"""What a reader without a browser could have known from a page's served bytes."""

import hashlib
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from urllib.parse import unquote

import ada_url
from selectolax.lexbor import LexborHTMLParser, LexborNode

from bench.facts.witness import WitnessPage
from bench.verdict.served import tree_of

# Where a static reader looks: one row a construct.
LINKS: tuple[tuple[str, str], ...] = (
    ("a[href]", "href"),
    ("area[href]", "href"),
    ("svg a", "xlink:href"),
    ("frame[src]", "src"),
    ("iframe[src]", "src"),
)
# What tells a machine of a page, and takes no reader there: nobody filled the form in.
FOR_MACHINES: tuple[tuple[str, str], ...] = (("link[href]", "href"), ("form[action]", "action"))
_UNSEEN = ("script", "style", "noscript", "template")
_REFRESH = re.compile(
    r"\s*[\d.]+(?:\s*[;,]|\s)\s*(?:url\s*=\s*)?(['\"]?)(?P<url>[^\s].*?)(?:\1\s*)?$", re.IGNORECASE
)
_META = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_HEADER = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
# What browsers read these labels as.
_READ_AS = {"iso-8859-1": "windows-1252", "latin1": "windows-1252", "us-ascii": "windows-1252"}
_SNIPPET = 60
_MAX_REFRESH = 4000


@dataclass(frozen=True, kw_only=True)  # no slots: what is parsed is kept
class StaticPage:
    """One page as served: its address, and its text."""

    url: str
    body: bytes
    content_type: str
    _mentions: dict[str, str | None] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def text(self) -> str:
        """The page decoded as browsers do: mark, header, declaration, else windows-1252."""
        return _decoded(self.body, self.content_type)

    @cached_property
    def links(self) -> frozenset[str]:
        """Every address that a link, frame or refresh of the page leads to."""
        return frozenset(self.written)

    @cached_property
    def written(self) -> dict[str, set[str]]:
        """In which constructs each of these addresses stands."""
        written: dict[str, set[str]] = {}
        for construct, url in _links(tree_of(self.text), self.url):
            written.setdefault(url, set()).add(construct)
        return written

    @cached_property
    def for_machines(self) -> frozenset[str]:
        """Every address that stands in `link` elements and the actions of forms alone."""
        return (
            frozenset(url for _, url in _written(tree_of(self.text), self.url, FOR_MACHINES))
            - self.links
        )

    @cached_property
    def scripts(self) -> tuple[str, ...]:
        """Every script that is fetched from an address of its own."""
        tree = tree_of(self.text)
        base = _base(tree, self.url)
        written = (node.attributes.get("src") for node in tree.css("script[src]"))
        return tuple(dict.fromkeys(url for each in written for url in _resolved(each, base)))

    @cached_property
    def text_sha256(self) -> str | None:
        """The digest of what a reader sees, white space left out: method 1 of docs/formats.md."""
        tree = tree_of(self.text)
        tree.strip_tags(list(_UNSEEN))
        if tree.body is None:
            return None
        seen = tree.body.text().encode("utf-8", "replace").translate(None, b" \t\n\f\r")
        return hashlib.sha256(seen).hexdigest()

    @cached_property
    def _plain(self) -> str:
        """The text with the escapes of HTML and of script strings undone."""
        return html.unescape(self.text).replace("\\/", "/")

    def mention(self, address: str) -> str | None:
        """Show where the bytes hold the address as text, link or not."""
        if address not in self._mentions:
            self._mentions[address] = self._mention(address)
        return self._mentions[address]

    def _mention(self, address: str) -> str | None:
        for text, form in _forms(address, self.url):
            # Most addresses are nowhere: to compile a pattern for each would cost more.
            if text in self._plain and (found := re.search(form, self._plain)):
                start, end = max(found.start() - _SNIPPET, 0), found.end() + _SNIPPET
                return " ".join(self._plain[start:end].split())
        return None


def static_page(page: WitnessPage) -> StaticPage:
    """Take a kept page; nothing is decoded or parsed before somebody asks."""
    return StaticPage(url=page.final_url, body=page.body, content_type=page.content_type or "")


def _decoded(body: bytes, content_type: str) -> str:
    for mark, name in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    header = _HEADER.search(content_type)
    declared = _META.search(body[:4096])
    labels = (header[1] if header else "", declared[1].decode("ascii") if declared else "")
    # A type may be kept without its charset: what is UTF-8 to the last byte is no accident.
    for label in (*labels, *(["utf-8"] if _is_utf8(body) else []), "windows-1252"):
        try:
            return body.decode(_READ_AS.get(label.lower(), label), "replace")
        except LookupError:
            continue
    return body.decode("latin-1")


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _links(tree: LexborHTMLParser, page: str) -> Iterator[tuple[str, str]]:
    """Yield each construct that leads somewhere, and where."""
    base = _base(tree, page)
    yield from _written(tree, page, LINKS)
    for node in tree.css("meta[http-equiv][content]"):
        for url in _resolved(_refresh(node), base):
            yield "meta", url


def _written(
    tree: LexborHTMLParser, page: str, rows: tuple[tuple[str, str], ...]
) -> Iterator[tuple[str, str]]:
    base = _base(tree, page)
    for selector, attribute in rows:
        for node in tree.css(selector):
            for url in _resolved(node.attributes.get(attribute), base):
                yield selector, url


def _base(tree: LexborHTMLParser, page: str) -> str:
    for node in tree.css("base[href]"):
        for base in _resolved(node.attributes.get("href"), page):
            return base
    return page


def _refresh(node: LexborNode) -> str | None:
    if (node.attributes.get("http-equiv") or "").strip().lower() != "refresh":
        return None
    found = _REFRESH.match((node.attributes.get("content") or "")[:_MAX_REFRESH])
    return found["url"] if found else None


def _resolved(written: str | None, base: str) -> Iterator[str]:
    if written is None:
        return
    try:
        url = ada_url.join_url(base, written)
    except ValueError:
        return
    if url.startswith(("http://", "https://")):
        yield url


def _forms(address: str, page: str) -> Iterator[tuple[str, str]]:
    """Yield the ways to write an address, each with its expression: whole, from root, relative."""
    try:
        (host, path, rest, view), (home, here, _, _) = _cut(address), _cut(page)
    except ValueError:
        return
    target = f"{path}{rest}{view}"
    for whole in dict.fromkeys((address, unquote(address))):
        yield whole, rf"{re.escape(whole)}(?![\w/-])"
    if host != home:
        return
    for each in dict.fromkeys((target, unquote(target))):
        if each != "/":
            yield each, rf"(?<![\w/.-]){re.escape(each)}(?![\w/-])"
    folder = here.rpartition("/")[0] + "/"
    relative = target.removeprefix(folder) if target.startswith(folder) else ""
    views = [view] if view and path == here else []
    for text in (relative, *views):
        if text:
            yield text, rf"['\"`=(]\s*{re.escape(text)}\s*['\"`>)]"


@lru_cache(maxsize=2**10)
def _cut(address: str) -> tuple[str, str, str, str]:
    """Cut an address into host without www, path, query, fragment; a page is asked for often."""
    url = ada_url.URL(address)
    return url.host.removeprefix("www."), url.pathname, url.search, url.hash
