"""Addresses as a browser reads them: resolving what a page wrote, and the key of an address."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import ada_url

from crawler.address.folding import fold_escapes, fold_path, fold_query
from crawler.address.refusal import Reason, Refused
from crawler.page.charset import encode

MAX_LENGTH = 4096
WEB_SCHEMES = frozenset({"http", "https"})
DEFAULT_PORTS = {"http": 80, "https": 443}

_BLANKS = "".join(map(chr, range(0x21)))
_WHOLE = ("https://", "http://")  # how an address begins that needs no base
_NEEDS_WHOLE_BASE = frozenset(_BLANKS + "?#")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
# What the standard's parser passes on as it is: no dot segment, escape, scheme or hash route.
_PLAIN = re.compile(
    r"(?:(/)|(?:\./)?+((?:\.\./)*+))"
    r"((?:[\w~-][\w.~-]*+/)*+(?:[\w~-][\w.~-]*+(?:\?[\w.~&=;+-]++)?)?)(?:#(?![/!])[^\r\n\t]*)?",
    re.ASCII,
)
# Of one folder's links, so many stay known with where they lead, and of so many folders.
_KNOWN_LINKS = 2048
_KNOWN_FOLDERS = 64
_NO_PLACE = frozenset("/!\t\n\r")  # how a fragment begins that is, or may become, a hash route
_LINE_BREAKS = str.maketrans("", "", "\t\n\r")
_HALF_A_PAIR = re.compile("[\ud800-\udfff]")
_NON_ASCII = re.compile(r"[^\x00-\x7f]+")
# Bytes of an encoded query that the URL standard escapes (its special-query set).
_QUERY_ESCAPED = frozenset((*range(0x21), *b"\"#<>'", *range(0x7F, 0x100)))
_SERIALISED = re.compile(
    r"(?P<scheme>https?)://(?:[^/?#@]*@)?(?P<host>\[[^\]]*\]|[^/?#:]*)(?::(?P<port>[0-9]+))?"
    r"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#(?P<fragment>.*))?",
    re.DOTALL,
)


class Parts(NamedTuple):
    """The parts of a serialised web address; `port` is the effective one."""

    scheme: str
    host: str
    port: int
    path: str
    query: str | None
    fragment: str | None


@dataclass(frozen=True, slots=True)
class Resolved:
    """An absolute web address, serialised as a browser would."""

    url: str


def parse(written: str) -> Resolved | Refused:
    """Read an absolute address as a browser's address bar would, scheme included."""
    return _resolve(written, ada_url.normalize_url)


def resolve(written: str, base: str, *, charset: str = "utf-8") -> Resolved | Refused:
    """Resolve what a document of that charset wrote, against its base, as a browser would."""
    return _join(written, _folder(base) if _in_folder(written) else base, charset)


def _in_folder(written: str) -> bool:
    """Tell what every page of one folder resolves alike; most pages share most of their links."""
    return bool(written) and written[0] not in _NEEDS_WHOLE_BASE and ":" not in written


def _folder(base: str) -> str:
    path_end = len(base.partition("?")[0].partition("#")[0])
    return base[: base.rfind("/", 0, path_end) + 1]


class Joiner:
    """Resolves what one document wrote, what its folder's pages wrote alike only once."""

    __slots__ = ("_base", "_charset", "_folder", "_known", "_page")

    def __init__(self, base: str, charset: str = "utf-8") -> None:
        self._base = base
        self._charset = charset
        self._page = base.partition("#")[0]
        self._folder, self._known = _shared(_folder(base), charset)

    def page(self, written: str) -> str:
        """Return what names the page: without a fragment that is a place on where it leads."""
        page, _, place = written.partition("#")
        # A blank before the fragment belongs to the path; at the end of an address it would not.
        if (page and page[-1] <= " ") or place[:1] in _NO_PLACE or len(written) > MAX_LENGTH:
            return written
        return page if not page or isinstance(self.join(page), str) else written

    def join(self, written: str) -> str | Refused:
        """Return the address that a browser would make of it."""
        found = self._known.get(written)
        return self._join(written) if found is None else found

    def _join(self, written: str) -> str | Refused:
        if not written:
            return self._page
        if written.startswith(_WHOLE):
            return _whole(written, self._charset)
        if not _in_folder(written):
            return _url(_join(written, self._base, self._charset))
        found = self._folder.join(written)
        if found is None:
            found = _url(_join(written, self._folder.url, self._charset))
        if len(self._known) >= _KNOWN_LINKS:
            self._known.clear()
        self._known[written] = found
        return found


class _Folder:
    """A folder of pages, and those above it: plain relative paths need no parser's help."""

    __slots__ = ("_origin", "_upward", "url")

    def __init__(self, url: str) -> None:
        self.url = url
        start = url.index("/", url.index("//") + 2)
        self._origin = url[:start]
        self._upward = [url]
        while len(url) > start + 1:
            url = url[: url.rindex("/", 0, -1) + 1]
            self._upward.append(url)

    def join(self, written: str) -> str | Refused | None:
        """Return where a plain path leads; None: it is not plain."""
        plain = _PLAIN.fullmatch(written)
        if plain is None:
            return None
        root, up, path = plain.groups()
        if root:
            url = f"{self._origin}/{path}"
        else:
            url = self._upward[min(len(up) // 3, len(self._upward) - 1)] + path
        return url if len(url) <= MAX_LENGTH else too_long(len(url))


@lru_cache(maxsize=_KNOWN_FOLDERS)
def _shared(folder: str, _charset: str) -> tuple[_Folder, dict[str, str | Refused]]:
    """Return what the pages of a folder and a charset share: where their links lead."""
    return _Folder(folder), {}


@lru_cache(maxsize=_KNOWN_LINKS)
def _whole(written: str, charset: str) -> str | Refused:
    """Return where an address leads that needs no base; a site's pages share most of these."""
    return _url(_resolve(written, ada_url.normalize_url, charset=charset))


def _url(found: Resolved | Refused) -> str | Refused:
    return found if isinstance(found, Refused) else found.url


def _join(written: str, base: str, charset: str) -> Resolved | Refused:
    def join(address: str) -> str:
        return ada_url.join_url(base, address)

    return _resolve(written, join, charset=charset)


def _resolve(
    written: str, serialise: Callable[[str], str], *, charset: str = "utf-8"
) -> Resolved | Refused:
    address = written.strip(_BLANKS).translate(_LINE_BREAKS)
    if not address.isascii():
        # Half a surrogate pair is no character; a browser has replaced it long before.
        address = _HALF_A_PAIR.sub("\ufffd", address)
    scheme = _SCHEME.match(address)
    if scheme and scheme[1].lower() not in WEB_SCHEMES:
        return Refused(reason=Reason.SCHEME, rule=f"{scheme[1].lower()}: is no web address")
    if len(address) > MAX_LENGTH:
        return too_long(len(address))
    address, mark, fragment = address.partition("#")
    # A blank before the fragment belongs to the path; at the end of an address it would not.
    blank = mark if address[-1:] and address[-1] in _BLANKS else ""
    if not charset.startswith("utf-") and not address.isascii():
        address = _encode_query(address, charset)
    if is_hash_route(fragment):
        address, blank = f"{address}#{fragment}", ""
    try:
        url = _escape_bars(serialise(address + blank)).removesuffix(blank)
    except ValueError:
        return Refused(reason=Reason.UNPARSABLE, rule=f"no address: {written[:200]!r}")
    if not url.startswith(("http://", "https://")):
        return Refused(reason=Reason.SCHEME, rule=f"{url.partition(':')[0]}: is no web address")
    return Resolved(url) if len(url) <= MAX_LENGTH else too_long(len(url))


def too_long(length: int) -> Refused:
    """Refuse an address for its length."""
    rule = f"{length} characters, more than {MAX_LENGTH}"
    return Refused(reason=Reason.LENGTH, rule=rule)


def _escape_bars(url: str) -> str:
    """Write `|` in the path as browsers do, which go further than the standard."""
    if "|" not in url:
        return url
    end = min((at for at in (url.find("?"), url.find("#")) if at >= 0), default=len(url))
    return url[:end].replace("|", "%7C") + url[end:]


def _encode_query(address: str, charset: str) -> str:
    path, mark, query = address.partition("?")
    return path + mark + _NON_ASCII.sub(lambda run: _encode_run(run[0], charset), query)


def _encode_run(run: str, charset: str) -> str:
    octets = encode(run, charset)
    if octets is not None:
        return "".join(f"%{o:02X}" if o in _QUERY_ESCAPED else chr(o) for o in octets)
    if len(run) == 1:
        return f"%26%23{ord(run)}%3B"
    return "".join(_encode_run(char, charset) for char in run)


def is_hash_route(fragment: str) -> bool:
    """Tell the fragment of a hash route (`#/…`, `#!…`) from one that names a place on a page."""
    return fragment.startswith(("/", "!"))


@lru_cache(maxsize=4096)  # each of the gate's rules asks for the parts of the same address
def parts(url: str) -> Parts:
    """Split an address that `parse` or `resolve` has serialised; another one is misuse."""
    found = _SERIALISED.fullmatch(url)
    if found is None:
        message = f"not a serialised web address: {url[:200]!r}"
        raise ValueError(message)
    scheme, host, port, path, query, fragment = found.groups()
    number = int(port) if port else DEFAULT_PORTS[scheme]
    return Parts(scheme, host, number, path, query, fragment)


def host(url: str) -> str:
    """Return the host of a serialised address, in lower-case A-labels."""
    return parts(url).host


def port(url: str) -> int:
    """Return the effective port of a serialised address."""
    return parts(url).port


def origin(url: str) -> str:
    """Return scheme, host and any port that is not the scheme's own."""
    split = parts(url)
    if split.port == DEFAULT_PORTS[split.scheme]:
        return f"{split.scheme}://{split.host}"
    return f"{split.scheme}://{split.host}:{split.port}"


def path_and_query(url: str) -> str:
    """Return the part of an address that a server is asked for."""
    split = parts(url)
    return split.path if split.query is None else f"{split.path}?{split.query}"


def key(url: str) -> str:
    """Return the identity of a serialised address; equal keys are one candidate.

    Folded are the fragment (unless a hash route), tracking parameters, the order of
    parameters, index pages, the trailing slash, and escapes. Nothing else is.
    """
    split = parts(url)
    folded = origin(url) + fold_path(fold_escapes(split.path))
    query = fold_query(fold_escapes(split.query)) if split.query else ""
    if query:
        folded = f"{folded}?{query}"
    if split.fragment and is_hash_route(split.fragment):
        folded = f"{folded}#{fold_escapes(split.fragment)}"
    return folded
