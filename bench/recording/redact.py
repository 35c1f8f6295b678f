"""Takes secrets out of headers: what logs somebody in does not belong in a file.

Of a cookie its name stays; its value, like every other credential, becomes a token that is
the same for the same value within one recording, so that who compares values still sees whether
they changed. The key of the tokens is drawn anew for each recording and kept nowhere.
"""

import hashlib
import secrets
from dataclasses import dataclass, field

from bench.recording.exchange import Headers

CREDENTIALS = frozenset({"authorization", "proxy-authorization"})
MARK = "redacted-"


@dataclass(frozen=True, slots=True)
class Redaction:
    """The rule, with the key of one recording."""

    key: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)

    def __call__(self, headers: Headers) -> Headers:
        """Give headers without secrets."""
        return tuple((name, self._safe(name.lower(), value)) for name, value in headers)

    def _safe(self, name: str, value: str) -> str:
        if name in CREDENTIALS:
            scheme, blank, rest = value.partition(" ")
            return f"{scheme} {self._token(rest)}" if blank else self._token(value)
        if name == "cookie":
            return "; ".join(map(self._crumb, value.split(";")))
        if name == "set-cookie":
            crumb, semicolon, attributes = value.partition(";")
            return f"{self._crumb(crumb)}{semicolon}{attributes}"
        return value

    def _crumb(self, crumb: str) -> str:
        name, equals, value = crumb.strip().partition("=")
        # A cookie without a name is all value; an empty value says that the cookie goes.
        if not equals:
            return self._token(name) if name else ""
        return f"{name}={self._token(value) if value else ''}"

    def _token(self, value: str) -> str:
        told = hashlib.blake2b(value.encode("utf-8", "surrogateescape"), key=self.key)
        return f"{MARK}{told.hexdigest()[:12]}"
