"""The closed reasons why a recorded request got no whole answer, from the words of who asked."""

import re
from enum import StrEnum


class Lost(StrEnum):
    """What went wrong on the way."""

    TIMEOUT = "timeout"
    DNS = "dns"
    TLS = "tls"
    REFUSED = "refused"
    RESET = "reset"
    PROTOCOL = "protocol"
    ABORTED = "aborted"


# The first row whose words are found; crawler, httpx and Chromium each have their own.
_WORDS: tuple[tuple[Lost, str], ...] = (
    (Lost.ABORTED, r"ERR_ABORTED|ERR_BLOCKED|ERR_FAILED"),
    (Lost.TIMEOUT, r"timeout|TIMED_OUT|deadline|Timeout|Cancelled"),
    (Lost.DNS, r"resolve|NAME_NOT_RESOLVED|Name or service|name resolution|address associated"),
    (Lost.TLS, r"\btls\b|TLS|ERR_CERT|ERR_SSL|CERTIFICATE|certificate|\bSSL"),
    (
        Lost.REFUSED,
        r"refused|REFUSED|unreachable|UNREACHABLE|Connect call failed|connection attempt",
    ),
    (Lost.RESET, r"reset|RESET|lost|EMPTY_RESPONSE|CONNECTION_CLOSED|ended before|disconnected"),
    (Lost.REFUSED, r"^connect |ConnectError|ProxyError|TUNNEL|PROXY"),
    (Lost.PROTOCOL, r""),
)


def reason_of(failure: str | None, detail: str | None) -> Lost | None:
    """Give the reason behind the words; None where nothing went wrong."""
    if failure is None:
        return None
    told = f"{failure} {detail or ''}"
    return next(reason for reason, words in _WORDS if re.search(words, told))
