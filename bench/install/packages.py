"""Installs Debian packages in their pinned versions, as far as an archive still has those."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bench.sites.site import Site

ALONE = ("--no-install-recommends", "--allow-downgrades")
ENVIRONMENT = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
TAIL = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Packages to install: each as apt-get is to be told, and those that no archive has."""

    told: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """What a person would type."""
        return shlex.join(["apt-get", "install", *ALONE, *self.told])


def wanted(sites: Iterable[Site]) -> Wanted:
    """Choose for each package the pinned version where it can be had, else the usual one."""
    pinned = {site.package: site.version for site in sites if site.package}
    offered = _offered(tuple(pinned))
    told = {
        name: f"{name}={version}" if version in offered[name] else name
        for name, version in pinned.items()
        if name in offered
    }
    unknown = tuple(name for name in pinned if name not in offered)
    return Wanted(told=tuple(told.values()), unknown=unknown)


def why_not_here() -> str | None:
    """Say why packages cannot be installed by this process."""
    if shutil.which("apt-get") is None:
        return "there is no apt-get: the packages are Debian's"
    if os.geteuid() != 0:
        return "only root may install packages"
    return None


def refresh() -> str | None:
    """Fetch the archive's lists; gives what went wrong."""
    return _run(["apt-get", "update", "-qq"])


def install(packages: Wanted) -> str | None:
    """Install what is wanted; gives what went wrong."""
    return _run(["apt-get", "install", "-y", "-qq", *ALONE, *packages.told])


def _offered(names: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """Give the versions of each package that the archives have."""
    if not names or shutil.which("apt-cache") is None:
        return {}
    told = subprocess.run(  # noqa: S603 - names of letters, digits, dots and dashes
        ["apt-cache", "madison", *names],  # noqa: S607 - where Debian has it
        capture_output=True,
        text=True,
        env=os.environ | ENVIRONMENT,
        check=False,
    ).stdout
    offered: dict[str, set[str]] = {}
    for line in told.splitlines():
        fields = [each.strip() for each in line.split("|")]
        if len(fields) == 3:
            offered.setdefault(fields[0], set()).add(fields[1])
    return {name: frozenset(versions) for name, versions in offered.items()}


def _run(command: Sequence[str]) -> str | None:
    done = subprocess.run(  # noqa: S603 - our own words
        command, capture_output=True, text=True, env=os.environ | ENVIRONMENT, check=False
    )
    return None if done.returncode == 0 else f"{command[0]}: {done.stderr.strip()[-TAIL:]}"
