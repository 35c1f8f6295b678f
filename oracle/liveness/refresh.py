"""Where a refresh, by header or by `meta`, sends a reader who waits up to five seconds."""

import re

from oracle.liveness.html import tree_of
from oracle.url import resolve

PATIENCE = 5.0
"""Seconds; a later refresh is a page that renews itself, not a redirect."""

_REFRESH = re.compile(
    r"\s*(?P<wait>\d{1,9}(?:\.\d*)?|\.\d+)\s*[;,\s]\s*(?:url\s*=\s*)?(?P<quote>['\"]?)(?P<url>.*)",
    re.IGNORECASE | re.DOTALL,
)


def refresh_target(body: bytes, *, header: str | None, base: str) -> str | None:
    """The address that the page refreshes to, or None when it stays."""
    if header is not None:
        return _target(header, base)
    if b"refresh" not in body.lower():
        return None
    for meta in tree_of(body).css("meta[http-equiv][content]"):
        told = (meta.attributes.get("http-equiv") or "").strip().lower()
        if told == "refresh" and not _is_unscripted(meta.parent):
            return _target(meta.attributes.get("content") or "", base)
    return None


def _target(value: str, base: str) -> str | None:
    match = _REFRESH.match(value)
    if match is None or float(match["wait"]) > PATIENCE:
        return None
    url = match["url"]
    if match["quote"]:
        url = url.partition(match["quote"])[0]
    return resolve(base, url) if url.strip() else None


def _is_unscripted(node: object) -> bool:
    """Whether the element lies in a `noscript`, which a browser with scripts ignores."""
    while node is not None:
        if getattr(node, "tag", None) == "noscript":
            return True
        node = getattr(node, "parent", None)
    return False
