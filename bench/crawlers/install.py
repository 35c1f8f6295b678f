"""Installs ready-made crawlers, each apart from the others and from us."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.crawlers.ready import DONE, HERE, INSTALLED, NPM, pins


def install(name: str) -> str | None:
    """Install a crawler as it is pinned; gives what went wrong, None when it is there.

    What is there as it is pinned stays.
    """
    home = INSTALLED / name
    pinned = b"".join(each.read_bytes() for each in pins(name))
    mark = home / DONE
    if mark.is_file() and mark.read_bytes() == pinned:
        return None
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    commands = _npm(name, home) if (HERE / name).is_dir() else _pip(name, home)
    for command in commands:
        if fault := _ran(command, home):
            return fault
    mark.write_bytes(pinned)
    return None


def _pip(name: str, home: Path) -> list[Sequence[str]]:
    pip = (str((home / "bin" / "python").absolute()), "-m", "pip", "install", "--no-deps")
    return [
        (sys.executable, "-m", "venv", "."),
        (*pip, "--quiet", "--disable-pip-version-check", "-r", str(HERE / f"{name}.txt")),
    ]


def _npm(name: str, home: Path) -> list[Sequence[str]]:
    for file in NPM:
        shutil.copy(HERE / name / file, home / file)
    return [("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts")]


def _ran(command: Sequence[str], home: Path) -> str | None:
    """Run one step in a folder; gives the last words of one that failed."""
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            command,
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except OSError as error:
        return f"{command[0]}: {error.strerror}"
    if done.returncode == 0:
        return None
    said = [line for line in done.stdout.decode(errors="replace").splitlines() if line.strip()]
    return f"{' '.join(command[:3])}: {said[-1] if said else f'exit code {done.returncode}'}"
