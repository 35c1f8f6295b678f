"""The gateway's own certificate authority: one CA, one TLS context for each host."""

import ssl
from pathlib import Path

import trustme


class Authority:
    """Signs certificates for the hosts that are asked for; its CA is new each time."""

    def __init__(self) -> None:
        self._ca = trustme.CA(organization_name="Route Recall gateway")
        self._contexts: dict[str, ssl.SSLContext] = {}

    def write(self, file: Path) -> None:
        """Write the CA's certificate, which clients have to trust, as PEM."""
        self._ca.cert_pem.write_to_path(file)

    def context(self, host: str) -> ssl.SSLContext | None:
        """Give the context that speaks for a host; None for names that no certificate can bear."""
        if host not in self._contexts:
            try:
                certificate = self._ca.issue_cert(host.strip("[]"))
            except (ValueError, UnicodeError):
                return None
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            certificate.configure_cert(context)
            context.set_alpn_protocols(["http/1.1"])
            self._contexts[host] = context
        return self._contexts[host]
