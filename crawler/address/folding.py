"""What changes no identity: the parts of an address that its key folds away, as tables."""

import re

# Parameters that say where a visitor came from and never what the page shows.
TRACKING = frozenset(
    {
        "_ga", "_gl", "_hsenc", "_hsmi", "dclid", "fbclid", "gbraid", "gclid", "gclsrc", "igshid",
        "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id", "oly_enc_id", "srsltid", "ttclid",
        "twclid", "vero_id", "wbraid", "wickedid", "yclid",
    }
)  # fmt: skip
TRACKING_PREFIXES = ("utm_", "mtm_", "pk_campaign", "pk_kwd", "pk_source", "pk_medium")

# Names under which a server keeps the page of a directory.
INDEX_PAGES = frozenset(
    {
        "index.html", "index.htm", "index.xhtml", "index.shtml", "index.php", "index.asp",
        "index.aspx", "index.jsp", "default.html", "default.htm", "default.asp", "default.aspx",
    }
)  # fmt: skip

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_STRAY_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def fold_path(path: str) -> str:
    """Fold index pages and the trailing slash."""
    while True:
        path = path.rstrip("/")
        parent, _, name = path.rpartition("/")
        if name.lower() not in INDEX_PAGES:
            return path or "/"
        path = parent


def fold_query(query: str) -> str:
    """Drop tracking parameters, and sort the rest."""
    kept = [pair for pair in query.split("&") if pair and not _is_tracking(pair.partition("=")[0])]
    # Sorted by name alone: the order of one name's values can mean something.
    return "&".join(sorted(kept, key=lambda pair: pair.partition("=")[0]))


def _is_tracking(name: str) -> bool:
    lowered = name.lower()
    return lowered in TRACKING or lowered.startswith(TRACKING_PREFIXES)


def fold_escapes(text: str) -> str:
    """Write every escape in upper case, and unreserved characters without one."""
    if "%" not in text:
        return text
    return _ESCAPE.sub(_fold_escape, _STRAY_PERCENT.sub("%25", text))


def _fold_escape(escape: re.Match[str]) -> str:
    char = chr(int(escape[1], 16))
    return char if char in _UNRESERVED else escape[0].upper()
