"""Renders report.html: everything in it, and nothing that it would have to ask for."""

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from bench.report.crawlers import COLUMNS, FOOT, crawler_cells, notes, ranked
from bench.report.page import view
from bench.report.page.gate import gate
from bench.report.told import Told
from bench.report.words import number, percent, plain, span

HERE = Path(__file__).parent
SCRIPTS = ("dom", "pack", "theme", "sites", "charts", "story", "tree", "crawlers", "site", "start")
LIBRARIES = ("d3", "plot")
# The signs of a JSON text that could end the element that it stands in.
_INERT = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"})


def page(
    told: Told, pieces: Mapping[str, str], *, remembered: Iterable[Mapping[str, str]]
) -> Iterator[str]:
    """Write the page in parts; `pieces` are the packed sites by name."""
    libraries = [_library(name) for name in LIBRARIES]
    script = "\n".join(_asset(f"{name}.js") for name in SCRIPTS)
    template = _templates().get_template("page.html")
    trend = view.trend(told, remembered)
    yield from template.generate(
        told=told,
        sums=view.sums(told.rows),
        policy=_policy([*(code for _, code in libraries), script]),
        style=_asset("page.css"),
        libraries=libraries,
        script=script,
        data=_json(_data(told, trend)),
        pieces=[pieces.get(row.name, "") for row in told.rows],
        trend=trend,
        causes=view.causes(told.rows),
        tiers=view.tiers(told.rows),
        fixes=(told.record.get("summary") or {}).get("what_if") or (),
        gate=gate(told.check),
        crawlers=[list(each) for each in map(crawler_cells, ranked(told.crawlers))],
        crawler_heads=[head.replace("\n", " ") for head, _, _ in COLUMNS],
        crawler_foot=FOOT,
        crawler_notes=notes(told.rows),
    )


def _data(told: Told, trend: view.Trend) -> dict[str, Any]:
    return {
        "sites": [_plain(row.as_json()) | {"status": view.status(row)} for row in told.rows],
        "bands": view.bands(told.rows),
        "channels": view.channels(told.rows),
        "levels": view.levels(told.rows),
        "causes": view.causes(told.rows),
        "trend": {
            "runs": _plain(list(trend.runs)),
            "means": trend.means,
            "sites": _plain(dict(trend.sites)),
            "moved": _plain(dict(trend.moved)),
        },
    }


def _plain(value: Any) -> Any:  # noqa: ANN401 - any JSON
    """Make every text in a value inert."""
    match value:
        case str():
            return plain(value)
        case dict():
            return {plain(str(key)): _plain(each) for key, each in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
        case _:
            return value


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.translate(_INERT)


def _policy(scripts: Iterable[str]) -> str:
    """Allow the page's own scripts, known by their digest, and no address at all."""
    digests = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"
        for code in scripts
    )
    return (
        f"default-src 'none'; script-src {digests}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _library(name: str) -> tuple[str, str]:
    licence = _asset(f"vendor/{name}.LICENSE").replace("--", "- -")
    return licence, _asset(f"vendor/{name}.min.js")


def _asset(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


@cache
def _templates() -> jinja2.Environment:
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters |= {"plain": plain, "percent": percent, "number": number, "span": span}
    templates.globals |= {"status": view.status}
    return templates
