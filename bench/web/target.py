"""Turn the target of a proxy request into the address that is meant."""

import re
from dataclasses import dataclass

from bench.web.incoming import Incoming, Malformed
from bench.web.origin import DEFAULT_PORTS, Left, Request

_AUTHORITY = re.compile(
    r"(?P<host>\[[0-9a-fA-F:.]+\]|[^\s\[\]/?#@:\\]+)(?::(?P<port>\d{1,5})?)?",
)
_ABSOLUTE = re.compile(
    r"(?P<scheme>https?)://(?P<authority>[^/?#]*)(?P<rest>[^#]*)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """The host and port of a CONNECT."""

    host: str
    port: str

    def origin(self, scheme: str) -> str:
        """The origin under which a scheme is reached there."""
        port = "" if self.port == DEFAULT_PORTS[scheme] else f":{self.port}"
        return f"{scheme}://{self.host}{port}"


def read_connect(target: str, tunnel: str | None) -> Authority | Malformed:
    """Read the `host:port` of a CONNECT; `tunnel` is the origin that it travels to, if any."""
    if tunnel is not None:
        return Malformed(status=400, reason="there are no tunnels inside a tunnel")
    found = _AUTHORITY.fullmatch(target)
    if found is None or not found["port"]:
        return Malformed(status=400, reason=f"CONNECT needs host:port, not {target}")
    return Authority(host=found["host"].lower(), port=str(int(found["port"])))


def read_request(
    incoming: Incoming, tunnel: str | None, *, role: str = "", left: Left | None = None
) -> Request | Malformed:
    """Read the target of any other request; `tunnel` is the origin that it travels to, if any."""
    if incoming.target.startswith("/"):
        if tunnel is None:
            reason = "this is a proxy: ask for absolute addresses, as `curl -x` does"
            return Malformed(status=400, reason=reason)
        return _request(incoming, tunnel, incoming.target, role, left)
    if incoming.target == "*" and tunnel is not None:
        return _request(incoming, tunnel, "/*", role, left)
    found = _ABSOLUTE.fullmatch(incoming.target)
    authority = found and _AUTHORITY.fullmatch(found["authority"])
    if not found or not authority:
        return Malformed(status=400, reason=f"no http or https address: {incoming.target}")
    scheme = found["scheme"].lower()
    port = authority["port"] or DEFAULT_PORTS[scheme]
    origin = Authority(host=authority["host"].lower(), port=str(int(port))).origin(scheme)
    if tunnel not in {None, origin}:
        return Malformed(status=421, reason=f"this tunnel leads to {tunnel}, not to {origin}")
    rest = found["rest"]
    return _request(incoming, origin, rest if rest.startswith("/") else f"/{rest}", role, left)


def _request(
    incoming: Incoming, origin: str, target: str, role: str, left: Left | None
) -> Request:
    path, mark, query = target.partition("?")
    return Request(
        method=incoming.method,
        origin=origin,
        path=path,
        query=query if mark else None,
        headers=incoming.headers,
        body=incoming.body,
        role=role,
        left=left,
    )
