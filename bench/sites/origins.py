"""The keys of sites.yaml that say who answers for a site: folder or application, and faults."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from bench.sites.nodes import MISSING, Read, Sheet, flag, near, plain, text
from bench.web.fault import NAMES, Value, Wrong, read_value

KINDS: tuple[frozenset[str], ...] = (
    frozenset({"url"}),
    frozenset({"lab"}),
    frozenset({"url", "serve"}),
    frozenset({"url", "app"}),
    frozenset({"url", "replay"}),
)
"""The sets of keys of which a site has exactly one: where it is."""

NEEDED = (
    "needs exactly one of: url (a live site), lab (an embedded site), url with serve (a folder),"
    " url with app (an application), url with replay (an archive)"
)

BESIDE: Mapping[str, str] = {
    "package": "serve",
    "sources": "serve",
    "clean_urls": "serve",
    "fallback": "serve",
    "symlinks": "serve",
    "app_dir": "app",
    "factory": "app",
    "frozen_clock": "replay",
}
"""Keys that say nothing without another one."""

LIVE = (
    "faults are laid over what the gateway serves, and nothing stands between us and a live site;"
    " take a site with lab, serve, app or replay, or replay a recording of it (--replay)"
)

ARCHIVES = (".warc", ".warc.gz", ".wacz")

APP = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")


def _clean_urls(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    value = plain(node, key, sheet)
    if value is MISSING or isinstance(value, bool) or value == "redirect":
        return value
    return sheet.refuse(node, key, f"true, false or redirect is needed here, not {node.value}")


def _app(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    value = text(node, key, sheet)
    if value is MISSING or APP.fullmatch(value):
        return value
    return sheet.refuse(
        node, key, f"module:callable is needed here, as shop.main:app, not {value}"
    )


def faults(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    """Read a mapping of faults to what they are set to; what is set to false is off."""
    if not isinstance(node, yaml.MappingNode):
        return sheet.refuse(node, key, "a mapping of faults to their values is needed here")
    found: dict[str, Value] = {}
    for name, value in node.value:
        told = _fault(name, value)
        if isinstance(told, Wrong):
            sheet.refuse(name, f"{key}.{name.value}", told.what)
        elif name.value in found:
            sheet.refuse(name, f"{key}.{name.value}", "given twice")
        else:
            found[name.value] = told
    return found


def laid(faults: Mapping[str, Value]) -> dict[str, Value]:
    """Give the faults that are on; one that was set to false is none."""
    return {name: value for name, value in faults.items() if value is not False}


def _fault(name: yaml.Node, value: yaml.Node) -> Value | Wrong:
    if not isinstance(name, yaml.ScalarNode) or name.value not in NAMES:
        return Wrong(what=f"unknown fault{near(str(name.value), NAMES)}")
    if not isinstance(value, yaml.ScalarNode):
        return Wrong(what="a single value is needed here")
    return read_value(name.value, value.value or None)


ORIGIN: Mapping[str, Read] = {
    "serve": text,
    "sources": text,
    "version": text,
    "clean_urls": _clean_urls,
    "fallback": text,
    "symlinks": flag,
    "app": _app,
    "app_dir": text,
    "factory": flag,
    "replay": text,
    "frozen_clock": flag,
    "faults": faults,
}
"""What a site may say of who answers for it."""


def check_origin(
    node: yaml.Node, key: str, sheet: Sheet, *, entry: dict[str, Any], base: Path
) -> None:
    """Refuse what does not go together, and make folders absolute."""
    if frozenset(entry) & frozenset().union(*KINDS) not in KINDS:
        sheet.refuse(node, key, NEEDED)
    for name, other in BESIDE.items():
        if name in entry and other not in entry:
            sheet.refuse(node, f"{key}.{name}", f"goes with {other} only")
    for name, what in _lacking(entry, base):
        sheet.refuse(node, f"{key}.{name}", what)


def _lacking(entry: dict[str, Any], base: Path) -> Iterator[tuple[str, str]]:
    """Settle the folders of an entry, and name what of them is not there."""
    if "serve" in entry:
        folder = (base / entry["serve"]).absolute()
        entry["serve"] = str(folder)
        if folder.is_dir():
            yield from _lacking_in(folder, entry)
        elif not {"package", "sources"} & entry.keys():
            yield "serve", f"{'a file, no' if folder.exists() else 'no such'} folder: {folder}"
    yield from _lacking_of(entry, base)
    if "replay" in entry:
        archive = (base / entry["replay"]).absolute()
        entry["replay"] = str(archive)
        if not archive.is_dir() and not archive.name.endswith(ARCHIVES):
            yield "replay", f"a .warc, .warc.gz or .wacz file is needed here, not {archive.name}"
        elif not archive.exists():
            yield "replay", f"no such file: {archive}"
    if "app" in entry:
        folder = (base / entry.get("app_dir", ".")).absolute()
        entry["app_dir"] = str(folder)
        if not folder.is_dir():
            yield "app_dir", f"no such folder: {folder}"


def _lacking_of(entry: dict[str, Any], base: Path) -> Iterator[tuple[str, str]]:
    """Settle where a site's sources are, and what its version is of."""
    if "sources" in entry:
        folder = (base / entry["sources"]).absolute()
        entry["sources"] = str(folder)
        if not (folder / "package-lock.json").is_file():
            yield "sources", f"no package-lock.json in {folder}"
        if "package" in entry:
            yield "sources", "a site is of a package or of sources, not of both"
    if "version" in entry and not {"package", "sources"} & entry.keys():
        yield "version", "goes with package or sources only"


def _lacking_in(folder: Path, entry: dict[str, Any]) -> Iterator[tuple[str, str]]:
    shell = entry.get("fallback")
    if shell is None:
        return
    if Path(shell).is_absolute() or ".." in Path(shell).parts:
        yield "fallback", f"a file in the folder is needed here, not {shell}"
    elif not (folder / shell).is_file():
        yield "fallback", f"no such file in {folder}: {shell}"
