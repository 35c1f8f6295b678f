"""Which version of a site is on this machine: of its Debian package, or of its own sources."""

import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.sites.site import Site

PATIENCE = 20.0
SHORT = 16
LEFT_OUT = frozenset({"node_modules", "dist", "truth.json"})
"""What lies among an application's sources and is none: what was made, and what is said of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """What is installed; None where nobody can tell."""

    version: str | None = None
    made_with: str | None = None

    def as_json(self) -> dict[str, str | None]:
        """Give what site.json says of it."""
        return asdict(self)


def installed(site: Site) -> Installed:
    """Tell which version of a site is there."""
    if site.package:
        return Installed(version=package_version(site.package))
    if site.sources and site.serve:
        return built(Path(site.serve))
    return Installed()


def package_version(package: str) -> str | None:
    """Ask dpkg; None where it is not there, or does not know the package as installed."""
    dpkg = shutil.which("dpkg-query")
    if dpkg is None:
        return None
    try:
        told = subprocess.run(  # noqa: S603 - a name of letters, digits, dots and dashes
            [dpkg, "-W", "-f", "${db:Status-Status} ${Version}\n", package],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = (line.split() for line in told.splitlines())
    return next((each[1] for each in found if len(each) == 2 and each[0] == "installed"), None)


def stamp_of(folder: Path) -> Path:
    """Give the file beside a built application that says what it was built from."""
    return folder.with_name(f"{folder.name}.json")


def built(folder: Path) -> Installed:
    """Read what a built application was made from."""
    try:
        told = json.loads(stamp_of(folder).read_bytes())
        return Installed(version=str(told["version"]), made_with=str(told["made_with"]))
    except (OSError, ValueError, KeyError, TypeError):
        return Installed()


def version_of(sources: Path) -> str:
    """Give the version of an application: a digest of its sources and the lock of its packages."""
    digest = hashlib.sha256()
    for path in _files(sources):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(sources).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:SHORT]


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder).parts
        if path.is_file() and not LEFT_OUT.intersection(inner):
            yield path
