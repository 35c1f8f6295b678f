"""Brings sites here one kind after the other, and says how each stands at the end."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.install import application, packages
from bench.install.state import Standing, State, standing
from bench.sites.site import Site

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """How every site stands, and what could not be done, a line each."""

    standings: tuple[Standing, ...]
    troubles: tuple[str, ...] = ()


def look(sites: Iterable[Site]) -> Brought:
    """Say how sites stand, and what to type where something is missing."""
    seen = tuple(standing(site) for site in sites)
    return Brought(standings=seen, troubles=tuple(_to_type(seen)))


def bring(sites: Sequence[Site], tell: Tell) -> Brought:
    """Install and build what is not there as pinned."""
    troubles = list(_install([each.site for each in _missing(sites) if each.site.package], tell))
    for each in _missing(sites):
        if each.site.sources and each.state is not State.STALE:
            troubles.extend(_build(each.site, tell))
    return Brought(standings=look(sites).standings, troubles=tuple(troubles))


def _missing(sites: Iterable[Site]) -> list[Standing]:
    return [each for each in map(standing, sites) if not each.ready]


def _install(sites: Sequence[Site], tell: Tell) -> Iterator[str]:
    if not sites:
        return
    if why := packages.why_not_here():
        yield f"{why}; type, as root: {packages.wanted(sites).command}"
        return
    tell(f"installing {len({site.package for site in sites})} packages")
    wrong = packages.refresh()
    needed = packages.wanted(sites)
    yield from (f"no archive of this machine has {name}" for name in needed.unknown)
    if needed.told:
        wrong = packages.install(needed) or wrong
    if wrong:
        yield f"{wrong}; type, as root: {needed.command}"


def _build(site: Site, tell: Tell) -> Iterator[str]:
    if why := application.why_not_here():
        yield f"{site.name}: {why}"
        return
    tell(f"building {site.name}")
    if wrong := application.build(Path(site.sources or ""), Path(site.serve or "")):
        yield f"{site.name}: {wrong}"


def _to_type(seen: Iterable[Standing]) -> Iterator[str]:
    lacking = [each.site for each in seen if not each.ready]
    of_packages = [site for site in lacking if site.package]
    if of_packages:
        yield f"type, as root: {packages.wanted(of_packages).command}"
    if len(lacking) > len(of_packages):
        yield "to build the applications: bench install, without --check"
