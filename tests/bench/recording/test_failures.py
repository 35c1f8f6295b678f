"""The words of crawler, request stack and browser for what went wrong come down to one reason."""

import pytest

from bench.recording.failures import Lost, reason_of


@pytest.mark.parametrize(
    ("failure", "detail", "reason"),
    [
        (None, None, None),
        ("timeout", "no whole answer within the deadline", Lost.TIMEOUT),
        ("connect", "the host name does not resolve", Lost.DNS),
        ("connect", "Connection refused", Lost.REFUSED),
        ("connect", "the connection was lost", Lost.RESET),
        ("connect", "the proxy answered 502 no host down.test is served here", Lost.REFUSED),
        ("tls", "the certificate has expired", Lost.TLS),
        ("protocol", "the body ended before its end", Lost.RESET),
        ("protocol", "no HTTP answer", Lost.PROTOCOL),
        ("ConnectError", "[Errno 111] Connection refused", Lost.REFUSED),
        ("ConnectError", "[Errno -2] Name or service not known", Lost.DNS),
        ("ReadTimeout", "", Lost.TIMEOUT),
        ("CancelledError", "", Lost.TIMEOUT),
        ("RemoteProtocolError", "Server disconnected", Lost.RESET),
        ("ProxyError", "502 Bad Gateway", Lost.REFUSED),
        ("net::ERR_NAME_NOT_RESOLVED", None, Lost.DNS),
        ("net::ERR_CONNECTION_RESET", None, Lost.RESET),
        ("net::ERR_CONNECTION_REFUSED", None, Lost.REFUSED),
        ("net::ERR_TUNNEL_CONNECTION_FAILED", None, Lost.REFUSED),
        ("net::ERR_CERT_DATE_INVALID", None, Lost.TLS),
        ("net::ERR_TIMED_OUT", None, Lost.TIMEOUT),
        ("net::ERR_ABORTED", None, Lost.ABORTED),
        ("net::ERR_INVALID_HTTP_RESPONSE", None, Lost.PROTOCOL),
    ],
)
def test_reasons(failure: str | None, detail: str | None, reason: Lost | None) -> None:
    assert reason_of(failure, detail) is reason
