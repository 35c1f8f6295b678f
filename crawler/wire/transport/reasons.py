"""What the HTTP client raises, and what a proxy says, as one of our closed reasons."""

import re
import ssl

import aiohttp

from crawler.wire.observation import Failure, Trouble

GATEWAY_ERRORS = frozenset({502, 504})
"""The answers by which a proxy says that it has none."""
MAX_DETAIL = 200
PRIVATE = "the address lies in a private network, which is refused"
LOST = "the connection was lost"

# The kinds of errors by which a proxy says why it has no answer (RFC 9209); others are `connect`.
_PROXYS_ERRORS = {
    "connection_timeout": Failure.TIMEOUT,
    "connection_read_timeout": Failure.TIMEOUT,
    "http_response_timeout": Failure.TIMEOUT,
    "tls_protocol_error": Failure.TLS,
    "tls_certificate_error": Failure.TLS,
    "tls_alert_received": Failure.TLS,
    "http_protocol_error": Failure.PROTOCOL,
    "http_response_incomplete": Failure.PROTOCOL,
}
_PROXYS_KIND = re.compile(r";\s*error=([a-z_]+)")
_PROXYS_DETAIL = re.compile(r';\s*details="([^"]*)"')


def proxys_word(status: str) -> Trouble:
    """Translate a Proxy-Status, in its own words where it has some."""
    kind, detail = _PROXYS_KIND.search(status), _PROXYS_DETAIL.search(status)
    reason = _PROXYS_ERRORS.get(kind[1] if kind else "", Failure.CONNECT)
    return Trouble(reason=reason, detail=(detail[1] if detail else status)[:MAX_DETAIL])


# By OpenSSL's number, as its words differ from one version to the next.
_DISTRUST = {
    9: "the certificate is not valid yet",
    10: "the certificate has expired",
    62: "the certificate is for another host",
    64: "the certificate is for another host",  # of a host that is named by its IP address
}
# The first row whose types fit; words that name no address of this machine, as a proxy's would.
_TROUBLES: tuple[tuple[tuple[type[BaseException], ...], Failure, str | None], ...] = (
    ((TimeoutError,), Failure.TIMEOUT, "no whole answer within the deadline"),
    ((aiohttp.ClientConnectorCertificateError,), Failure.TLS, None),
    ((aiohttp.ClientSSLError, ssl.SSLError), Failure.TLS, "the TLS handshake failed"),
    ((aiohttp.ClientProxyConnectionError,), Failure.CONNECT, "the proxy cannot be reached"),
    ((aiohttp.ClientHttpProxyError,), Failure.CONNECT, None),
    # A label without a sign or with too many is no name to ask anybody for.
    (
        (aiohttp.ClientConnectorDNSError, UnicodeError),
        Failure.CONNECT,
        "the host name does not resolve",
    ),
    ((aiohttp.ClientConnectorError,), Failure.CONNECT, None),
    ((aiohttp.ClientPayloadError,), Failure.PROTOCOL, "the body ended before its end"),
    ((aiohttp.ServerDisconnectedError, OSError), Failure.CONNECT, LOST),
)


def trouble(error: BaseException) -> Trouble:
    """Translate what the client raised into one of our reasons."""
    for kinds, reason, words in _TROUBLES:
        if isinstance(error, kinds):
            return Trouble(reason=reason, detail=words or _particulars(error))
    return Trouble(reason=Failure.PROTOCOL, detail=_particulars(error))


def _particulars(error: BaseException) -> str:
    match error:
        case aiohttp.ClientConnectorCertificateError():
            number = getattr(error.certificate_error, "verify_code", 0)
            return _DISTRUST.get(number, "the certificate is not trusted")
        case aiohttp.ClientHttpProxyError():
            return f"the proxy answered {error.status} {error.message}"[:MAX_DETAIL]
        case aiohttp.ClientResponseError():
            words = error.message.strip().partition("\n")[0]
            return (words.rstrip(" :,") or "no HTTP answer")[:MAX_DETAIL]
        case aiohttp.ClientConnectorError(os_error=ConnectionResetError() | BrokenPipeError()):
            return LOST  # amid the TLS handshake
        case aiohttp.ClientConnectorError():
            words = error.os_error.strerror or "no connection"
            return PRIVATE if PRIVATE in str(error.os_error) else words
        case _:
            return "the address or the answer is malformed"
