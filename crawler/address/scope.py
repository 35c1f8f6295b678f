"""What belongs to the site: scheme, host, port and path area, compared on parsed addresses."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from crawler.address import url as addresses
from crawler.address.folding import fold_escapes
from crawler.address.refusal import Reason, Refused

WEB_PORTS = frozenset({80, 443})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The site of a landed root; the root itself is always in it."""

    root: str
    ports: dict[str, frozenset[int]] = field(hash=False)
    paths: tuple[str, ...]
    literal_host: bool

    @classmethod
    def of(
        cls,
        landed: str,
        *,
        hosts: Iterable[str] = (),
        paths: Iterable[str] = (),
        literal_host: bool = False,
    ) -> Self:
        """Draw the scope of a landed root; `hosts` (`host` or `host:port`) and `paths` add to it.

        Raises:
            ValueError: when the root or a host is no web address.
        """
        fold = _literal if literal_host else without_www
        ports: dict[str, frozenset[int]] = {}
        for host, port in ((_endpoint(landed)), *(_named(host, landed) for host in hosts)):
            folded = fold(host)
            ports[folded] = ports.get(folded, frozenset()) | _pair(port)
        areas = tuple(_area(path) for path in paths)
        return cls(root=landed, ports=ports, paths=areas, literal_host=literal_host)

    def refusal(self, url: str) -> Refused | None:
        """Return why a serialised address lies outside the site, or None when it is in it."""
        split = addresses.parts(url)
        folded = split.host if self.literal_host else without_www(split.host)
        ports = self.ports.get(folded)
        if ports is None:
            return Refused(reason=Reason.HOST, rule=f"{split.host} is not {self._hosts()}")
        if split.port not in ports:
            rule = f"port {split.port} is not {_listed(map(str, sorted(ports)))}"
            return Refused(reason=Reason.PORT, rule=rule)
        if self.paths and not self._in_area(split.path) and url != self.root:
            rule = f"{split.path} is not under {_listed(self.paths)}"
            return Refused(reason=Reason.PATH, rule=rule)
        return None

    def reconcile(self, url: str) -> str:
        """Give an address of the root's own host the root's scheme, http and https being one."""
        split, root = addresses.parts(url), addresses.parts(self.root)
        same_host = without_www(split.host) == without_www(root.host)
        web = split.port in WEB_PORTS and root.port in WEB_PORTS
        if split.scheme == root.scheme or not (same_host and web):
            return url
        rest = url.partition("://")[2]
        reread = addresses.parse(f"{root.scheme}://{rest}")
        return reread.url if isinstance(reread, addresses.Resolved) else url

    def _in_area(self, path: str) -> bool:
        folded = fold_escapes(path)
        return any(folded == area or folded.startswith(f"{area}/") for area in self.paths)

    def _hosts(self) -> str:
        note = "" if self.literal_host else ", with or without www"
        return f"{_listed(self.ports)}{note}"


def without_www(host: str) -> str:
    """Drop one leading `www.`; a host that is nothing else keeps it."""
    rest = host.removeprefix("www.")
    return rest if "." in rest else host


def _literal(host: str) -> str:
    return host


def _endpoint(url: str) -> tuple[str, int]:
    split = addresses.parts(url)
    return split.host, split.port


def _named(host: str, landed: str) -> tuple[str, int]:
    """Read a configured host; without a port it stands on the root's."""
    scheme = addresses.parts(landed).scheme
    read = addresses.parse(f"{scheme}://{host}/")
    if isinstance(read, Refused) or not host or set(host) & set("/\\?#@"):
        message = f"no host: {host!r}"
        raise ValueError(message)
    name, port = _endpoint(read.url)
    written_port = ":" in host.rpartition("]")[2]
    return name, port if written_port else addresses.port(landed)


def _pair(port: int) -> frozenset[int]:
    return WEB_PORTS if port in WEB_PORTS else frozenset({port})


def _area(path: str) -> str:
    return fold_escapes("/" + path.strip("/")) if path.strip("/") else ""


def _listed(words: Iterable[str]) -> str:
    return " or ".join(words)
