"""`bench compare`: two runs, or two crawlers, side by side."""

import json
from enum import StrEnum
from typing import Annotated

import typer

from bench.commands.options import Out
from bench.commands.terminal import say, width
from bench.exits import Exit, Stop
from bench.store import RESULTS


class Form(StrEnum):
    """How a comparison is printed."""

    TEXT = "text"
    JSON = "json"


def compare(  # noqa: PLR0913 - what is compared, and how it is told
    one: Annotated[str, typer.Argument(help="A run's name or folder.", metavar="A")],
    other: Annotated[
        str | None,
        typer.Argument(help="The run to hold against it; the same by default.", metavar="[B]"),
    ] = None,
    *,
    crawler: Annotated[
        list[str] | None,
        typer.Option(
            help="A crawler that ran as a command: once for both, or given twice, A's and B's.",
            metavar="NAME",
        ),
    ] = None,
    site: Annotated[list[str] | None, typer.Option(help="Only this site; repeatable.")] = None,
    out: Out = RESULTS,
    form: Annotated[Form, typer.Option("--format", help="How it is printed.")] = Form.TEXT,
) -> Exit:
    """Say what two runs, or two crawlers of a run, found on the same truths."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.gate import compare_tell, comparing  # noqa: PLC0415 - as above

    crawlers = crawler or []
    if len(crawlers) > 2 or (other is None and len(crawlers) < 2):
        told = (
            "compare two runs, or two crawlers of one: bench compare RUN --crawler A --crawler B"
        )
        raise Stop(Exit.USAGE, told)
    runs = [job.found(out, name) for name in (one, other or one)]
    sources = [
        comparing.Source(run=run, crawler=each)
        for run, each in zip(runs, (*crawlers, *crawlers, None, None), strict=False)
    ]
    compared = comparing.compare(*sources, only=tuple(site or ()))
    if form is Form.JSON:
        say(json.dumps(compared.as_json(), ensure_ascii=False, indent=1))
    else:
        say(compare_tell.text(compared, width=width()))
    return Exit.OK
