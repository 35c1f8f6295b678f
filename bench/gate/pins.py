"""What a baseline pins: per site its recall, its routes, and what it was made with."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self
from urllib.parse import urlsplit

SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The names of the files that are kept of a site, in the folder beside the baseline."""

    truth: str | None = None
    inventory: str | None = None
    checks: str | None = None
    witness: str | None = None

    @property
    def names(self) -> frozenset[str]:
        """All of them."""
        return frozenset(name for name in asdict(self).values() if name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """One site; `found` and `missed` are its permitted routes, addresses of its own host as paths.

    `unstable` are routes that some base run missed, `margin` is how many new misses base runs
    differ by; both are 0 unless three or more runs were given.
    """

    group: str | None = None
    run: str
    pinned: str
    root: str
    recall: float | None = None
    unscored: str | None = None
    sampled: bool = False
    crawler: str | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    digests: Mapping[str, str | None] = field(default_factory=dict)
    base_runs: int = 1
    margin: int = 0
    unstable: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    kept: Kept = field(default_factory=Kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """Figures that were lowered on purpose: when, why, and which."""

    date: str
    reason: str
    sites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """All pins, by the site's name, and the losses that were allowed."""

    sites: Mapping[str, Pin] = field(default_factory=dict)
    losses: tuple[Loss, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Give the baseline as its file keeps it: sorted, one route a line."""
        return {
            "schema": SCHEMA,
            "losses": [asdict(loss) for loss in self.losses],
            "sites": {name: _as_json(self.sites[name]) for name in sorted(self.sites)},
        }

    def spelled(self) -> Self:
        """Give it with every route as a whole address, as it is after reading."""
        return replace(self, sites={name: _whole(pin) for name, pin in self.sites.items()})

    @property
    def kept(self) -> frozenset[str]:
        """Every file that a pin needs."""
        return frozenset[str]().union(*(pin.kept.names for pin in self.sites.values()))


def _as_json(pin: Pin) -> dict[str, Any]:
    home = home_of(pin.root)
    routes = {
        name: [_path(url, home) for url in sorted(getattr(pin, name))]
        for name in ("unstable", "missed", "found")
    }
    return asdict(pin) | routes


def home_of(root: str) -> str:
    """Give scheme, host and port of an address."""
    parts = urlsplit(root)
    return f"{parts.scheme}://{parts.netloc}"


def _path(url: str, home: str) -> str:
    return url.removeprefix(home) if url.startswith(f"{home}/") else url


def _whole(pin: Pin) -> Pin:
    home = home_of(pin.root)

    def spell(urls: Iterable[str]) -> tuple[str, ...]:
        return tuple(f"{home}{url}" if url.startswith("/") else url for url in urls)

    return replace(
        pin, unstable=spell(pin.unstable), missed=spell(pin.missed), found=spell(pin.found)
    )
