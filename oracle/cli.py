"""`python -m oracle URL`: explores one site, writes truth.json and witness.zip."""

import asyncio
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NoReturn
from urllib.parse import urlsplit

import typer

from oracle.browser import Missing, NoBrowserError, find_chromium, open_browser
from oracle.config import Config
from oracle.events import Checked, Event, Planned, Visited
from oracle.explore import explore
from oracle.routes.truth import Truth, Verdict
from oracle.routes.witness import write_zip
from oracle.scope import scope_of
from oracle.url import identity

EXIT_USAGE = 2
EXIT_UNSEEN = 3
EXIT_ENVIRONMENT = 4

POLITE_DELAY = 1.0
"""Seconds between two requests to a public host, unless told otherwise."""

_UNSEEN = frozenset({Verdict.ERROR, Verdict.BLOCKED, Verdict.LOGIN, Verdict.CONSENT})
_OWN_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def main(  # noqa: PLR0913, PLR0917 - one parameter an option
    url: Annotated[str, typer.Argument(help="The site's root: an http or https address.")],
    out: Annotated[
        Path, typer.Option(help="Folder for truth.json and witness.zip, or a path to truth.json.")
    ] = Path(),
    proxy: Annotated[str | None, typer.Option(help="Reach the web through this proxy.")] = None,
    ca: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, help="Trust this CA file.")
    ] = None,
    visits: Annotated[int, typer.Option(min=1, help="Pages to render, the root with them.")] = 200,
    seconds: Annotated[float | None, typer.Option(min=1, help="End after so long.")] = None,
    delay: Annotated[
        float | None,
        typer.Option(min=0, help="Seconds between requests to one host [1 for public hosts]."),
    ] = None,
    host: Annotated[list[str] | None, typer.Option(help="A further host of the site.")] = None,
    path: Annotated[list[str] | None, typer.Option(help="Only this path area.")] = None,
    passes: Annotated[
        int | None,
        typer.Option(min=1, help="Visit root and level 1 so often [2 for public hosts]."),
    ] = None,
    trace: Annotated[
        Path | None,
        typer.Option(help="Folder for a log and pictures of each page, to see why a route is in."),
    ] = None,
) -> None:
    """Let a real browser explore a site, two levels deep, and write down its routes."""
    config = _config(
        Config(root=url, visits=visits, seconds=seconds, proxy=proxy, ca=ca),
        hosts=tuple(host or ()),
        paths=tuple(path or ()),
        delay=delay,
        passes=passes,
    )
    found = find_chromium()
    if isinstance(found, Missing):
        _leave(found.message, EXIT_ENVIRONMENT)
    with _writing(out):
        where = _place(out)
        if trace is not None:
            trace.mkdir(parents=True, exist_ok=True)
    try:
        truth = asyncio.run(_explored(config, trace))
    except NoBrowserError as error:
        _leave(str(error), EXIT_ENVIRONMENT)
    with _writing(out):
        _write(where, truth)
    _summarise(truth, where)
    if truth.verdict in _UNSEEN:
        raise typer.Exit(EXIT_UNSEEN)


def _config(
    asked: Config,
    *,
    hosts: tuple[str, ...],
    paths: tuple[str, ...],
    delay: float | None,
    passes: int | None,
) -> Config:
    """The configuration, with polite defaults for hosts that are not this machine's own."""
    root = identity(asked.root)
    if root is None:
        _leave(
            f"Not an http or https address: {asked.root} (write https://www.shop.test/)",
            EXIT_USAGE,
        )
    try:
        scope_of(root, hosts=hosts, paths=paths)
    except ValueError as error:
        _leave(f"--host or --path: {error}", EXIT_USAGE)
    public = asked.proxy is None and urlsplit(root).hostname not in _OWN_HOSTS
    polite = POLITE_DELAY if public else 0.0
    return replace(
        asked,
        root=root,
        hosts=hosts,
        paths=paths,
        delay=polite if delay is None else delay,
        passes=(2 if public else 1) if passes is None else passes,
        respect_robots=public,
    )


async def _explored(config: Config, trace: Path | None) -> Truth:
    async with open_browser(proxy=config.proxy, ca=config.ca, trace=trace) as browser:
        return await explore(config, browser, listen=_tell)


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        _leave(f"Cannot write to {out}: {error.strerror or error}", EXIT_ENVIRONMENT)


def _place(out: Path) -> Path:
    """The path of truth.json, in a folder that takes files.

    Raises:
        OSError: it does not, which is better known before an exploration than after.
    """
    where = out if out.suffix == ".json" else out / "truth.json"
    where.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=where.parent):
        return where


def _write(where: Path, truth: Truth) -> None:
    """Write both files."""
    write_zip(where.with_name("witness.zip"), truth.witness)
    told = json.dumps(truth.as_json(), ensure_ascii=False, indent=1)
    part = where.with_name(f"{where.name}.part")
    part.write_text(told + "\n", encoding="utf-8", errors="replace")
    part.replace(where)


def _summarise(truth: Truth, where: Path) -> None:
    """Two lines: what was found, and where it is."""
    levels = [sum(route.level == level for route in truth.routes) for level in (1, 2)]
    found = (
        f"{len(truth.routes)} routes ({levels[0]} + {levels[1]}), {len(truth.excluded)} put aside"
    )
    sampled = f", sampled ({len(truth.unvisited)} not visited)" if truth.sampled else ""
    typer.echo(f"{truth.landed}  {truth.verdict}: {truth.reason or found}{sampled}")
    typer.echo(f"{where}  {truth.digest}  {truth.seconds:.1f} s")


def _tell(event: Event) -> None:
    """One line an event, for whoever waits at a terminal."""
    match event:
        case Planned(pages=pages, left=left):
            _progress(f"{pages} level-1 pages to visit" + (f", {left} left out" if left else ""))
        case Visited(url=url, sightings=sightings):
            _progress(f"visited {url} ({sightings} sightings)")
        case Checked(level=level, addresses=addresses, alive=alive):
            _progress(f"level {level}: {addresses} addresses, {alive} alive")
        case _:
            pass


def _progress(line: str) -> None:
    typer.echo(line, err=True)


def _leave(message: str, code: int) -> NoReturn:
    """End with one line on what is wrong."""
    typer.echo(message, err=True)
    raise typer.Exit(code)
