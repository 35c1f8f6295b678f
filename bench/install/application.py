"""Builds an application from its sources and the lock of its packages, by its own tools."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.sites.installed import LEFT_OUT, stamp_of, version_of
from bench.store import write_json

PATIENCE = 1800.0
TAIL = 600
BUILT = "dist"
STEPS = (("ci", "--ignore-scripts", "--no-audit", "--no-fund"), ("run", "build"))
QUIET: Mapping[str, str] = {
    "ASTRO_TELEMETRY_DISABLED": "1",
    "NEXT_TELEMETRY_DISABLED": "1",
    "CI": "1",
}


def why_not_here() -> str | None:
    """Say why nothing can be built by this process."""
    missing = [name for name in ("npm", "node") if shutil.which(name) is None]
    if missing:
        return f"{' and '.join(missing)} not installed; on Debian: apt-get install nodejs npm"
    return None


def build(sources: Path, folder: Path) -> str | None:
    """Build an application into the folder that is served; gives what went wrong."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".building-") as place:
        home = Path(place) / sources.name
        shutil.copytree(sources, home, ignore=shutil.ignore_patterns(*LEFT_OUT))
        for step in STEPS:
            if wrong := _run(["npm", *step], home):
                return wrong
        if not (home / BUILT).is_dir():
            return f"npm run build left no folder called {BUILT}"
        stamp_of(folder).unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        (home / BUILT).rename(folder)
    told = {"schema": 1, "version": version_of(sources), "made_with": f"node {_node()}"}
    write_json(stamp_of(folder), told)
    return None


def _run(command: Sequence[str], home: Path) -> str | None:
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            command,
            cwd=home,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            env=os.environ | QUIET,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"{' '.join(command[:2])}: no end within {PATIENCE:.0f} s"
    said = (done.stderr or done.stdout).strip()[-TAIL:]
    return None if done.returncode == 0 else f"{' '.join(command[:2])}: {said}"


def _node() -> str:
    return subprocess.run(
        ["node", "--version"],  # noqa: S607 - found before
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
