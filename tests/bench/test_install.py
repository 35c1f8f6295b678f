"""Sites that are brought here: an application built by npm, and what apt-get is to be told."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.exits import Exit
from bench.install.packages import wanted
from bench.install.state import State, standing
from bench.sites.installed import built, installed, package_version, version_of
from bench.sites.site import Site
from bench.sites.suite import load

Call = Callable[..., Any]

BUILD = "mkdir -p dist && cp page.html dist/index.html"
ENTRY = 'sites: [{{name: app, url: "https://app.test/", serve: out/app, sources: app{0}}}]'


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """An application that needs no package, and a file of sites with it."""
    home = tmp_path / "app"
    home.mkdir()
    (home / "page.html").write_text("<title>App</title>")
    told = {"name": "app", "version": "1.0.0", "scripts": {"build": BUILD}}
    (home / "package.json").write_text(json.dumps(told))
    lock = {"name": "app", "version": "1.0.0", "lockfileVersion": 3, "requires": True}
    packages = {"": {"name": "app", "version": "1.0.0"}}
    (home / "package-lock.json").write_text(json.dumps(lock | {"packages": packages}))
    pinned = f', version: "{version_of(home)}"'
    (tmp_path / "sites.yaml").write_text(ENTRY.format(pinned))
    return tmp_path


def site_of(place: Path) -> Site:
    return load(place / "sites.yaml").select()[0]


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_an_application_is_built_once_and_stamped(place: Path, call: Call) -> None:
    assert standing(site_of(place)).state is State.ABSENT
    done = call("install", place / "sites.yaml")
    assert (done.code, done.err) == (Exit.OK, "")
    assert done.out == "building app\n1 of 1 sites are ready\n"
    assert (place / "out" / "app" / "index.html").read_text() == "<title>App</title>"
    here = installed(site_of(place))
    assert here.version == version_of(place / "app")
    assert (here.made_with or "").startswith("node v")
    assert call("install", place / "sites.yaml").out == "1 of 1 sites are ready\n"
    assert sorted(path.name for path in (place / "out").iterdir()) == ["app", "app.json"]


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_a_build_that_fails_says_why_and_leaves_nothing(place: Path, call: Call) -> None:
    told = {"name": "app", "version": "1.0.0", "scripts": {"build": "echo no flour >&2; exit 3"}}
    (place / "app" / "package.json").write_text(json.dumps(told))
    (place / "sites.yaml").write_text(ENTRY.format(""))
    done = call("install", place / "sites.yaml")
    assert done.code == Exit.ENVIRONMENT
    assert "app: npm run: " in done.err
    assert "no flour" in done.err
    assert list((place / "out").iterdir()) == []


def test_sources_that_are_not_those_of_the_version_are_not_built(place: Path, call: Call) -> None:
    (place / "app" / "page.html").write_text("<title>Another</title>")
    done = call("install", place / "sites.yaml")
    assert done.code == Exit.ENVIRONMENT
    assert "the sources are not those of the pinned version" in done.out


def test_the_version_of_sources_hangs_on_names_and_bytes_alone(place: Path) -> None:
    before = version_of(place / "app")
    for made in ("node_modules", "dist"):
        (place / "app" / made).mkdir()
        (place / "app" / made / "x.js").write_text("1")
    assert version_of(place / "app") == before
    (place / "app" / "page.html").rename(place / "app" / "other.html")
    assert version_of(place / "app") != before


def test_a_stamp_that_is_none_tells_no_version(tmp_path: Path) -> None:
    for content in ("", "[]", '{"version": 1}'):
        (tmp_path / "app.json").write_text(content)
        assert built(tmp_path / "app").version is None


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="no Debian")
def test_dpkg_tells_which_version_is_installed() -> None:
    assert package_version("dpkg")
    assert package_version("no-such-package-at-all") is None


def test_what_no_archive_has_is_told_apart() -> None:
    sites = [
        Site(name="a", group="a", serve="/no", package="no-such-package-at-all", version="1"),
        Site(name="b", group="b", serve="/no", package="dpkg", version="0.0.1"),
    ]
    if shutil.which("apt-cache") is None:
        assert wanted(sites).unknown == ("no-such-package-at-all", "dpkg")
        return
    packages = wanted(sites)
    assert packages.unknown[0] == "no-such-package-at-all"
    # Where the pinned version is gone, the usual one is taken, and is said by every run.
    assert set(packages.told) <= {"dpkg"}
    assert packages.command.startswith("apt-get install --no-install-recommends")
