"""The keys of sites.yaml: what each may hold, and how an entry becomes a site."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import ada_url
import yaml

from bench.sites.limits import LIMITS, Limits
from bench.sites.nodes import MISSING, Read, Sheet, items, many, mapping, near, number, text
from bench.sites.origins import LIVE, ORIGIN, check_origin, faults, laid
from bench.sites.site import Budget, Reference, Site

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
HOST = re.compile(r"[^\s/:@?#]+(:\d{1,5})?")
PATH = re.compile(r"/[^\s?#]*")

LIVE_PACE = {"delay": 1.0, "concurrency": 1, "passes": 2}
"""How a public site is asked unless its entry or group says otherwise: one page at a time."""


def _address(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
    value = text(node, key, sheet)
    if value is MISSING:
        return MISSING
    try:
        url = ada_url.URL(value)
    except ValueError:
        hint = "" if "://" in value else f"; did you mean https://{value.rstrip('/')}/?"
        return sheet.refuse(node, key, f"no absolute address: {value}{hint}")
    if url.protocol not in {"http:", "https:"}:
        return sheet.refuse(node, key, f"only http and https can be measured, not {value}")
    if url.username or url.password or url.hash:
        return sheet.refuse(node, key, f"credentials and fragments cannot be part of it: {value}")
    return url.href


def _matching(pattern: re.Pattern[str], what: str) -> Read:
    def read(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
        value = text(node, key, sheet)
        if value is MISSING or pattern.fullmatch(value):
            return value
        return sheet.refuse(node, key, f"{what} is needed here, not {value}")

    return read


def _among(known: Collection[str], noun: str) -> Read:
    def read(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
        value = text(node, key, sheet)
        if value is MISSING or value in known:
            return value
        return sheet.refuse(node, key, f"no {noun} called {value}{near(value, known)}")

    return read


def _table(table: Mapping[str, Read]) -> Read:
    def read(node: yaml.Node, key: str, sheet: Sheet) -> Any:  # noqa: ANN401 - a reader
        return mapping(node, key, sheet, table)

    return read


NAMED = _matching(NAME, "a name of letters, digits, dots, dashes and underscores")

PACE: dict[str, Read] = {
    "budget": _table(
        {
            "visits": number(1, 100_000, whole=True),
            "pages": number(1, 1_000_000, whole=True),
            "depth": number(0, 1000, whole=True),
            "seconds": number(1, 86_400),
        }
    ),
    "delay": number(0, 3600),
    "concurrency": number(1, 64, whole=True),
    "passes": number(1, 9, whole=True),
    "thresholds": _table(LIMITS),
    "faults": faults,
}
"""What a group may say for all of its sites, and a site for itself."""

REFERENCE: dict[str, Read] = {
    "oracle_routes": number(0, whole=True),
    "engine_routes": number(0, whole=True),
    "engine_recall": number(0, 1),
    "home_static": number(0, 1),
}


def site_keys(lab: Collection[str]) -> dict[str, Read]:
    """Give the table of the keys of one entry; `lab` names the embedded sites."""
    return {
        "name": NAMED,
        "url": _address,
        "lab": _among(lab, "lab site"),
        "package": NAMED,
        **ORIGIN,
        "hosts": many(_matching(HOST, "a host name")),
        "paths": many(_matching(PATH, "a path that begins with /")),
        "reference": _table(REFERENCE),
        "category": text,
        "generator": text,
        "why": text,
        **PACE,
    }


@dataclass(slots=True, kw_only=True)
class Entries:
    """Reads the lists of sites of one file; a name may occur once in all of them."""

    keys: Mapping[str, Read]
    base: Path
    lines: dict[str, int] = field(default_factory=dict)
    limits: dict[str, Limits] = field(default_factory=dict)

    def read(
        self,
        node: yaml.Node,
        key: str,
        sheet: Sheet,
        *,
        group: str,
        pace: Mapping[str, Any],
    ) -> tuple[Site, ...]:
        """Read one list; entries with flaws are left out, their flaws are on the sheet."""
        sites = []
        for at, item in enumerate(items(node, key, sheet)):
            entry = self._entry(item, f"{key}[{at}]", sheet)
            if entry is not None:
                _check_live(item, f"{key}[{at}]", sheet, entry=entry, pace=pace)
            if entry is not None:
                # A threshold is no part of what is measured: it may change between judgements.
                own = Limits(**entry.pop("thresholds", {}))
                self.limits[entry["name"]] = own.over(Limits(**pace.get("thresholds", {})))
                sites.append(_site(entry, group, pace))
        return tuple(sites)

    def _entry(self, node: yaml.Node, key: str, sheet: Sheet) -> dict[str, Any] | None:
        before = len(sheet.flaws)
        if isinstance(node, yaml.ScalarNode):
            url = _address(node, key, sheet)
            entry: dict[str, Any] = {} if url is MISSING else {"url": url}
        else:
            entry = mapping(node, key, sheet, self.keys)
        if len(sheet.flaws) == before:
            check_origin(node, key, sheet, entry=entry, base=self.base)
        if len(sheet.flaws) == before:
            entry.setdefault("name", entry.get("lab") or name_of(entry.get("url", "")))
        if "name" in entry:
            self._check_name(node, key, sheet, name=entry["name"])
        return entry if len(sheet.flaws) == before else None

    def _check_name(self, node: yaml.Node, key: str, sheet: Sheet, *, name: str) -> None:
        if not NAME.fullmatch(name):
            sheet.refuse(node, key, "give it a name: none can be made from the address")
        if name.casefold() in self.lines:
            taken = self.lines[name.casefold()]
            sheet.refuse(node, f"{key}.name", f"{name} is taken since line {taken}")
        self.lines.setdefault(name.casefold(), node.start_mark.line + 1)


def _check_live(
    node: yaml.Node, key: str, sheet: Sheet, *, entry: dict[str, Any], pace: Mapping[str, Any]
) -> None:
    if not {"lab", "serve", "app", "replay"} & set(entry) and (
        entry.get("faults") or pace.get("faults")
    ):
        sheet.refuse(node, f"{key}.faults", LIVE)


def name_of(url: str) -> str:
    """Make a site's name from its address: the host, and what of the path tells it apart."""
    parts = urlsplit(url)
    path = re.sub(r"[^A-Za-z0-9._-]+", "-", parts.path).strip("-")
    host = (parts.netloc or "").replace(":", "-")
    return f"{host}-{path}"[:100] if path else host


def _site(entry: dict[str, Any], group: str, defaults: Mapping[str, Any]) -> Site:
    live = not {"lab", "serve", "app", "replay"} & set(entry)
    budget = {**defaults.get("budget", {}), **entry.pop("budget", {})}
    reference = entry.pop("reference", None)
    pace = {key: defaults[key] for key in ("delay", "concurrency", "passes") if key in defaults}
    beset = {**defaults.get("faults", {}), **entry.pop("faults", {})}
    return Site(
        group=group,
        budget=Budget(**budget),
        faults=laid(beset),
        reference=None if reference is None else Reference(**reference),
        **{**(LIVE_PACE if live else {}), **pace, **entry},
    )
