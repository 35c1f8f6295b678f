"""Finds a Chromium on this machine, or says exactly what to type to get one."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

VARIABLE = "BENCH_CHROMIUM"
NAMES = (
    # The same engine without windows: to draw those costs a whole browser's time again.
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
DEBIANS = ("chromium-headless-shell", "chromium")
"""What apt knows it by; the first is not in every release."""

PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
)
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--deny-permission-prompts",
    # A page that eats memory dies by itself, before the machine does.
    "--js-flags=--max-old-space-size=1024",
)
BROWSERS = re.compile(r"chrom|edge|brave|opera|vivaldi|yandex", re.IGNORECASE)
"""What a browser of this family calls itself when it is asked for its version."""

INSTALL_SECONDS = 900


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A browser to use; `path` is None for Playwright's own, which Playwright finds itself."""

    path: Path | None
    source: str
    version: str
    log: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """No browser; `message` says what to type, `log` what was tried."""

    message: str
    log: str = ""


def find_chromium() -> Found | Missing:
    """Look where BENCH_CHROMIUM points, then for Playwright's own, then on the machine."""
    named = os.environ.get(VARIABLE)
    if named:
        return _named(named)
    return _playwrights() or _machines() or Missing(message=_advice())


def install_chromium() -> Found | Missing:
    """Get a Chromium by Playwright, else, as root on Debian, by apt; the log tells all of it."""
    log: list[str] = []
    for commands in (_playwright_commands(), *map(_debian_commands, DEBIANS)):
        if commands and all(_run(command, log) for command in commands):
            found = find_chromium()
            if isinstance(found, Found):
                return Found(
                    path=found.path,
                    source=found.source,
                    version=found.version,
                    log="\n".join(log),
                )
    return Missing(message=_advice(), log="\n".join(log))


def launch_flags() -> list[str]:
    """Chromium's flags here: the sandbox is given up only as root, where it cannot work."""
    return [*FLAGS, "--no-sandbox"] if _is_root() else list(FLAGS)


def unfit(found: Found) -> str:
    """Say what to do about a program that calls itself a browser and does not start as one."""
    named = (
        f"{VARIABLE}={found.path}" if found.source == VARIABLE else found.path or "Playwright's"
    )
    return f"{named}: it does not start as a browser; type one of: {_ways()}"


def _named(named: str) -> Found | Missing:
    path = Path(shutil.which(named) or named)
    if not path.is_file():
        return Missing(
            message=f"{VARIABLE}={named}: there is no such file; correct it or unset it"
        )
    version = _version(path)
    if version is None:
        return Missing(
            message=f"{VARIABLE}={named}: it does not run as a browser; correct it or unset it"
        )
    return Found(path=path, source=VARIABLE, version=version)


def _playwrights() -> Found | None:
    wanted = {"chromium-headless-shell": "chromium_headless_shell", "chromium": "chromium"}
    listing = files("playwright") / "driver" / "package" / "browsers.json"
    folder = _registry()
    for browser in json.loads(listing.read_text("utf-8"))["browsers"]:
        stem = wanted.get(browser["name"])
        if stem == "chromium_headless_shell":
            marker = folder / f"{stem}-{browser['revision']}" / "INSTALLATION_COMPLETE"
            if marker.exists():
                version = browser.get("browserVersion", "unknown")
                return Found(path=None, source="playwright", version=version)
    return None


def _registry() -> Path:
    """Where Playwright keeps its browsers, by its own rules."""
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if named == "0":
        return Path(str(files("playwright"))) / "driver" / "package" / ".local-browsers"
    if named:
        return Path(named)
    caches = {"darwin": "Library/Caches", "win32": "AppData/Local"}
    return Path.home() / caches.get(sys.platform, ".cache") / "ms-playwright"


def _machines() -> Found | None:
    for name in (*NAMES, *PLACES):
        place = shutil.which(name)
        if place is None:
            continue
        version = _version(Path(place))
        if version is not None:
            return Found(path=Path(place), source="machine", version=version)
    return None


def _version(path: Path) -> str | None:
    try:
        answer = subprocess.run(  # noqa: S603 - the browser that the user or the system names
            [path, "--version"], capture_output=True, text=True, timeout=30, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    if not BROWSERS.search(answer.stdout):
        return None
    words = answer.stdout.split()
    return next((word for word in words if word[:1].isdigit()), answer.stdout.strip() or None)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _is_debian() -> bool:
    return Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def _playwright_commands() -> list[list[str]]:
    return [[sys.executable, "-m", "playwright", "install", "chromium"]]


def _debian_commands(package: str) -> list[list[str]]:
    if not (_is_root() and _is_debian()):
        return []
    return [["apt-get", "update"], ["apt-get", "install", "-y", package]]


def _run(command: list[str], log: list[str]) -> bool:
    log.append("$ " + " ".join(command))
    try:
        done = subprocess.run(  # noqa: S603 - fixed commands
            command,
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
            check=False,
            env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        )
    except (OSError, subprocess.SubprocessError) as error:
        log.append(str(error))
        return False
    log.extend((done.stdout + done.stderr).splitlines()[-20:])
    return done.returncode == 0


def _advice() -> str:
    return f"no Chromium found; type one of: {_ways()}"


def _ways() -> str:
    ways = [f"{sys.executable} -m playwright install chromium"]
    if _is_debian():
        ways.append("sudo apt-get install chromium")
    ways.append(f"{VARIABLE}=/path/to/chrome")
    return "  |  ".join(ways)
