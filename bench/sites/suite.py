"""The sites to measure: sites.yaml, checked whole before anything starts."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from bench.lab import catalogue
from bench.sites.crawler import Crawler
from bench.sites.crawlers import crawlers
from bench.sites.entries import NAMED, PACE, Entries, site_keys
from bench.sites.limits import LIMITS, Limits
from bench.sites.nodes import MISSING, Read, Sheet, compose, many, mapping, near
from bench.sites.site import Site

__all__ = ["Group", "Site", "Suite", "SuiteErrors", "load", "parse"]

UNGROUPED = "sites"
"""The group of a site in a file without groups, in what is written about it."""


class SuiteErrors(Exception):  # noqa: N818 - it carries many
    """What is wrong with a suite, or with what was chosen from it: all of it, a line each."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = tuple(lines)
        super().__init__("\n".join(self.lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Sites chosen and summed up together; a file without groups is one without a name."""

    name: str | None
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A whole sites.yaml."""

    file: str
    groups: tuple[Group, ...]
    default_groups: tuple[str, ...] = ()
    limits: Mapping[str, Limits] = field(default_factory=dict)
    """The thresholds of each site: its own over its group's over the file's."""
    crawlers: Mapping[str, Crawler] = field(default_factory=dict)

    def select(self, *, groups: Sequence[str] = (), names: Sequence[str] = ()) -> tuple[Site, ...]:
        """Choose sites by group and name; by neither, the default groups, or else all.

        Raises:
            SuiteErrors: a group or name does not exist, or nothing is left.
        """
        known = [group.name for group in self.groups if group.name]
        wanted = groups or (() if names else self.default_groups)
        among = [group for group in self.groups if not wanted or group.name in wanted]
        sites = [site for group in among for site in group.sites]
        lines = _strangers("group", groups, known, self.file)
        among_what = f" in {', '.join(wanted)}" if wanted and not lines else ""
        lines += _strangers("site", names, [site.name for site in sites], self.file, among_what)
        chosen = tuple(site for site in sites if not names or site.name in names)
        if not chosen and not lines:
            lines = [f"{self.file}: no site to measure"]
        if lines:
            raise SuiteErrors(lines)
        return chosen


def _strangers(
    noun: str, asked: Sequence[str], known: Collection[str], file: str, among: str = ""
) -> list[str]:
    return [
        f"{file}: no {noun} called {each}{among}{near(each, known)}"
        for each in asked
        if each not in known
    ]


def load(path: Path) -> Suite:
    """Read a suite from its file.

    Raises:
        SuiteErrors: the file cannot be read, or holds flaws; all of them are told.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SuiteErrors([f"{path}: {error.strerror}"]) from error
    return parse(content, str(path), base=path.parent, lab=catalogue.names())


def parse(content: bytes, file: str, *, base: Path, lab: Collection[str]) -> Suite:
    """Read a suite from its text; relative folders begin at `base`, `lab` names the lab's sites.

    Raises:
        SuiteErrors: the text holds flaws; all of them are told.
    """
    sheet = Sheet(file=file)
    root = compose(content, sheet)
    suite = None if root is None else _suite(root, sheet, base=base, lab=lab)
    if sheet.flaws or suite is None:
        raise SuiteErrors(str(flaw) for flaw in sorted(sheet.flaws, key=lambda flaw: flaw.line))
    return suite


def _suite(root: yaml.Node, sheet: Sheet, *, base: Path, lab: Collection[str]) -> Suite | None:
    entries = Entries(keys=site_keys(lab), base=base)

    def groups(node: yaml.Node, key: str, sheet: Sheet) -> tuple[Group, ...]:
        if not isinstance(node, yaml.MappingNode):
            sheet.refuse(node, key, "a mapping of group names to their sites is needed here")
            return ()
        names = {}
        for name, _ in node.value:
            if isinstance(name, yaml.ScalarNode):
                NAMED(name, key, sheet)
                names[name.value] = partial(_group, entries=entries, name=name.value)
        return tuple(mapping(node, key, sheet, names).values())

    def sites(node: yaml.Node, key: str, sheet: Sheet) -> tuple[Group, ...]:
        return (Group(name=None, sites=entries.read(node, key, sheet, group=UNGROUPED, pace={})),)

    table: dict[str, Read] = {
        "default_groups": many(_with_node),
        "thresholds": partial(mapping, table=LIMITS),
        "crawlers": partial(crawlers, base=base),
        "groups": groups,
        "sites": sites,
    }
    top = mapping(root, "", sheet, table)
    both = "groups" in top and "sites" in top
    if both or not (sheet.flaws or "groups" in top or "sites" in top):
        sheet.refuse(root, "", "needs either groups or a plain list called sites")
    found: tuple[Group, ...] = top.get("groups") or top.get("sites") or ()
    defaults: tuple[tuple[yaml.Node, str], ...] = top.get("default_groups", ())
    known = [group.name for group in found if group.name]
    for node, each in defaults:
        if each not in known:
            sheet.refuse(node, "default_groups", f"no group called {each}{near(each, known)}")
    names = tuple(each for _, each in defaults)
    everywhere = Limits(**top.get("thresholds", {}))
    limits = {name: own.over(everywhere) for name, own in entries.limits.items()}
    return Suite(
        file=sheet.file,
        groups=found,
        default_groups=names,
        limits=limits,
        crawlers=top.get("crawlers", {}),
    )


def _with_node(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    """Read a group's name and keep where it stands: whether it is one shows at the end."""
    name = NAMED(node, key, sheet)
    return name if name is MISSING else (node, name)


def _group(node: yaml.Node, key: str, sheet: Sheet, *, entries: Entries, name: str) -> Group:
    found: dict[str, yaml.Node] = {}

    def later(node: yaml.Node, _key: str, _sheet: Sheet) -> yaml.Node:
        return found.setdefault("sites", node)

    # The pace stands for all sites of the group, wherever in it the file says it.
    pace = mapping(node, key, sheet, {"sites": later, **PACE})
    if not found:
        if isinstance(node, yaml.MappingNode):
            sheet.refuse(node, key, "needs its sites")
        return Group(name=name, sites=())
    sites = entries.read(found["sites"], f"{key}.sites", sheet, group=name, pace=pace)
    return Group(name=name, sites=sites)
