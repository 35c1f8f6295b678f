"""What several verbs take."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from bench.exits import Exit, Stop
from bench.report.style import Style

Out = Annotated[Path, typer.Option(help="Where results are kept.", metavar="DIR")]
Workers = Annotated[int, typer.Option(min=1, max=64, help="How many sites at a time.")]
Run = Annotated[str, typer.Argument(help="A run's name or folder.", metavar="[RUN]")]
Format = Annotated[Style, typer.Option("--format", help="How it is printed.")]
Html = Annotated[bool, typer.Option("--html", help="Write report.html, too: one file to look at.")]

MinRecall = Annotated[
    list[str] | None,
    typer.Option(
        help="End with 1 where a site is below; for a group: docs=0.99.", metavar="[GROUP=]SHARE"
    ),
]
MaxNewMisses = Annotated[
    list[str] | None,
    typer.Option(
        help="How many new misses a site may have; for a group: docs=2.", metavar="[GROUP=]NUMBER"
    ),
]


def lab_sites(asked: Sequence[str] | None) -> tuple[str, ...]:
    """Give the lab sites that were asked for, all by default.

    Raises:
        Stop: one of them does not exist.
    """
    from bench.lab import catalogue  # noqa: PLC0415 - a verb loads only what it needs
    from bench.sites.nodes import near  # noqa: PLC0415 - as above

    known = catalogue.names()
    strangers = [name for name in asked or () if name not in known]
    if strangers:
        lines = (f"no lab site called {name}{near(name, known)}" for name in strangers)
        raise Stop(Exit.USAGE, *lines)
    return tuple(asked or known)
