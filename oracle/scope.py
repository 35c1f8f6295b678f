"""What is in site: http and https addresses of the landed root's host, and what the entry adds."""

from dataclasses import dataclass

from oracle.url import parse

_ONE_PORT = {"80": "web", "443": "web", "": "web"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """The hosts and path areas of one site, fixed once the root has landed."""

    hosts: frozenset[tuple[str, str]]
    areas: tuple[str, ...] = ()

    def holds(self, address: str) -> bool:
        """Whether the address is in site."""
        url = parse(address)
        if url is None or _door(url.hostname, url.port) not in self.hosts:
            return False
        return not self.areas or any(_within(url.pathname, area) for area in self.areas)


def scope_of(landed: str, *, hosts: tuple[str, ...] = (), paths: tuple[str, ...] = ()) -> Scope:
    """The scope that follows from the landed root and the site's entry.

    Raises:
        ValueError: a host or path that is none, or a landed root that is no address.
    """
    doors = frozenset({_door_of(landed), *(_door_named(host) for host in hosts)})
    return Scope(hosts=doors, areas=tuple(_area_of(path) for path in paths))


def same_site(one: str, other: str) -> bool:
    """Whether two addresses differ at most in scheme, `www.`, and what follows the host."""
    return _door_of(one) == _door_of(other)


def _door_named(host: str) -> tuple[str, str]:
    url = parse(f"https://{host}")
    if url is None or f"{url.username}{url.pathname}{url.search}{url.hash}" != "/":
        message = f"not a host: {host}"
        raise ValueError(message)
    return _door(url.hostname, url.port)


def _door_of(text: str) -> tuple[str, str]:
    url = parse(text)
    if url is None:
        message = f"not an http or https address: {text}"
        raise ValueError(message)
    return _door(url.hostname, url.port)


def _door(host: str, port: str) -> tuple[str, str]:
    return host.removeprefix("www."), _ONE_PORT.get(port, port)


def _area_of(path: str) -> str:
    url = parse(f"https://area.invalid/{path.removeprefix('/')}")
    if url is None:
        message = f"not a path: {path}"
        raise ValueError(message)
    return str(url.pathname)


def _within(path: str, area: str) -> bool:
    """Whole segments: `/docs` holds `/docs` and `/docs/a`, not `/docs-old`."""
    return path == area or path.startswith(area.rstrip("/") + "/")
