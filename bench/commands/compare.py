"""`bench compare`: two runs, or two crawlers, side by side."""

import json
from enum import StrEnum
from typing import Annotated

import typer

from bench.commands.options import Out
from bench.commands.terminal import say, width
from bench.exits import Exit
from bench.store import RESULTS


class Form(StrEnum):
    """How a comparison is printed."""

    TEXT = "text"
    JSON = "json"


def compare(
    one: Annotated[str, typer.Argument(help="A run's name or folder.", metavar="A")],
    other: Annotated[str, typer.Argument(help="The run to hold against it.", metavar="B")],
    *,
    site: Annotated[list[str] | None, typer.Option(help="Only this site; repeatable.")] = None,
    out: Out = RESULTS,
    form: Annotated[Form, typer.Option("--format", help="How it is printed.")] = Form.TEXT,
) -> Exit:
    """Say what two runs, also of two crawlers, found on the same truths."""
    from bench import run as job  # noqa: PLC0415 - a verb loads only what it needs
    from bench.gate import compare_tell, comparing  # noqa: PLC0415 - as above

    runs = [job.found(out, name) for name in (one, other)]
    compared = comparing.compare(*runs, only=tuple(site or ()))
    if form is Form.JSON:
        say(json.dumps(compared.as_json(), ensure_ascii=False, indent=1))
    else:
        say(compare_tell.text(compared, width=width()))
    return Exit.OK
