"""How a site stands on this machine: there as pinned, there in another version, or not there."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from bench.sites.installed import installed, version_of
from bench.sites.site import Site


class State(StrEnum):
    """What can be said of a site's folder and version."""

    READY = "ready"
    OTHER = "another version"
    ABSENT = "not installed"
    HOLLOW = "installed without its documentation"
    STALE = "the sources are not those of the pinned version"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One site, and what is there of it."""

    site: Site
    state: State
    version: str | None = None

    @property
    def ready(self) -> bool:
        """Whether the site can be measured as pinned."""
        return self.state is State.READY


def standing(site: Site) -> Standing:
    """Look at a site of a package or of sources; any other one needs nothing."""
    here = installed(site).version
    return Standing(site=site, state=_state(site, here), version=here)


def _state(site: Site, here: str | None) -> State:
    folder = site.serve is not None and Path(site.serve).is_dir()
    if site.sources and site.version not in {None, version_of(Path(site.sources))}:
        return State.STALE
    if not (site.package or site.sources):
        return State.READY
    if not folder:
        return State.HOLLOW if here and site.package else State.ABSENT
    if site.version not in {None, here}:
        return State.OTHER if here else State.ABSENT
    if site.sources and here != version_of(Path(site.sources)):
        return State.OTHER if here else State.ABSENT
    return State.READY
