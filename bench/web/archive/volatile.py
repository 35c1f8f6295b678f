"""Addresses without what changes at each request: the second, looser key of a recording."""

import re

# Parameters whose value only keeps caches away or tells campaigns apart; by whole name.
PARAMETERS: tuple[str, ...] = (
    r"_",
    r"cb",
    r"cachebust(er)?",
    r"cache_?buster",
    r"nocache",
    r"no_cache",
    r"r(nd|and|andom)",
    r"t(s|ime|imestamp)?",
    r"utm_[a-z_]+",
    r"fbclid",
    r"gclid",
    r"msclkid",
    r"mc_[ce]id",
    r"jsessionid",
    r"phpsessid",
)
_VOLATILE = re.compile("|".join(f"(?:{each})" for each in PARAMETERS), re.IGNORECASE)


def steady(url: str) -> str:
    """Give an address without its volatile parameters; itself where it has none."""
    stem, mark, query = url.partition("?")
    if not mark:
        return url
    parts = query.split("&")
    kept = [part for part in parts if not _VOLATILE.fullmatch(part.partition("=")[0])]
    if len(kept) == len(parts):
        return url
    return f"{stem}?{'&'.join(kept)}" if kept else stem


def spelled(url: str) -> str:
    """Give an address as a request for it says it: host in lower case, no fragment, no default."""
    url = url.strip().removeprefix("<").removesuffix(">").partition("#")[0]
    scheme, mark, rest = url.partition("://")
    scheme = scheme.lower()
    if not mark or scheme not in {"http", "https"}:
        return ""
    end = re.search(r"[/?]", rest)
    host, tail = (rest[: end.start()], rest[end.start() :]) if end else (rest, "")
    host = host.rpartition("@")[2].lower().removesuffix(":80" if scheme == "http" else ":443")
    return f"{scheme}://{host}{tail if tail.startswith('/') else f'/{tail}'}"
