"""One site to measure: its entry of sites.yaml, with the defaults filled in."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How far each side may go on a site; None leaves the side its own bound."""

    visits: int = 200
    pages: int = 5000
    depth: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """Figures that somebody else published for a site; shares from 0 to 1."""

    oracle_routes: int | None = None
    engine_routes: int | None = None
    engine_recall: float | None = None
    home_static: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A live address, a lab site, or a folder, application or archive behind an address."""

    name: str
    group: str
    url: str | None = None
    lab: str | None = None
    serve: str | None = None
    package: str | None = None
    sources: str | None = None
    version: str | None = None
    clean_urls: bool | str = False
    fallback: str | None = None
    symlinks: bool | None = None
    app: str | None = None
    app_dir: str | None = None
    factory: bool = False
    replay: str | None = None
    frozen_clock: bool = False
    hosts: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    budget: Budget = field(default_factory=Budget)
    delay: float = 0.0
    concurrency: int = 8
    passes: int = 1
    reference: Reference | None = None
    category: str | None = None
    generator: str | None = None
    why: str | None = None
    faults: Mapping[str, float | str | bool] = field(default_factory=dict)

    @property
    def live(self) -> bool:
        """Whether the site is out on the network rather than behind the gateway."""
        return (self.lab, self.serve, self.app, self.replay) == (None, None, None, None)

    def as_json(self) -> dict[str, Any]:
        """Give the entry as site.json keeps it, in JSON's own types."""
        entry = asdict(self)
        return {name: list(it) if isinstance(it, tuple) else it for name, it in entry.items()}
